/**
 * What the words of an ingredient list stand for: other names of the same food, families, namesakes, and terms that may
 * hide a food. For words to avoid, which no law lists. Ours.
 */

import { wordKey, wordsOf } from '#areas/needs/rules/food-notes/note-text.ts';

/** The first is the name that the others are read as. */
const SYNONYMS = [
  'kiwifruit, kiwi',
  'capsicum, bell pepper, sweet pepper',
  'eggplant, aubergine',
  'coriander, cilantro',
  'corn, maize, cornflour, sweetcorn, polenta',
  'chilli, jalapeño, chipotle, cayenne',
  'zucchini, courgette',
  'spring onion, green onion, scallion',
  'rocket, arugula',
  'beetroot, beet',
  'chickpea, garbanzo',
];

/** As customers write them in other languages; the first is how the kitchen reads it. */
const ELSEWHERE = [
  'onion, cebolla, oignon, zwiebel, zwiebeln, cipolla, ui, hanh, 洋葱, 洋蔥, 玉ねぎ, 양파, หอมใหญ่, प्याज, प्याज़, pyaz, лук, cebula, κρεμμυδι, κρεμμυδια, بصل, sogan',
  'garlic, ajo, ail, knoblauch, aglio, toi, 大蒜, 蒜, 마늘, กระเทียม, लहसुन, lehsun, lasun, чеснок, czosnek, σκορδο, ثوم, sarimsak',
  'coriander, koriander, cilantro fresco, rau mui, ngo ri, 香菜, パクチー, 고수, ผักชี, धनिया, dhaniya, кинза',
  'mushroom, shroom, champignon, pilze, funghi, 蘑菇, 버섯, гриб, грибы',
  'spring onion, 葱',
  'chilli, cabe, 辣椒, chile, chili',
  'eggplant, बैंगन',
  'msg, 味精',
];

/** Who leaves out the first leaves out the others. With a star: a list that says only the first may hide any of them. */
const FAMILIES = [
  'onion: spring onion, shallot',
  'citrus*: lemon, lime, orange, mandarin, grapefruit',
  'legume*: pea, lentil, chickpea, bean',
  'red meat*: beef, lamb, veal, pork, kangaroo',
  'nightshade*: tomato, capsicum, chilli, eggplant, potato',
  'alcohol*: wine, beer, cider, mirin',
  'seed*: chia, flaxseed, linseed, mustard, poppy seed, pumpkin seed, sesame, sunflower seed',
];

/** The word in brackets is no word of that food: sweet potato is no potato. */
const NAMESAKES = [
  'sweet potato (potato)',
  'butter bean (butter)',
  'cocoa butter (butter)',
  'nut butter (butter)',
  'peanut butter (butter)',
  'almond butter (butter)',
  'cream of tartar (cream)',
  'coconut cream (cream)',
  'coconut milk (milk)',
  'oat milk (milk)',
  'almond milk (milk)',
  'soy milk (milk)',
  'rice milk (milk)',
  'water chestnut (chestnut)',
  'oyster mushroom (oyster)',
  'lemon grass (lemon)',
  'bell pepper (pepper)',
  'sweet pepper (pepper)',
];

/** A food of one of these kinds may be in a term that hides the kind. */
const KINDS = {
  fruit:
    'apple, apricot, banana, berry, blackberry, blueberry, cherry, cranberry, currant, date, fig, grape, grapefruit, kiwifruit, lemon, lime, mandarin, mango, melon, nectarine, orange, papaya, passionfruit, peach, pear, pineapple, plum, pomegranate, raisin, raspberry, rhubarb, strawberry, sultana, watermelon, lychee, citrus',
  vegetable:
    'asparagus, avocado, beetroot, bok choy, broccoli, cabbage, capsicum, carrot, cauliflower, celery, chilli, corn, cucumber, eggplant, fennel, garlic, ginger, kale, leek, lettuce, mushroom, nightshade, okra, olive, onion, parsnip, potato, pumpkin, radish, rocket, shallot, silverbeet, spinach, spring onion, sprout, swede, sweet potato, tomato, turnip, zucchini',
  herb: 'basil, bay leaf, chive, coriander, dill, lemon grass, marjoram, mint, oregano, parsley, rosemary, sage, tarragon, thyme',
  spice:
    'aniseed, cardamom, cinnamon, clove, cumin, fenugreek, mustard, nutmeg, paprika, pepper, saffron, star anise, turmeric, vanilla',
  meat: 'beef, chicken, duck, ham, kangaroo, lamb, pork, red meat, turkey, veal',
  legume: 'bean, chickpea, lentil, legume, pea',
  grain: 'barley, buckwheat, oat, quinoa, rice, rye, wheat',
  oil: 'avocado, canola, coconut, corn, cottonseed, olive, palm, rapeseed, rice bran, sunflower',
  starch: 'arrowroot, corn, potato, rice, tapioca, wheat',
  alcohol: 'alcohol, beer, cider, mirin, wine',
} as const;

