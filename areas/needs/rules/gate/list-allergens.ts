/** Allergens that an ingredient list names, in plain words or by a food that always holds one. Standard 1.2.3. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { ALLERGEN_PHRASES } from '#areas/needs/rules/food-notes/allergen-phrases.ts';
import { wordsOf } from '#areas/needs/rules/food-notes/note-text.ts';
import { close, closeKeys, foodWords, LONGEST_PHRASE } from '#areas/needs/rules/gate/food-words.ts';

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

/** A milk, cheese or egg of one of these is none. */
const PLANT_MADE =
  'almond, cashew, coconut, hemp, macadamia, oat, oate, plant, plantbased, rice, soy, soya, vegan';
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
/** "chicken-style pieces", "meat-free mince". */
const NO_MEAT = `${PLANT_MADE}, style, free, meatless, mock`;

/** Meat, and honey if `withHoney`, that an ingredient list names; the first, as it is written. */
export function animalNamedIn(list: string, { withHoney }: { withHoney: boolean }): string | null {
  const animals = new Set(`${MEAT}${withHoney ? ', honey' : ''}`.split(',').map(close));
  const plants = new Set(NO_MEAT.split(',').map(close));
  for (const part of list.split(/[,;:.()[\]]/u)) {
    const words = wordsOf(part);
    if (words.some(({ key }) => plants.has(close(key)))) continue;
    const found = words.find(({ key }) => animals.has(close(key)));
    if (found) return found.key;
  }
  return null;
}

/** In legal order. Wheat is named as gluten too; what stands after "may contain" is no ingredient. */
export function allergensNamedIn(list: string): Allergen[] {
  const found = new Set<Allergen>();
  for (const part of list.split(/[,;:.()[\]]/u)) {
    const keys = wordsOf(part).map(({ key }) => key);
    for (const allergen of namedInPart(keys)) found.add(allergen);
  }
  if (found.has('wheat')) found.add('gluten');
  return ALLERGENS.filter((allergen) => found.has(allergen));
}

/** The longest phrase at each place counts: "coconut milk" is no milk, "peanut butter" no butter. */
function namedInPart(keys: readonly string[]): Allergen[] {
  const { namesakes } = foodWords();
  const plants = new Set(PLANT_MADE.split(',').map(close));
  const named: Allergen[] = [];
  let start = 0;
  while (start < keys.length) {
    const length = longestAt(keys, start);
    const phrase = closeKeys(keys.slice(start, start + length));
    const isOfPlants = keys.slice(0, start).some((key) => plants.has(key));
    if (!namesakes.has(phrase) || phrases().has(phrase)) {
      const allergens = phrases().get(phrase) ?? [];
      named.push(...allergens.filter((one) => !isOfPlants || !OF_ANIMALS.includes(one)));
    }
    start += length;
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
