/** How a meal that was laid for "Same as last week" stands to last week's. */
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import type { CellKey } from './order-menu.ts';

type Laid = Extract<OrderNotice, { kind: 'laid-again' }>;

/** "as last week", "new", "instead of Duck Curry"; empty once that was read. `at`: 1 for a second helping. */
export function lastWeekMark(
  notices: readonly OrderNotice[],
  personName: string,
  { date, mealType }: CellKey,
  { mealId, at }: { mealId: number; at: number },
): string {
  const laid = notices.find((notice): notice is Laid => notice.kind === 'laid-again');
  if (!laid) return '';
  const gone = laid.meals.find(
    (meal) =>
      meal.personName === personName &&
      meal.date === date &&
      meal.mealType === mealType &&
      meal.at === at,
  );
  if (gone && gone.mealId !== mealId) return `instead of ${gone.name}`;
  return laid.had.includes(mealId) ? 'as last week' : 'new';
}
