/**
 * From a meal on the wire to the facts that the rules use, and back to the wire's field names. For server and form
 * alike.
 */
import type { MealRequest } from '#contract/meals.ts';
import { ALLERGENS } from '#domain/menu/allergens.ts';
import { DEFAULT_PREP_MINUTES, type MealFacts } from '#domain/menu/meal.ts';
import { checkMeal } from '#domain/menu/meal-limits.ts';
import { tidyName } from '#domain/customer/customer-name.ts';
import { parseAmount } from '#domain/money.ts';

type Additions = Pick<
  MealFacts,
  | 'prepMinutes'
  | 'ingredients'
  | 'allergens'
  | 'saturatedFatGrams'
  | 'sugarsGrams'
  | 'sodiumMg'
  | 'servingGrams'
  | 'shelfLifeDays'
  | 'freezable'
  | 'storageText'
  | 'heatingText'
  | 'availableFrom'
  | 'availableTo'
>;

const NOTHING_ADDED: Additions = {
  prepMinutes: DEFAULT_PREP_MINUTES,
  ingredients: '',
  allergens: null,
  saturatedFatGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
  servingGrams: null,
  shelfLifeDays: null,
  freezable: null,
  storageText: '',
  heatingText: '',
  availableFrom: null,
  availableTo: null,
};

/** The facts of a meal on the wire. Fields beyond the spec's that it leaves out stay as in `kept`. */
export function mealFactsFrom(sent: MealRequest, kept: Additions = NOTHING_ADDED): MealFacts {
  return {
    name: tidyName(sent.name),
    description: sent.description.trim(),
    mealType: sent.mealType,
    calories: sent.calories,
    proteinGrams: sent.protein,
    carbsGrams: sent.carbs,
    fatGrams: sent.fat,
    // Anything that is not an amount is refused as out of range.
    priceCents: parseAmount(sent.price.trim()) ?? Number.NaN,
    prepMinutes: sent.prepTime ?? kept.prepMinutes,
    ingredients: sent.ingredients?.trim() ?? kept.ingredients,
    allergens: unlessLeftOut(inLegalOrder(sent.allergens), kept.allergens),
    saturatedFatGrams: unlessLeftOut(sent.saturatedFat, kept.saturatedFatGrams),
    sugarsGrams: unlessLeftOut(sent.sugars, kept.sugarsGrams),
    sodiumMg: unlessLeftOut(sent.sodium, kept.sodiumMg),
    servingGrams: unlessLeftOut(sent.servingGrams, kept.servingGrams),
    shelfLifeDays: unlessLeftOut(sent.shelfLifeDays, kept.shelfLifeDays),
    freezable: unlessLeftOut(sent.freezable, kept.freezable),
    storageText: sent.storage?.trim() ?? kept.storageText,
    heatingText: sent.heating?.trim() ?? kept.heatingText,
    availableFrom: unlessLeftOut(sent.availableFrom, kept.availableFrom),
    availableTo: unlessLeftOut(sent.availableTo, kept.availableTo),
  };
}

/** Null is a value here, "not known any more", so only undefined counts as left out. */
function unlessLeftOut<T>(sent: T | undefined, kept: T): T {
  return sent === undefined ? kept : sent;
}

function inLegalOrder(sent: MealRequest['allergens']): MealRequest['allergens'] {
  return sent ? ALLERGENS.filter((allergen) => sent.includes(allergen)) : sent;
}

type SentField = keyof MealRequest;

const SENT_AS: Record<keyof MealFacts, SentField> = {
  name: 'name',
  description: 'description',
  mealType: 'mealType',
  calories: 'calories',
  proteinGrams: 'protein',
  carbsGrams: 'carbs',
  fatGrams: 'fat',
  priceCents: 'price',
  prepMinutes: 'prepTime',
  ingredients: 'ingredients',
  allergens: 'allergens',
  saturatedFatGrams: 'saturatedFat',
  sugarsGrams: 'sugars',
  sodiumMg: 'sodium',
  servingGrams: 'servingGrams',
  shelfLifeDays: 'shelfLifeDays',
  freezable: 'freezable',
  storageText: 'storage',
  heatingText: 'heating',
  availableFrom: 'availableFrom',
  availableTo: 'availableTo',
};

/** Wire field -> its problem; empty when the meal can be saved. */
export function mealProblems(facts: MealFacts): Partial<Record<SentField, string>> {
  return Object.fromEntries(
    checkMeal(facts).map(({ field, message }) => [SENT_AS[field], message]),
  );
}
