/** Which meals fit which diets. Ours. */
import { type Allergen, ALLERGENS, isAllergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { type Diet, dietText, type FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { type DietaryMeal, fullListOf, type KeptFood, avoidWord } from './food-facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';

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

/** Those of `diets` that the meal does not fit. */
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

/** Foods that a person names to be left out. One that the law lists is an allergen, and holds by what is declared. Ours. */
const ALLERGENS_BY_WORD: Readonly<Record<string, readonly Allergen[]>> = {
  'brazil nut': ['Brazil nut'],
  nut: [...TREE_NUTS, 'peanut'],
  'tree nut': TREE_NUTS,
  dairy: ['milk'],
  lactose: ['milk'],
  soya: ['soy'],
  soybean: ['soy'],
  shellfish: ['crustacean', 'mollusc'],
  seafood: ['fish', 'crustacean', 'mollusc'],
  mollusk: ['mollusc'],
  sulfite: ['sulphites'],
  sulphite: ['sulphites'],
};

type Avoided = Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** With these words added as they are kept: singular, each once, those of the law as allergens in legal order. */
export function withAvoided({ allergens, avoid }: Avoided, typed: readonly string[]): Avoided {
  const words = [...avoid, ...typed.map(avoidWord)].filter((word) => word !== '');
  const listed = new Set([...allergens, ...words.flatMap(allergensOf)]);
  return {
    allergens: ALLERGENS.filter((allergen) => listed.has(allergen)),
    avoid: [...new Set(words.filter((word) => allergensOf(word).length === 0))],
  };
}

function allergensOf(word: string): readonly Allergen[] {
  return isAllergen(word) ? [word] : (ALLERGENS_BY_WORD[word] ?? []);
}

/** How long a meal keeps after its delivery. No meal is sold for a later day unless it can be frozen. Ours. */
export type FreshFacts = { keepsFreshDays: number };

/** The last day to eat it fresh. A shelf life that nobody has entered counts as the days that we promise of every meal. */
export function eatByOf(
  meal: Pick<KeptFood, 'shelfLifeDays'>,
  deliveryDate: PlainDate,
  facts: FreshFacts,
): PlainDate {
  return addDays(deliveryDate, meal.shelfLifeDays ?? facts.keepsFreshDays);
}

/** Only a meal known to survive freezing outlives its eat-by date. */
export function keepsUntil(
  meal: KeptFood,
  { deliveryDate, mealDate }: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: FreshFacts,
): boolean {
  return meal.freezable === true || mealDate <= eatByOf(meal, deliveryDate, facts);
}
