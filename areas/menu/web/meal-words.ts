import { capitalised } from '#platform/rules/capitalised.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { allergensOnMenu, kitchenTraces } from '#areas/menu/rules/cross-contact.ts';
import { mealPicture, type PlateWords } from '#areas/menu/rules/meal-picture.ts';
import { keepingText } from '#areas/menu/rules/storage-advice.ts';
import { boldAllergens, nutritionPanel, shownDiets } from '#areas/menu/rules/label-text.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import type { MealInWords } from '#areas/menu/web/meal-details.tsx';

type Kitchen = {
  /** What else the same kitchen cooks. */
  menu: readonly MealReply[];
  business: Pick<BusinessFacts, 'phone' | 'keepsFreshDays'>;
};

export function mealWords(meal: MealReply, { menu, business }: Kitchen): MealInWords {
  const { calories, protein, carbs, fat } = meal;
  return {
    price: `$${meal.price}`,
    numbers: [
      `${calories} Cal`,
      `${kilojoules(calories).toLocaleString('en-AU')} kJ`,
      `${protein} g protein`,
    ],
    description: meal.description,
    allergens: [
      allergenStatement(meal.allergens),
      ...(meal.mayContain?.length ? [`May contain traces of ${namesText(meal.mayContain)}`] : []),
    ].join('. '),
    ingredients: boldAllergens(meal.ingredients, meal.allergens),
    crossContact: kitchenTraces(allergensOnMenu([...menu, meal]), business),
    isServingSuggestion: mealPicture(meal).kind === 'rendered',
    diets: capitalised(shownDiets(meal).map(dietText).join('; ')),
    heating: meal.heating,
    keeping: keepingText(meal, business),
    storage: meal.storage,
    nutrition: nutritionPanel({
      calories,
      proteinGrams: protein,
      carbsGrams: carbs,
      fatGrams: fat,
      saturatedFatGrams: meal.saturatedFat,
      sugarsGrams: meal.sugars,
      sodiumMg: meal.sodium,
      servingGrams: meal.servingGrams,
    }),
  };
}

/** A meal's own words, taken apart. */
export type MealWords = {
  name: string;
  /** Name and description: what the meal wants to be known for. */
  said: string;
  /** The foods of the ingredients by weight, without what they are made of. */
  foods: readonly string[];
};

export function readMealWords({ name, ingredients = '', description = '' }: PlateWords): MealWords {
  const lowerName = name.toLowerCase();
  return {
    name: lowerName,
    said: `${lowerName}. ${description.toLowerCase()}`,
    foods: withoutBrackets(ingredients.toLowerCase())
      .split(/[,.;]/)
      .map((food) => food.trim())
      .filter((food) => food !== ''),
  };
}

function withoutBrackets(text: string): string {
  const inner = text.replaceAll(/\s*(\([^()[\]]*\)|\[[^()[\]]*\])/g, '');
  return inner === text ? text : withoutBrackets(inner);
}

export const hasFood = ({ foods }: MealWords, pattern: RegExp) =>
  foods.some((food) => pattern.test(food));

export type Rule<Result> = readonly [words: RegExp, result: Result];

/** Rules in the order of their weight. */
export const firstRule = <Result>(rules: readonly Rule<Result>[], text: string) =>
  rules.find(([words]) => words.test(text))?.[1];
