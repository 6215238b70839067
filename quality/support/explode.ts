/** What is cooked and bought for portions if all is cooked on one day: the plan at its simplest, for tests of its sums. */
import type { Batches } from '#areas/kitchen/rules/batches.ts';
import { everyDay, NO_MINUTES } from './a-cook-clock.ts';
import { planProduction } from '#areas/kitchen/rules/plan-production.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import type { ComponentRecipe, MealRecipe } from '#areas/menu/rules/recipe.ts';

type Recipes = {
  meals: ReadonlyMap<number, MealRecipe>;
  components: ReadonlyMap<number, ComponentRecipe>;
};

export type DayNeeds = {
  /** Components that are needed, by id, in whole base units; parents stand before what they use. */
  components: Map<number, { need: number } & Batches>;
  /** Gross, by id, in whole base units. */
  ingredients: Map<number, number>;
};

/** Any day: the sums of one day are the same on each. */
const A_DAY = '2026-01-01';
const SAME_DAY = {
  keepsDays: 0,
  cookAheadDays: 0,
  readyDaysBefore: 0,
  restartsLife: false,
  minutes: NO_MINUTES,
};
const ALWAYS_OPEN = {
  hours: everyDay(0, 1440),
  closures: [],
  timeZone: 'UTC',
  packBeforeMinutes: 0,
};

/** `portions` by meal. Meals without a recipe need nothing. */
export function explode(
  portions: ReadonlyMap<number, number>,
  { meals, components }: Recipes,
): DayNeeds {
  const { cookings, ingredients } = planProduction({
    served: [...portions].map(([mealId, count]) => ({
      mealId,
      deliveryDate: A_DAY,
      window: '12:00-13:00',
      portions: count,
      shelfLifeDays: 0,
    })),
    from: null,
    meals: new Map([...meals].map(([id, recipe]) => [id, { ...recipe, minutes: null }])),
    components: new Map([...components].map(([id, recipe]) => [id, { ...recipe, ...SAME_DAY }])),
    kitchen: ALWAYS_OPEN,
    cooked: [],
    pins: [],
  });
  return {
    components: new Map(
      cookings.map(({ componentId, need, batches, made, surplus }) => [
        componentId,
        { need, batches, made, surplus },
      ]),
    ),
    ingredients: new Map(
      ingredients.flatMap(({ ingredientId, qty }) =>
        up(qty) > 0 ? [[ingredientId, up(qty)] as const] : [],
      ),
    ),
  };
}
