import { useMemo } from 'react';
import { type SeatCell, cellForWish } from '#areas/checkout/rules/draft/next-cell.ts';
import { mealRuleFor, verdictText } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

/** Where the meal that the customer came with may go, and what is said where somebody may not have it. */
export function useWish(days: readonly PlainDate[]): {
  cell: SeatCell | null;
  words: string | null;
} {
  const { draft, facts, week, menu } = useOrder();
  return useMemo(() => {
    const meal = menu.find(draft.wish ?? 0);
    if (!meal) return { cell: null, words: null };
    const rule = mealRuleFor(draft, facts, { left: portionsInWeek(week.days) });
    const { cell, refused } = cellForWish(draft.people, days, meal, rule);
    const clashes = refused.map(
      ({ personIndex, verdict }) =>
        `not for ${draft.people[personIndex]?.name ?? ''}: ${verdictText(verdict)}`,
    );
    const words = clashes.length === 0 ? null : `${meal.name}: ${clashes.join('; ')}.`;
    return { cell, words };
  }, [draft, facts, week, menu, days]);
}
