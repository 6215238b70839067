/** The menu as filling the week looks at it, for the order as it is. */
import type { MealReply } from '#contract/meals.ts';
import { storageAdvice } from '#domain/kitchen/storage-advice.ts';
import { mainIngredient } from '#domain/menu/main-ingredient.ts';
import { type Cents, parseAmount } from '#domain/money.ts';
import { effectiveDeliveryType } from '#domain/ordering/check/delivery-mode.ts';
import type { FillMeal } from '#domain/ordering/draft/day-choices.ts';
import type { FillMenu } from '#domain/ordering/draft/fill-week.ts';
import { deliveryModeOfDraft } from '#domain/ordering/draft/order-draft.ts';
import type { OrderInWizard } from '../state/order-context.tsx';
import { mealsThatSuit } from './eligible-meals.ts';

type Order = Pick<OrderInWizard, 'draft' | 'leftOut' | 'menu' | 'facts'>;

/** `underCents`: every meal costs less than this; null: at any price. */
export function fillMenu(order: Order, underCents: Cents | null): FillMenu {
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
