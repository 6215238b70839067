/** The four meals that the home page and the waitlist pages show. */
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { servedTypes, type ServiceFacts } from '#areas/business/rules/services.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

const SAMPLES = 4;
/** The first few of the menu are already in the picture at the top of the home page. */
const SHOWN_ABOVE = { lunch: 2, dinner: 1 };
const SHOWN_ALONE = 3;

/** As many of each service. Of an empty menu: examples without a price. */
export function listSamples(menu: readonly MealReply[], facts: ServiceFacts): SampleMeal[] {
  if (menu.length === 0) return examplesFor(facts);
  return chooseSamples(menu, facts).map((meal) => asSample(meal, meal));
}

function chooseSamples<Meal extends { mealType: string }>(
  menu: readonly Meal[],
  facts: ServiceFacts,
): Meal[] {
  const served = servedTypes(facts);
  const count = SAMPLES / served.length;
  return served.flatMap((type) => {
    const ofType = menu.filter((meal) => meal.mealType === type);
    const above = served.length === 1 ? SHOWN_ALONE : SHOWN_ABOVE[type];
    const others = ofType.slice(above, above + count);
    return others.length === count ? others : ofType.slice(0, count);
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

function examplesFor(facts: ServiceFacts): SampleMeal[] {
  return chooseSamples(sampleMenu, facts).map((meal, index) =>
    asSample(
      {
        ...meal,
        imageUrl: null,
        id: -index - 1,
        mealType: meal.mealType as SampleMeal['mealType'],
      },
      NO_PAGE,
    ),
  );
}
