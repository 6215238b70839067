/** Which meals a search finds, and how well. Ours. */
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  mainIngredient,
  type MainIngredient,
  topIngredients,
} from '#areas/menu/rules/main-ingredient.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import type { MenuSearch, SearchPart } from './read-search.ts';
import {
  CHILLI,
  SYMBOLS,
  type KindOfDish,
  type SearchSort,
} from '#areas/menu/rules/search-words.ts';

export type MealToSearch = Pick<
  MealWithRecipe,
  | 'name'
  | 'description'
  | 'ingredients'
  | 'recipeList'
  | 'mealType'
  | 'calories'
  | 'priceCents'
  | 'proteinGrams'
  | 'carbsGrams'
  | 'sodiumMg'
  | 'allergens'
  | 'dietaryTags'
  | 'freezable'
>;

type MealText = {
  name: string;
  first: string;
  description: string;
  others: string;
  main: MainIngredient | null;
};

const FIRST_INGREDIENTS = 4;
const POINTS = { name: 8, first: 5, description: 3, others: 2 } as const;
const LEAST_CHARACTERS = 3;

/** For meals that do not change: the menu is asked at every letter. */
const texts = new WeakMap<object, MealText>();

function mealText(meal: MealToSearch): MealText {
  const known = texts.get(meal);
  if (known) return known;
  const list = topIngredients(meal.ingredients);
  const text = {
    name: wordKey(meal.name),
    first: wordKey(list.slice(0, FIRST_INGREDIENTS).map(outermost).join(', ')),
    description: wordKey(meal.description),
    others: wordKey(`${meal.ingredients}, ${meal.recipeList}`),
    main: mainIngredient(meal.ingredients),
  };
  texts.set(meal, text);
  return text;
}

/** "flat-leaf" is found as "flatleaf" and as "leaf". */
function wordKey(text: string): string {
  const [whole, parts] = [wordsIn(text), wordsIn(text.replaceAll(/\p{Pd}/gu, ' '))];
  return whole === parts ? ` ${whole} ` : ` ${whole}  ${parts} `;
}

function wordsIn(text: string): string {
  return searchKey(text.replaceAll(SYMBOLS, ' '));
}

function outermost(ingredient: string): string {
  return ingredient.replace(/[([].*/, '');
}

export function vocabularyOf(meals: readonly MealToSearch[]): Set<string> {
  return new Set(
    meals.flatMap((meal) => {
      const { name, description, others } = mealText(meal);
      return `${name}${description}${others}`.split(/[^\p{L}]+/u).filter((word) => word.length > 3);
    }),
  );
}

/** How well a meal fits, not looking at what is to be left out; null: not at all. */
export function pointsOf(meal: MealToSearch, search: MenuSearch): number | null {
  const { mealType, underCalories, underCents, diets, hasChilli } = search;
  if (mealType !== null && meal.mealType !== mealType) return null;
  if (underCalories !== null && meal.calories >= underCalories) return null;
  if (underCents !== null && meal.priceCents >= underCents) return null;
  if (dietsMissedBy(meal, diets).length > 0) return null;
  if (hasChilli !== null && isHot(meal) !== hasChilli) return null;
  let sum = hasChilli === true ? chilliPoints(meal) : 0;
  for (const part of search.parts) {
    const points = pointsOfPart(meal, part);
    if (points === null) return null;
    sum += points;
  }
  return sum;
}

function pointsOfPart(meal: MealToSearch, part: SearchPart): number | null {
  switch (part.type) {
    case 'word':
      return pointsOfWord(meal, part.word);
    case 'main':
      return isOf(meal, part.main) ? 0 : null;
    case 'kind':
      return isKind(meal, part.kind) || mealText(meal).name.includes(` ${part.word}`) ? 0 : null;
    case 'claim':
      return null;
    default:
      return 0;
  }
}

function pointsOfWord(meal: MealToSearch, word: string): number | null {
  const text = mealText(meal);
  const start = ` ${word}`;
  if (text.name.includes(start)) return POINTS.name;
  if (word.length < LEAST_CHARACTERS) return null;
  if (text.first.includes(start)) return POINTS.first;
  if (text.description.includes(start)) return POINTS.description;
  return text.others.includes(start) ? POINTS.others : null;
}

/** By its first ingredients or its name: pork with chicken stock is no chicken. */
export function isOf(meal: MealToSearch, main: MainIngredient): boolean {
  const { main: mostly, name } = mealText(meal);
  return mostly === main || new RegExp(`\\b${main}s?\\b`).test(name);
}

function isKind(meal: MealToSearch, kind: KindOfDish): boolean {
  const { name, first, description, main } = mealText(meal);
  if ('start' in kind) return kind.start.test(`${name} ${first}`);
  if ('text' in kind) return kind.text.test(`${name} ${description}`);
  if ('name' in kind) return kind.name.test(name);
  if ('mains' in kind) return main !== null && kind.mains.includes(main);
  return meal.freezable === true;
}

/** Chilli in the recipe. */
export function isHot(meal: MealToSearch): boolean {
  const { name, description, others } = mealText(meal);
  return CHILLI.test(`${name}${description}${others}`);
}

/** The most noticeable first: by name, description, place in the list. */
function chilliPoints(meal: MealToSearch): number {
  const { name, description, others } = mealText(meal);
  const place = CHILLI.exec(others)?.index ?? others.length;
  const late = others.length === 0 ? 0 : place / others.length;
  return (CHILLI.test(name) ? 4 : 0) + (CHILLI.test(description) ? 2 : 0) + (1 - late);
}

const NUMBERS: Record<SearchSort, (meal: MealToSearch) => number> = {
  price: ({ priceCents }) => priceCents,
  calories: ({ calories }) => calories,
  protein: ({ proteinGrams }) => -proteinGrams,
  carbs: ({ carbsGrams }) => carbsGrams,
  sodium: ({ sodiumMg }) => sodiumMg ?? Infinity,
};

/** Equal meals stay as they are. */
export function sortBy<Meal extends MealToSearch>(
  meals: readonly Meal[],
  sort: SearchSort,
): Meal[] {
  const number = NUMBERS[sort];
  return meals.toSorted((a, b) => (number(a) < number(b) ? -1 : Number(number(a) > number(b))));
}
