/** What decides whether a person may eat a food. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { close, closeKeys, foodWords, LONGEST_PHRASE } from '#areas/needs/rules/gate/food-words.ts';
import { singular, wordsOf } from '#areas/needs/rules/food-notes/note-text.ts';

/** What it is made of. */
export type ListedFood = {
  /** Null: not declared. */
  allergens: readonly Allergen[] | null;
  /** As printed: parts of a part may be left out. Empty: nobody has said. */
  ingredients: string;
  /** What else its recipe names, however little; empty: it has none. */
  recipeList: string;
};

/** Everything in it: a printed list is shortened, what someone leaves out is not. Empty: nobody has said. */
export function fullListOf({
  ingredients,
  recipeList = '',
}: Pick<ListedFood, 'ingredients'> & Partial<Pick<ListedFood, 'recipeList'>>): string {
  return [ingredients, recipeList].filter((list) => list.trim() !== '').join('; ');
}

/** What decides whether it fits a diet. */
export type DietaryMeal = ListedFood & {
  /** Diets that staff vouch for; null: nobody has looked. */
  dietaryTags: readonly Diet[] | null;
};

export type KeptFood = {
  /** Null: not entered. */
  shelfLifeDays: number | null;
  /** Null: not known. */
  freezable: boolean | null;
};

export type FoodFacts = DietaryMeal &
  KeptFood & { mayContain?: readonly Allergen[] | null | undefined };

// Words to avoid in an ingredient list: those it names, and those that one of its terms may hide. Ours.

/** A word to avoid as it is kept: lower case, spaces as typed, singular, in English ("Capsicums" -> "capsicum", "Knoblauch" -> "garlic"). */
export function avoidWord(typed: string): string {
  const word = typed
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’-]+/u)
    .filter((part) => part !== '')
    .map(singular)
    .join(' ');
  return foodWords().inEnglish.get(close(word)) ?? word;
}

/** Whether leaving out `avoided` leaves out the other too: "kiwi" and "kiwifruit", "citrus" and "lemon". */
export function isSameFood(word: string, avoided: string): boolean {
  return membersOf(avoided).includes(foodName(close(word)));
}

/** The words of `avoid`, in its sequence, that the list names, in whatever spelling, singular or plural. */
export function wordsNamedIn(list: string, avoid: readonly string[]): string[] {
  if (avoid.length === 0) return [];
  const { named } = readList(list);
  return avoid.filter((word) => membersOf(word).some((member) => named.has(member)));
}

/** The words of `avoid` that are not named, but may be in a term such as "spices" whose parts are not given. */
export function wordsHiddenIn(list: string, avoid: readonly string[]): string[] {
  if (avoid.length === 0) return [];
  const { unbroken } = readList(list);
  const named = new Set(wordsNamedIn(list, avoid));
  return avoid.filter(
    (word) => !named.has(word) && membersOf(word).some((member) => mayHide(unbroken, member)),
  );
}

/**
 * Among a recipe's list, the entries that say more than the printed list does: for anyone who leaves a food out, both together
 * mean the same as before.
 */
export function unprintedIn({
  ingredients,
  recipeList,
}: Pick<ListedFood, 'ingredients' | 'recipeList'>): string {
  if (recipeList === '') return '';
  const printed = readList(ingredients);
  const saysMore = (entry: string) => {
    const { named, unbroken } = readList(entry);
    return (
      [...named].some((name) => !printed.named.has(name)) ||
      unbroken.some((term) => !printed.unbroken.includes(term))
    );
  };
  return recipeList.split('; ').filter(saysMore).join('; ');
}

type ReadList = {
  /** Closed names of all foods in it. */
  named: ReadonlySet<string>;
  /** Closed terms without their parts. */
  unbroken: readonly string[];
};

/** The last lists that were read: a table of people and meals asks of the same ones again and again. */
const readLists = new Map<string, ReadList>();
const MOST_KEPT = 2000;

function readList(list: string): ReadList {
  const known = readLists.get(list);
  if (known) return known;
  const result = readNew(list);
  if (readLists.size >= MOST_KEPT) readLists.clear();
  readLists.set(list, result);
  return result;
}

function readNew(list: string): ReadList {
  const named = new Set<string>();
  const unbroken: string[] = [];
  for (const { words, hasParts } of ingredientsOf(list)) {
    for (const name of namesIn(words)) named.add(name);
    const term = hasParts ? null : collectiveIn(words);
    if (term !== null) unbroken.push(term);
  }
  return { named, unbroken };
}

type Ingredient = { words: string[]; hasParts: boolean };

/** Each is what stands between commas and brackets: "relish (tomatoes, red capsicums)" is three, the first with parts. */
function ingredientsOf(list: string): Ingredient[] {
  const found: Ingredient[] = [];
  for (const [, text = '', end = ''] of list.matchAll(/([^,;:.()[\]]*)([,;:.()[\]]|$)/gu)) {
    const words = wordsOf(text).map(({ key }) => key);
    if (words.length > 0) found.push({ words, hasParts: end === '(' || end === '[' });
  }
  return found;
}

/** Closed names of every run of words, with the namesakes taken out. */
function namesIn(words: readonly string[]): string[] {
  const { namesakes } = foodWords();
  const names: { name: string; start: number; end: number }[] = [];
  const notMeant: { word: string; start: number; end: number }[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + LONGEST_PHRASE); end += 1) {
      const closed = closeKeys(words.slice(start, end));
      const word = namesakes.get(closed);
      if (word !== undefined) notMeant.push({ word, start, end });
      names.push({ name: foodName(closed), start, end });
    }
  }
  const isMeant = ({ name, start, end }: (typeof names)[number]) =>
    !notMeant.some((other) => other.word === name && other.start <= start && end <= other.end);
  return names.filter(isMeant).map(({ name }) => name);
}

/** "vegetable stock", "spices"; an oil or a starch that says of what is none. */
function collectiveIn(words: readonly string[]): string | null {
  const { collectives, namedOils } = foodWords();
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const term = closeKeys(words.slice(-length));
    if (!collectives.has(term)) continue;
    const before = closeKeys(words.slice(0, -length));
    const isNamed = (term === 'oil' || term === 'starch') && namedOils.has(foodName(before));
    return isNamed ? null : term;
  }
  return null;
}

function mayHide(unbroken: readonly string[], food: string): boolean {
  const { collectives } = foodWords();
  return unbroken.some((term) => collectives.get(term)?.(food));
}

function membersOf(word: string): string[] {
  return [...foodWords().membersOf(foodName(close(word)))];
}

function foodName(closed: string): string {
  return foodWords().nameOf.get(closed) ?? closed;
}
