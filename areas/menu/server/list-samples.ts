/** The four meals that the home page and the waitlist pages show. */
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

const SAMPLES_A_TYPE = 2;
/** The first few of the menu are already in the picture at the top of the home page. */
const SHOWN_ABOVE = { lunch: 2, dinner: 1 };

/** As many lunches as dinners. Of an empty menu: examples without a price. */
export function listSamples(menu: readonly MealReply[]): SampleMeal[] {
  return menu.length === 0 ? EXAMPLES : chooseSamples(menu).map((meal) => asSample(meal, meal));
}

function chooseSamples<Meal extends { mealType: string }>(menu: readonly Meal[]): Meal[] {
  return MEAL_TYPES.flatMap((type) => {
    const ofType = menu.filter((meal) => meal.mealType === type);
    const others = ofType.slice(SHOWN_ABOVE[type], SHOWN_ABOVE[type] + SAMPLES_A_TYPE);
    return others.length === SAMPLES_A_TYPE ? others : ofType.slice(0, SAMPLES_A_TYPE);
  });
}

function asSample(
  {
    id,
    name,
    mealType,
    description,
    ingredients,
    imageUrl,
    calories,
    protein,
  }: Omit<SampleMeal, 'price' | 'slug'>,
  { price, slug }: Pick<SampleMeal, 'price' | 'slug'>,
): SampleMeal {
  return { id, slug, name, mealType, description, ingredients, imageUrl, calories, protein, price };
}

const NO_PAGE = { price: null, slug: null };
const EXAMPLES = chooseSamples(sampleMenu).map((meal, index) =>
  asSample(
    { ...meal, imageUrl: null, id: -index - 1, mealType: meal.mealType as SampleMeal['mealType'] },
    NO_PAGE,
  ),
);
