/**
 * What a search asks for, read once. What is to be left out is found first, wherever it stands: no other word can take
 * part of it away. Ours.
 */
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { allergensAsked } from '#areas/needs/rules/gate/list-allergens.ts';
import type { Cents } from '#platform/rules/money.ts';
import { searchKey, editsAllowed } from '#platform/rules/search-key.ts';
import {
  FILLERS,
  joined,
  knownMeanings,
  type Meaning,
  type SearchSort,
  singularWord,
  SYMBOLS,
  NEVER_BENT,
} from '#areas/menu/rules/search-words.ts';
import { editDistance } from '#platform/rules/edit-distance.ts';

/** One thing asked for, and the words that ask for it. */
export type SearchPart = { words: string; isAllergen: boolean } & (
  | Meaning
  | { type: 'without'; allergens: readonly Allergen[] }
  | { type: 'avoid'; word: string }
  | { type: 'under'; calories: number | null; cents: Cents | null }
);

export type MenuSearch = {
  parts: readonly SearchPart[];
  /** In legal order. */
  without: Allergen[];
  /** Other foods to leave out, as `clashOf` takes them. */
  avoid: string[];
  diets: Diet[];
  mealType: MealType | null;
  underCalories: number | null;
  underCents: Cents | null;
  sort: SearchSort | null;
  /** Null: not asked. */
  hasChilli: boolean | null;
  /** Words read as others: "chiken" as "chicken". */
  respelled: readonly { written: string; read: string }[];
};

const LONGEST_PHRASE = 4;
const STANDING_ALONE = /^(?:gf|df|nf|ef|c(?:o?e|oe)liac|celiac)/;
const BEFORE = /^(?:no|non|not|without|minus|hold|avoid|allergicto|allergic|allergyto)(?=.{2})/;
const AFTER = /(?<=.{2})(?:free|fre|allergy|allergic|intolerant|intolerance)$/;
const LIMIT =
  /(?:\b(?:under|below|less than|max|up to)|<)\s*(\$?)\s*(\d{1,5}(?:\.\d+)?)\s*(calories|calorie|cals?|kcal|kj|dollars?|bucks)?(?![\p{L}\p{N}])/gu;
const KJ_PER_CAL = 4.184;
/** No meal costs as much in dollars, or has as little energy. */
const LEAST_CALORIES = 50;

/** `vocabulary`: every word of the menu, as `searchKey` has it. In quotes: as written, nothing is respelled. */
export function readSearch(search: string, vocabulary: ReadonlySet<string>): MenuSearch {
  const limits: SearchPart[] = [];
  const plain = search.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const text = plain.replaceAll(LIMIT, (words, dollar: string, number: string, unit = '') => {
    limits.push(limitOf(words, dollar !== '', Number(number), String(unit)));
    return ' ';
  });
  const written = searchKey(text.replaceAll(SYMBOLS, ' ')).split(' ').filter(Boolean);
  const isAsWritten = /^["“].*["”]$/u.test(search.trim());
  const respelled: { written: string; read: string }[] = [];
  const words = written.map((word, at) => {
    const isKept = isAsWritten || isInPhrase(written, at);
    const read = isKept ? word : respell(word, vocabulary);
    if (read !== word) respelled.push({ written: word, read });
    return read;
  });
  const left: (string | null)[] = [...words];
  const parts = [...leftOut(words, left), ...asked(left), ...limits];
  return { parts, respelled, ...summaryOf(parts) };
}

/** "based" is no word of ours, "plant based" is. */
function isInPhrase(words: readonly string[], at: number): boolean {
  return Array.from({ length: LONGEST_PHRASE }, (_, back) => at - back).some((from) =>
    Array.from({ length: LONGEST_PHRASE }, (_, more) => Math.max(from, 0) + more + 1).some(
      (to) => from >= 0 && to > at && knownMeanings().has(joined(words.slice(from, to))),
    ),
  );
}

function limitOf(words: string, isDollars: boolean, number: number, unit: string): SearchPart {
  const isPrice =
    isDollars || /^(?:dollar|buck)/.test(unit) || (unit === '' && number < LEAST_CALORIES);
  const calories = unit === 'kj' ? number / KJ_PER_CAL : number;
  return {
    type: 'under',
    words: words.trim(),
    isAllergen: false,
    calories: isPrice ? null : calories,
    cents: isPrice ? Math.round(number * 100) : null,
  };
}

/** Takes its words out of `left`. */
function leftOut(words: readonly string[], left: (string | null)[]): SearchPart[] {
  const parts: SearchPart[] = [];
  const take = (from: number, to: number, allergens: readonly Allergen[]) => {
    if (allergens.length === 0) return;
    parts.push({
      type: 'without',
      allergens,
      words: words.slice(from, to).join(' '),
      isAllergen: true,
    });
    left.fill(null, from, to);
  };
  for (let from = 0; from < words.length; from += 1) {
    for (let to = Math.min(words.length, from + LONGEST_PHRASE); to > from; to -= 1) {
      const phrase = words.slice(from, to).join('');
      if (STANDING_ALONE.test(phrase)) take(from, to, allergensAsked(phrase));
      const before = BEFORE.exec(phrase)?.[0];
      if (before !== undefined)
        take(from, listEnd(words, to), listOf(words, from, to, phrase.slice(before.length)));
      const after = AFTER.exec(phrase)?.[0];
      if (after !== undefined) {
        const start = listStart(words, from);
        take(start, to, [
          ...allergensAsked(phrase.slice(0, -after.length)),
          ...words.slice(start, from).flatMap((word) => allergensAsked(word)),
        ]);
      }
    }
  }
  return parts;
}

