/** In which order meals are offered to one person in one cell. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type CardToOrder = {
  meal: { id: number; calories: number };
  /** What of their diets it is not; empty: nothing. */
  missedDiets: string;
  /** Other days of the week on which they have it. */
  otherDates: readonly PlainDate[];
  isSoldOut: boolean;
};

/** What a day's meals should add up to, and what the others of that day already give; null without others. */
export type DayNeed = { targetKcal: number; otherKcal: number | null };

type OrderBy = {
  /** The meal that the customer came with. */
  wishId: number | null;
  hearts: readonly number[];
  need: DayNeed;
};

/**
 * The wish, hearts, then as they fit the day's plan, then as on the menu. What they have already that week comes after
 * all these, then what is not their diet, then what is sold out.
 */
export function orderCards<Card extends CardToOrder>(
  cards: readonly Card[],
  { wishId, hearts, need }: OrderBy,
): Card[] {
  const rank = ({ meal, missedDiets, otherDates, isSoldOut }: Card): number => {
    if (isSoldOut) return 5;
    if (meal.id === wishId) return 0;
    if (missedDiets !== '') return 4;
    if (otherDates.length > 0) return 3;
    return hearts.includes(meal.id) ? 1 : 2;
  };
  return cards.toSorted(
    (a, b) => rank(a) - rank(b) || offPlan(a.meal, need) - offPlan(b.meal, need),
  );
}

function offPlan({ calories }: CardToOrder['meal'], { targetKcal, otherKcal }: DayNeed): number {
  return otherKcal === null
    ? Math.abs(calories - targetKcal / 2)
    : Math.abs(calories + otherKcal - targetKcal);
}
