/** The menu as filling the week looks at it, for the order as it is. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { FillMeal, FillMenu } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { Taste } from './kept-households.ts';
import type { OrderInWizard } from './order-context.tsx';
import { mealsThatSuit } from '#areas/checkout/web/site/order-meals/offered-meals.ts';

type Order = Pick<OrderInWizard, 'draft' | 'menu' | 'facts' | 'week'>;

/** `first`: of the days to fill. `had`: ids of last week's meals. */
export function fillMenu(
  order: Order,
  {
    first,
    taste,
    had = [],
  }: { first: PlainDate | undefined; taste: Taste; had?: readonly number[] },
): FillMenu {
  const { menu, draft, facts, week } = order;
  const meals = new Map(menu.meals.map((meal) => [meal.id, fillMeal(meal)]));
  const deliveryDateOf = deliveryDatesOf(draft, facts, first);
  const left = portionsInWeek(week.days);
  const rule = mealRuleFor(draft, facts, { first, left });
  return {
    find: (id) => meals.get(id),
    left,
    isHearted: (id) => taste.loved.includes(id),
    wasHad: (id) => had.includes(id),
    eligible: (person, cell, people) =>
      mealsThatSuit({ menu, rule }, person, cell, people).flatMap(
        ({ id, shelfLifeDays, freezable }) => {
          const meal = meals.get(id);
          if (!meal || taste.disliked.includes(id)) return [];
          const deliveryDate = deliveryDateOf(cell.date);
          const kept = { deliveryDate, mealDate: cell.date, shelfLifeDays, freezable };
          return [{ ...meal, isToFreeze: storageAdvice(kept, facts).plan === 'freeze' }];
        },
      ),
  };
}

function fillMeal({ id, mealType, calories, price, ingredients }: MealReply): FillMeal {
  const main = mainIngredient(ingredients);
  return { id, mealType, calories, priceCents: parseAmount(price) ?? 0, main };
}
