/** Allergens that an ingredient list names, in plain words or by a food that always holds one. Standard 1.2.3. */
import { type Allergen, ALLERGENS, isNamedPlainly } from '#areas/needs/rules/allergens.ts';
import { ALLERGEN_PHRASES } from '#areas/needs/rules/food-notes/allergen-phrases.ts';
import { wordsOf } from '#areas/needs/rules/food-notes/note-text.ts';
import {
  close,
  closedSet,
  closeKeys,
  foodWords,
  LONGEST_PHRASE,
} from '#areas/needs/rules/gate/food-words.ts';

/** In a list these do not say of what they are made, or mean something else than in a customer's note. */
const NOT_IN_LISTS = [
  'nut, nutt, nutz, nf, nutty, mixed nut, trail mix, nut butter, nut product, tree nut, treenut, brazil, macas, pesto',
  'praline, pb, pbj, satay, satay sauce, goober, pican, gf, df, ef, lf milk, creamy, cheesy, custard, latte, milkshake',
  'curd, ice cream, icecream, raita, lassi, bechamel, mayo, mayonnaise, mayonaise, aioli, eggless, meringue, pavlova',
  'quiche, frittata, omelette, omelet, hollandaise, hummus, humus, houmous, hommus, hommous, dukkah, halva, halwa',
  'marinara, paella, seafood, sea food, seefood, prawn cracker, cray, bug meat, snail, roe, surimi, dashi',
  'preservative, preservitive, preservatives 220, 220s, sulphate, sulphides, wine, cooking wine, red wine, white wine, vino',
  'porridge, seitan, udon, milk chocolate, fish allergy, muscles allergy, dried fruit preservative, tvp',
];

/** Directly before it they make a milk, cheese or egg that is none: "soy yoghurt", "plant-based cheese". */
const PLANTS = 'almond, based, cashew, coconut, hemp, macadamia, oat, rice, soy, soya';
/** Anywhere before it. */
const VEGAN = close('vegan');
const FREE = close('free');
/** "no added sulphites", "non-dairy cream". */
const NEGATIONS = 'no, non, not, without, added';
/** What a list says after its ingredients of what may have got into it. */
const TRACES = /\b(?:may (?:also )?(?:contain|be present)|traces of)\b.*$/isu;
const OF_ANIMALS: readonly Allergen[] = ['milk', 'egg'];

const SULPHITES = ['220', '221', '222', '223', '224', '225', '226', '227', '228'].flatMap(
  (number) => [number, `e${number}`],
);

type Phrases = ReadonlyMap<string, readonly Allergen[]>;
let built: Phrases | null = null;

function phrases(): Phrases {
  built ??= build();
  return built;
}

function build(): Phrases {
  const left = new Set(NOT_IN_LISTS.flatMap((list) => list.split(',').map(close)));
  const found = new Map<string, readonly Allergen[]>();
  for (const [allergens, list] of ALLERGEN_PHRASES)
    for (const phrase of list.split(',').map(close))
      if (!left.has(phrase)) found.set(phrase, allergens);
  for (const number of SULPHITES) found.set(number, ['sulphites']);
  return found;
}

const MEAT =
  'chicken, beef, lamb, pork, bacon, ham, turkey, duck, veal, kangaroo, gelatine, gelatin, prosciutto, chorizo, salami, lard, pancetta';
/** "chicken-style pieces", "meat-free mince", "vegan bacon". */

const NO_MEAT = `${PLANTS}, vegan, plant, style, free, meatless, mock`;

/** The first meat, or honey if `withHoney`, that an ingredient list names. */
export function animalNamedIn(list: string, { withHoney }: { withHoney: boolean }): string | null {
  const animals = closedSet(withHoney ? `${MEAT}, honey` : MEAT);
  const noMeat = closedSet(NO_MEAT);
  for (const keys of partsOf(list)) {
    const found = keys.find((key) => animals.has(close(key)));
    if (found !== undefined && !keys.some((key) => noMeat.has(close(key)))) return found;
  }
  return null;
}

/** In legal order. Wheat is named as gluten too. */
export function allergensNamedIn(list: string): Allergen[] {
  const found = new Set(partsOf(list).flatMap(namedInPart));
  if (found.has('wheat')) found.add('gluten');
  return ALLERGENS.filter((allergen) => found.has(allergen));
}

/** What stands after "may contain" is no ingredient. */
export function withoutTraces(list: string): string {
  return list.replace(TRACES, '');
}

/** Words between commas and brackets. */
function partsOf(list: string): string[][] {
  const parts = withoutTraces(list).split(/[,;:.()[\]]/u);
  return parts.map((part) => wordsOf(part).map(({ key }) => key));
}

/** The longest phrase at each place counts: "coconut milk" is no milk, "peanut butter" no butter. */
export function namedInPart(keys: readonly string[]): Allergen[] {
  const plants = closedSet(PLANTS);
  const negations = closedSet(NEGATIONS);
  const named: Allergen[] = [];
  let start = 0;
  while (start < keys.length) {
    const end = start + longestAt(keys, start);
    const before = keys[start - 1] ?? '';
    const isMeant = keys[end] !== FREE && !negations.has(before);
    const isOfPlants = plants.has(before) || keys.slice(0, start).includes(VEGAN);
    const allergens = phrases().get(closeKeys(keys.slice(start, end))) ?? [];
    if (isMeant) named.push(...allergens.filter((one) => !isOfPlants || !OF_ANIMALS.includes(one)));
    start = end;
  }
  return named;
}

