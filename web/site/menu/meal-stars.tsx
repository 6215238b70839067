import type { MealReply } from '#contract/meals.ts';

/** "★ 4.6 (23 ratings)". */
export function MealStars({ rating }: { rating: NonNullable<MealReply['rating']> }) {
  return (
    <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
      <span aria-hidden="true">★ </span>
      {rating.average}
      <span className="sr-only"> of 5 stars</span> ({rating.count} ratings)
    </p>
  );
}
