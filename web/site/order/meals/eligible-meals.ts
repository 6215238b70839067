import type { MealReply } from '#contract/meals.ts';
import type { CellToFill } from '#domain/ordering/draft/fill-week.ts';
import type { Person } from '#domain/people/people.ts';
import type { OrderInWizard } from '../state/order-context.tsx';
import { mealsFor, withoutAllergens } from '../state/order-menu.ts';

/**
 * Which meals may go where without the customer choosing them one by one: on sale that day, and without what is left
 * out. Filling and copying ask here.
 */
export function mealsThatSuit(
  { menu, leftOut }: Pick<OrderInWizard, 'leftOut' | 'menu'>,
  _person: Person,
  cell: CellToFill,
): MealReply[] {
  return withoutAllergens(mealsFor(menu, cell), leftOut);
}
