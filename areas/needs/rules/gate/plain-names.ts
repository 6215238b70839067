/** Whether an ingredient list says what food law wants it to say: the plain name at each food, and the grain. Standard 1.2.3. */
import { type Allergen, ALLERGENS, isNamedPlainly } from '#areas/needs/rules/allergens.ts';
import { closedSet, close } from '#areas/needs/rules/gate/food-words.ts';
import { namedInPart, withoutTraces } from '#areas/needs/rules/gate/list-allergens.ts';
import { wordsOf } from '#areas/needs/rules/food-notes/note-text.ts';
import { ALLERGEN_PHRASES } from '#areas/needs/rules/food-notes/allergen-phrases.ts';

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

export type MissingName = { text: string; names: readonly string[]; end: number };

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
    ALLERGEN_PHRASES.flatMap(([allergens, phrases]) =>
      phrases.split(', ').map((one) => [close(one), withGrain(allergens)] as const),
    ),
  );
  return known.get(close(phrase)) ?? [];
}

function withGrain(allergens: readonly Allergen[]): Allergen[] {
  const isGrain = (one: Allergen) => one === 'wheat' || one === 'gluten';
  const hasGrain = allergens.some(isGrain);
  return ALLERGENS.filter((one) => allergens.includes(one) || (hasGrain && isGrain(one)));
}