/** "no nuts or dairy". */
function listEnd(words: readonly string[], to: number): number {
  let end = to;
  while (isJoining(words[end]) && allergensAsked(words[end + 1] ?? '').length > 0) end += 2;
  return end;
}

function listOf(words: readonly string[], from: number, to: number, food: string): Allergen[] {
  const first = allergensAsked(food);
  if (first.length === 0 || from === to) return [];
  return [...first, ...words.slice(to, listEnd(words, to)).flatMap((word) => allergensAsked(word))];
}

/** "dairy and gluten free". */
function listStart(words: readonly string[], from: number): number {
  let start = from;
  while (
    start >= 2 &&
    isJoining(words[start - 1]) &&
    allergensAsked(words[start - 2] ?? '').length > 0
  )
    start -= 2;
  return start;
}

function isJoining(word: string | undefined): boolean {
  return word === 'and' || word === 'or' || word === 'nor' || word === '&';
}

function asked(left: readonly (string | null)[]): SearchPart[] {
  const parts: SearchPart[] = [];
  let at = 0;
  while (at < left.length) {
    const part = left[at] === null ? null : phraseAt(left, at);
    if (part) parts.push(part.part);
    at += part?.length ?? 1;
  }
  return parts;
}

type FoundPart = { length: number; part: SearchPart };

function phraseAt(left: readonly (string | null)[], at: number): FoundPart | null {
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const words = left.slice(at, at + length).filter((word) => word !== null);
    const meaning = words.length === length ? knownMeanings().get(joined(words)) : undefined;
    if (meaning) return { length, part: { ...meaning, words: words.join(' '), isAllergen: false } };
  }
  const [word, next, after] = [left[at] ?? '', left[at + 1] ?? '', left[at + 2]];
  const isLeftOut = (word === 'no' || word === 'without') && next !== '' && !FILLERS.has(next);
  if (isLeftOut) return { length: 2, part: avoided(next, `${word} ${next}`) };
  if (next === 'free' && !FILLERS.has(word) && after !== null)
    return { length: 2, part: avoided(word, `${word} free`) };
  if (FILLERS.has(word)) return null;
  return {
    length: 1,
    part: { type: 'word', word: singularWord(word), words: word, isAllergen: false },
  };
}

function avoided(word: string, words: string): SearchPart {
  const meaning = knownMeanings().get(joined([word]));
  const named = meaning && 'word' in meaning ? meaning.word : singularWord(word);
  return { type: 'avoid', word: named, words, isAllergen: true };
}

function summaryOf(parts: readonly SearchPart[]): Omit<MenuSearch, 'parts' | 'respelled'> {
  const of = <Type extends SearchPart['type']>(type: Type) =>
    parts.filter((part): part is Extract<SearchPart, { type: Type }> => part.type === type);
  const without = new Set(of('without').flatMap(({ allergens }) => allergens));
  const least = (limits: (number | null)[]) => {
    const given = limits.filter((limit) => limit !== null);
    return given.length === 0 ? null : Math.min(...given);
  };
  return {
    without: ALLERGENS.filter((allergen) => without.has(allergen)),
    avoid: of('avoid').map(({ word }) => word),
    diets: of('diet').map(({ diet }) => diet),
    mealType: of('mealType')[0]?.mealType ?? null,
    underCalories: least(of('under').map(({ calories }) => calories)),
    underCents: least(of('under').map(({ cents }) => cents)),
    sort: of('sort')[0]?.sort ?? null,
    hasChilli: of('chilli').length === 0 ? null : of('chilli').every(({ has }) => has),
  };
}

// A word of the menu or of our rule for one that is neither, and only where it is nearly the same.

/** For words that are needs: a misspelled need must be heard. */
const NEEDS =
  'gluten,wheat,coeliac,celiac,dairy,milk,lactose,cheese,nut,peanut,almond,cashew,soy,sesame,seafood,shellfish,fish,egg,allergy,allergic,intolerant,without,free,protein,under'.split(
    ',',
  );

/** The word itself where it is known, starts one that is, or nothing is near. */
function respell(word: string, vocabulary: ReadonlySet<string>): string {
  const single = singularWord(word);
  if (
    editsAllowed(single) === 0 ||
    !/^\p{L}+$/u.test(word) ||
    NEVER_BENT.has(single) ||
    FILLERS.has(word)
  )
    return word;
  const known = [...vocabulary, ...NEEDS, ...knownMeanings().keys()];
  const isKnown =
    allergensAsked(word).length > 0 ||
    knownMeanings().has(joined([word])) ||
    known.some((other) => other.startsWith(single)) ||
    NEEDS.some((need) => (word.startsWith('no') ? word.slice(2) === need : word === `${need}free`));
  if (isKnown) return word;
  let [nearest, fewest] = [word, Infinity];
  for (const other of known) {
    const edits = editsTo(single, singularWord(other));
    if (edits < fewest) [nearest, fewest] = [other, edits];
  }
  return nearest;
}

/** Infinity: too far. */
function editsTo(word: string, other: string): number {
  if (!isFirstAlike(word, other) || Math.abs(word.length - other.length) > 2) return Infinity;
  const limit = editsAllowed(word);
  const edits = editDistance(word, other, 2);
  if (edits <= limit) return edits;
  return edits === 2 && isLeavingOut(word, other) ? edits : Infinity;
}

function isFirstAlike(word: string, other: string): boolean {
  const isSwapped = word[0] === other[1] && word[1] === other[0];
  return word[0] === other[0] || isSwapped;
}

/** Only characters of the other are missing: "chikn". */
function isLeavingOut(word: string, other: string): boolean {
  let at = 0;
  for (const character of other) if (character === word[at]) at += 1;
  return at === word.length && other.length - word.length === 2;
}