function longestAt(keys: readonly string[], start: number): number {
  for (let length = Math.min(LONGEST_PHRASE, keys.length - start); length > 1; length -= 1) {
    const phrase = closeKeys(keys.slice(start, start + length));
    if (phrases().has(phrase) || foodWords().namesakes.has(phrase)) return length;
  }
  return 1;
}

// Whether an ingredient list says what food law wants it to say: the plain name at each food, and the grain. Standard 1.2.3.

/** What stands between commas and brackets: in "firm tofu (27%) (water, soy)" the first of four. */
type ListedItem = {
  /** "firm tofu". */
  text: string;
  keys: readonly string[];
  /** In its own brackets, however deep: "27 water soy". */
  within: string;
  /** Where its text ends in the list. */
  end: number;
};

type MissingName = { text: string; names: readonly string[]; end: number };

/** Malt is declared as gluten, and the list names its grain. */
const PLAIN_NAMES: Partial<Record<Allergen, string>> = { gluten: 'barley' };

/** Foods that hold an allergen and name it neither in their words nor in their brackets: "tofu", which is soy. */
export function missingNamesIn(list: string): MissingName[] {
  return itemsOf(list).flatMap(({ text, keys, within, end }) => {
    // "Gluten" alone is no food: whether the list names its grain is asked of the whole.
    if (text.toLowerCase() === 'gluten') return [];
    const held = new Set(namedInPart(keys));
    const missing = ALLERGENS.filter(
      (allergen) => held.has(allergen) && !isNamedPlainly(`${text} ${within}`, allergen),
    );
    const names = missing
      .filter((allergen) => allergen !== 'gluten' || !missing.includes('wheat'))
      .map((allergen) => PLAIN_NAMES[allergen] ?? allergen);
    return names.length > 0 ? [{ text, names, end }] : [];
  });
}

/** The list with the plain names put in; the same when none is missing. */
export function withPlainNames(list: string): string {
  return missingNamesIn(list)
    .toReversed()
    .reduce((text, { names, end }) => {
      const [share = ''] = /^\s*\(\d[\d.]*\s*%\)/u.exec(text.slice(end)) ?? [];
      const at = end + share.length;
      const [bracket] = /^\s*[([]/u.exec(text.slice(at)) ?? [];
      const [into, added] = bracket
        ? [at + bracket.length, `${names.join(', ')}, `]
        : [at, ` (${names.join(', ')})`];
      return text.slice(0, into) + added + text.slice(into);
    }, list);
}

/** May be wheat or not. */
const DOUBTFUL = 'flour, bread, breadcrumb, noodle, crumb';
/** For what they can be made; "gluten-free" says that it is none of the grains with gluten. */
const SOURCES =
  'wheat, durum, semolina, spelt, barley, rye, oat, rice, corn, maize, buckwheat, quinoa, millet, sorghum, teff, amaranth, bean, mung, lentil, chickpea, besan, pea, potato, tapioca, cassava, arrowroot, coconut, almond, hazelnut, soy, lupin, konjac, gluten';

/** "flour", "crispy noodles", which are noodles: nobody can tell which grain is in them. */
export function doubtfulGrainsIn(list: string): { text: string; kind: string }[] {
  const [doubtful, sources] = [closedSet(DOUBTFUL), closedSet(SOURCES)];
  return itemsOf(list)
    .filter(({ keys }) => doubtful.has(keys.at(-1) ?? ''))
    .filter(
      ({ keys, within }) =>
        ![...keys, ...wordsOf(within).map(({ key }) => key)].some((key) => sources.has(key)),
    )
    .map(({ text }) => ({ text, kind: (text.split(/\s+/u).at(-1) ?? text).toLowerCase() }));
}

function itemsOf(list: string): ListedItem[] {
  const items: ListedItem[] = [];
  const open: (ListedItem | null)[] = [];
  let last: ListedItem | null = null;
  for (const { 1: text = '', 2: sign = '', index } of withoutTraces(list).matchAll(
    /([^,;:.()[\]]*)([,;:.()[\]]|$)/gu,
  )) {
    for (const holder of open) if (holder) holder.within += ` ${text}`;
    const keys = wordsOf(text).map(({ key }) => key);
    if (keys.length > 0) {
      const end = index + text.trimEnd().length;
      last = { text: text.trim(), keys, within: '', end };
      items.push(last);
    }
    if (sign === '(' || sign === '[') open.push(last);
    // "tofu (27%) (soy)": the second bracket is of the same food.
    else if (sign === ')' || sign === ']') last = open.pop() ?? null;
    else last = null;
  }
  return items;
}

/** Which allergens a word to leave out stands for, as customers write it: "dairy", "lactose", "cheese" are milk. Ours. */
let known: ReadonlyMap<string, readonly Allergen[]> | null = null;

/** In legal order; anyone who leaves out wheat leaves out gluten and the other way round. Empty: no allergen of the law. */
export function allergensAsked(phrase: string): readonly Allergen[] {
  known ??= new Map(
    ALLERGEN_PHRASES.flatMap(([allergens, alike]) =>
      alike.split(', ').map((one) => [close(one), withGrain(allergens)] as const),
    ),
  );
  return known.get(close(phrase)) ?? [];
}

function withGrain(allergens: readonly Allergen[]): Allergen[] {
  const isGrain = (one: Allergen) => one === 'wheat' || one === 'gluten';
  const hasGrain = allergens.some(isGrain);
  return ALLERGENS.filter((one) => allergens.includes(one) || (hasGrain && isGrain(one)));
}
