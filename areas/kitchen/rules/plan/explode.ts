/** From portions to what is cooked and bought if all is cooked on one day. Ours. */
import { up } from '#areas/menu/rules/rounding.ts';
import type { ComponentRecipe, MealRecipe } from '#areas/menu/rules/recipe/recipe.ts';
import type { Batches } from './batches.ts';
import { planProduction } from './plan-production.ts';

export type Recipes = {
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
  minutes: { hands: 0, rest: 0, cook: 0, chill: 0 },
};
const ALWAYS_OPEN = {
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, fromMinute: 0, untilMinute: 1440 })),
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