/** All foods that we know the kind of. */
export const KNOWN_FOODS = Object.values(KINDS).join(', ');

type FoodKind = keyof typeof KINDS;

/** Leaving out one of these leaves out all that we know of it. */
const WHOLE_KINDS = ['fruit', 'vegetable', 'herb', 'spice', 'meat', 'grain'] as const;

/** Each hides foods of these kinds when its parts are not given in brackets; a food of no known kind may be in all. */
const COLLECTIVES: readonly [terms: string, hides: readonly FoodKind[] | 'anything'][] = [
  [
    'spice, mixed spice, seasoning, curry powder, curry paste, garam masala, five spice, spice mix',
    ['spice', 'herb', 'vegetable', 'starch'],
  ],
  ['herb, mixed herb', ['herb']],
  ['flavour, flavor, flavouring, flavoring', 'anything'],
  [
    'stock, broth, bouillon, stock powder',
    ['vegetable', 'herb', 'spice', 'meat', 'legume', 'starch', 'alcohol'],
  ],
  ['sauce', 'anything'],
  ['vegetable, veg, mixed vegetable', ['vegetable', 'legume']],
  ['starch, modified starch, thickener', ['starch']],
  ['oil, vegetable oil', ['oil']],
  ['pulse', ['legume']],
];

/** "soy sauce" and "olive oil" say of what they are made; the sauce may hold more than that. */
const NAMED_OILS =
  'avocado, canola, coconut, olive, palm, peanut, rapeseed, rice bran, sesame, sunflower, corn';

export type FoodWords = {
  /** By the closed spelling: "bellpepper" -> "capsicum". */
  nameOf: ReadonlyMap<string, string>;
  /** By the closed spelling of another language: "zwiebel" -> "onion". */
  inEnglish: ReadonlyMap<string, string>;
  /** Closed names of what leaving this out leaves out, itself included. */
  membersOf: (name: string) => ReadonlySet<string>;
  /** By closed phrase: the closed word that it does not mean. */
  namesakes: ReadonlyMap<string, string>;
  /** By closed term: whether it may hide this closed food. */
  collectives: ReadonlyMap<string, (food: string) => boolean>;
  /** What is pressed for an "oil", by closed name. */
  namedOils: ReadonlySet<string>;
};

/** Words of the longest phrase. */
export const LONGEST_PHRASE = 3;

let built: FoodWords | null = null;

/** Built once, on first use. */
export function foodWords(): FoodWords {
  built ??= build();
  return built;
}

/** One spelling for "egg plant" and "eggplant", "Capsicums" and "capsicum". */
export function close(phrase: string): string {
  return closeKeys(wordsOf(phrase).map(({ key }) => key));
}

export function closeKeys(keys: readonly string[]): string {
  return wordKey(keys.join(''));
}

function build(): FoodWords {
  const all = (list: string) => list.split(',').map(close);
  const nameOf = new Map<string, string>();
  for (const list of SYNONYMS) {
    const [name = '', ...others] = all(list);
    for (const other of others) nameOf.set(other, name);
  }
  const inEnglish = new Map<string, string>();
  for (const list of ELSEWHERE) {
    const [name = '', ...others] = list.split(', ');
    for (const other of others) inEnglish.set(close(other), name);
  }
  const families = new Map<string, ReadonlySet<string>>(
    WHOLE_KINDS.map((kind) => [close(kind), new Set([close(kind), ...all(KINDS[kind])])]),
  );
  const collectives = new Map<string, (food: string) => boolean>();
  for (const family of FAMILIES) {
    const [name = '', members = ''] = family.split(':');
    const set = new Set([close(name), ...all(members)]);
    families.set(close(name), set);
    if (name.endsWith('*')) collectives.set(close(name), (food) => set.has(food));
  }
  const kindsOf = new Map<string, Set<FoodKind>>();
  for (const [kind, list] of Object.entries(KINDS)) {
    for (const food of all(list)) {
      const kinds = kindsOf.get(food) ?? new Set();
      kindsOf.set(food, kinds.add(kind as FoodKind));
    }
  }
  for (const [terms, hides] of COLLECTIVES) {
    for (const term of all(terms)) {
      collectives.set(term, (food) => {
        const kinds = kindsOf.get(food);
        if (hides === 'anything' || !kinds) return true;
        return hides.some((kind) => kinds.has(kind));
      });
    }
  }
  return {
    nameOf,
    inEnglish,
    membersOf: (name) => families.get(name) ?? new Set([name]),
    namesakes: new Map(
      NAMESAKES.map((each) => {
        const [phrase = '', word = ''] = each.split(/[()]/u);
        return [close(phrase), close(word)] as const;
      }),
    ),
    collectives,
    namedOils: new Set(all(NAMED_OILS)),
  };
}

const closedSets = new Map<string, ReadonlySet<string>>();

/** The words of a list with commas, closed; made once for each list. */
export function closedSet(list: string): ReadonlySet<string> {
  const known = closedSets.get(list) ?? new Set(list.split(',').map(close));
  closedSets.set(list, known);
  return known;
}
