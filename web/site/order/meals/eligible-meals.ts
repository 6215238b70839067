/** Which meals may go where without the customer choosing them one by one: filling and copying ask here. */
import type { MealReply } from '#contract/meals.ts';
import { storageAdvice } from '#domain/kitchen/storage-advice.ts';
import { mainIngredient } from '#domain/menu/main-ingredient.ts';
import { parseAmount } from '#domain/money.ts';
import { effectiveDeliveryType } from '#domain/ordering/check/delivery-mode.ts';
import type { FillMeal } from '#domain/ordering/draft/day-choices.ts';
import type { CellToFill, FillMenu } from '#domain/ordering/draft/fill-week.ts';
import { deliveryModeOfDraft } from '#domain/ordering/draft/order-draft.ts';
import type { Person } from '#domain/people/people.ts';
import type { OrderInWizard } from '../state/order-context.tsx';
import { mealsFor, withoutAllergens } from '../state/order-menu.ts';

type Order = Pick<OrderInWizard, 'draft' | 'leftOut' | 'menu' | 'facts'>;

/** On sale that day, and without what is left out. */
export function mealsThatSuit(
  { menu, leftOut }: Order,
  _person: Person,
  cell: CellToFill,
): MealReply[] {
  return withoutAllergens(mealsFor(menu, cell), leftOut);
}

/** `underCents`: every meal costs less than this. */
export function fillMenu(order: Order, underCents: number | null): FillMenu {
  const { menu, draft, facts } = order;
  const meals = new Map(menu.meals.map((meal) => [meal.id, fillMeal(meal)]));
  const type = effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
  const weeklyDay = type === 'weekly' ? draft.weeklyDeliveryDay : null;
  return {
    find: (id) => meals.get(id),
    eligible: (person, cell) =>
      mealsThatSuit(order, person, cell).flatMap(({ id, shelfLifeDays, freezable }) => {
        const meal = meals.get(id);
        if (!meal || meal.priceCents >= (underCents ?? Infinity)) return [];
        const deliveryDate = weeklyDay ?? cell.date;
        const kept = { deliveryDate, mealDate: cell.date, shelfLifeDays, freezable };
        return [{ ...meal, isToFreeze: storageAdvice(kept, facts).plan === 'freeze' }];
      }),
  };
}

function fillMeal({ id, mealType, calories, price, ingredients }: MealReply): FillMeal {
  const main = mainIngredient(ingredients);
  return { id, mealType, calories, priceCents: parseAmount(price) ?? 0, main };
}
