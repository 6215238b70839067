/** What most people choose a dish by: the row of chips above a menu. Ours. */
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { isOf, type MealToSearch } from '#areas/menu/rules/search/match-search.ts';

/** As in addresses. */
export const DISH_KINDS = [
  'chicken',
  'beef',
  'pork',
  'lamb',
  'fish',
  'prawns',
  'meat-free',
] as const;

export type DishKind = (typeof DISH_KINDS)[number];

export function isOfKind(meal: MealToSearch, kind: DishKind): boolean {
  switch (kind) {
    case 'meat-free':
      return fitsDiet(meal, 'vegetarian');
    case 'prawns':
      return isOf(meal, 'prawn');
    default:
      return isOf(meal, kind);
  }
}

/** "Meat-free". */
export function kindText(kind: DishKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
