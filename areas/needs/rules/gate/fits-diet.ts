/** Which meals fit which diets. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { type Diet, dietText } from '#areas/needs/rules/diets.ts';
import { type DietaryMeal, fullListOf } from '#areas/needs/rules/gate/food-facts.ts';

const PORK = /\b(?:pork|bacon|ham|prosciutto|chorizo|salami|lard|gelatine?)\b/i;
const BEEF = /\b(?:beef|veal|gelatine?)\b/i;

/** A meal whose ingredients or allergens nobody has entered fits no diet that depends on them. */
export function fitsDiet(meal: DietaryMeal, diet: Diet): boolean {
  switch (diet) {
    case 'vegetarian':
      return isTagged(meal, 'vegetarian', 'vegan');
    case 'pescatarian':
      return isTagged(meal, 'pescatarian', 'vegetarian', 'vegan');
    case 'gluten free':
      return declaresNone(meal, 'wheat', 'gluten');
    case 'dairy free':
      return declaresNone(meal, 'milk');
    case 'no pork':
      return hasNoWord(meal, PORK);
    case 'no beef':
      return hasNoWord(meal, BEEF);
    default:
      return isTagged(meal, diet);
  }
}

/** Of `diets`, those that the meal does not fit. */
export function dietsMissedBy(meal: DietaryMeal, diets: readonly Diet[]): Diet[] {
  return diets.filter((diet) => !fitsDiet(meal, diet));
}

const SEAFOOD: readonly Allergen[] = ['fish', 'crustacean', 'mollusc'];

/** What a meal with this tag cannot declare. */
const RULED_OUT: Partial<Record<Diet, readonly Allergen[]>> = {
  vegetarian: SEAFOOD,
  vegan: [...SEAFOOD, 'milk', 'egg'],
  'gluten free': ['wheat', 'gluten'],
  'dairy free': ['milk'],
};

type UntrueTag = { tag: Diet; allergen: Allergen };

/** Tags that the meal's own allergens contradict. */
export function untrueTags({
  allergens,
  dietaryTags,
}: Pick<DietaryMeal, 'allergens' | 'dietaryTags'>): UntrueTag[] {
  return (dietaryTags ?? []).flatMap((tag) => {
    const allergen = RULED_OUT[tag]?.find((one) => allergens?.includes(one));
    return allergen ? [{ tag, allergen }] : [];
  });
}

export function untrueTagMessage({ tag, allergen }: UntrueTag): string {
  return `A meal that declares ${allergen} cannot be marked “${dietText(tag)}”.`;
}

function isTagged({ dietaryTags }: DietaryMeal, ...tags: Diet[]): boolean {
  return tags.some((tag) => dietaryTags?.includes(tag));
}

function declaresNone({ allergens }: DietaryMeal, ...unwanted: Allergen[]): boolean {
  return allergens !== null && !unwanted.some((allergen) => allergens.includes(allergen));
}

function hasNoWord(meal: DietaryMeal, words: RegExp): boolean {
  const list = fullListOf(meal);
  return list !== '' && !words.test(list);
}
