/** What the words of a search mean, beyond the food they name. Ours. */
import type { MainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';

export type SearchSort = 'price' | 'calories' | 'protein' | 'carbs' | 'sodium';

/** A kind of food: by its name and first ingredients, by name and description, or by what it is mostly made of. */
export type KindOfDish =
  | { start: RegExp }
  | { text: RegExp }
  | { name: RegExp }
  | { mains: readonly MainIngredient[] }
  | { freezable: true };

/** The first is what the kitchen writes, in the form of `searchKey`. */
const SYNONYMS: readonly string[] = [
  'capsicum, bell pepper',
  'eggplant, aubergine',
  'zucchini, courgette',
  'coriander, cilantro',
  'rocket, arugula',
  'chickpea, garbanzo',
  'sweet potato, kumara',
  'barramundi, barra',
  'bolognese, spag bol',
  'parmigiana, parmy, parma, parmi',
  'dal, dahl, dhal',
  'potato, spud',
  'mushroom, shroom',
  'yoghurt, yogurt',
  'cottage pie, shepherds pie',
];

const MAINS: Partial<Record<MainIngredient, string>> = {
  chicken: 'chicken, chook',
  beef: 'beef, steak',
  lamb: 'lamb',
  pork: 'pork',
  fish: 'fish',
  prawn: 'prawn, shrimp',
};

const DIETS: Partial<Record<Diet, string>> = {
  vegetarian: 'vegetarian, veggie, veggy, vego, vegie, meat free, meatless, no meat, without meat',
  vegan: 'vegan, plant based',
  pescatarian: 'pescatarian, pescetarian',
  'no pork': 'no pork, pork free, without pork',
  'no beef': 'no beef, beef free, without beef',
  halal: 'halal',
  kosher: 'kosher',
  'low FODMAP': 'fodmap, low fodmap',
};

const SORTS: Record<SearchSort, string> = {
  protein: 'high protein, most protein, more protein, protein',
  carbs: 'low carb, less carb, no carb, keto, diabetic, diabetes',
  calories: 'low cal, low calorie, fewest calorie, light, lighter',
  sodium: 'low salt, low sodium, less salt',
  price: 'cheap, cheapest, cheaper, budget',
};

const KINDS: readonly [words: string, kind: KindOfDish][] = [
  [
    'pasta',
    {
      start:
        /\b(?:pasta|spaghetti|linguine|pappardelle|penne|cannelloni|lasagn[ae]|fettuccine|rigatoni|tagliatelle|gnocchi|ravioli|tortellini|macaroni)\b/,
    },
  ],
  ['noodle', { start: /\b(?:noodles?|vermicelli|soba|udon|ramen|pad thai|laksa|pho)\b/ }],
  ['rice', { start: /\b(?:rice(?! (?:vermicelli|noodle|flour|vinegar))|biryani|risotto)\b/ }],
  ['curry', { name: /\b(?:curry|butter chicken|dal|korma|tikka|masala|vindaloo|rendang|laksa)\b/ }],
  ['soup', { name: /\b(?:soup|broth|chowder|ramen|laksa|pho|minestrone)\b/ }],
  ['salad', { name: /\b(?:salad|caesar|nicoise|slaw)\b/ }],
  ['seafood', { mains: ['fish', 'prawn'] }],
  ['red meat', { mains: ['beef', 'lamb', 'pork'] }],
  ['meat', { mains: ['chicken', 'beef', 'lamb', 'pork'] }],
  ['comfort, comfort food', { name: /\b(?:pie|mash|ragu|bolognese|roast|goulash|curry|slow)\b/ }],
  ['cold', { name: /\b(?:salad|caesar|nicoise|tabouli|slaw)\b/ }],
  ['freezable, freezer, frozen', { freezable: true }],
  ['thai', { name: /\b(?:thai|green curry|red curry|massaman|larb|tom yum)\b/ }],
  ['vietnamese', { text: /\b(?:vietnamese|nuoc cham|lemongrass chicken|pho|banh mi)\b/ }],
  ['japanese', { text: /\b(?:japanese|teriyaki|soba|katsu|donburi|udon|ramen)\b/ }],
  ['korean', { text: /\b(?:korean|bibimbap|bulgogi|kimchi|gochujang)\b/ }],
  ['mexican', { text: /\b(?:mexican|burrito|taco|fajita|enchilada|chipotle)\b/ }],
  [
    'italian',
    {
      text: /\b(?:italian|ragu|parmigiana|cacciatore|bolognese|cannelloni|linguine|sugo|risotto)\b/,
    },
  ],
  ['greek', { text: /\b(?:greek|souvlaki|tzatziki|moussaka|kleftiko)\b/ }],
  ['moroccan', { text: /\b(?:moroccan|tagine|harissa|chermoula)\b/ }],
];

/** What a word asks for. `claim`: what we never say of a meal. */
export type Meaning =
  | { type: 'main'; main: MainIngredient; word: string }
  | { type: 'kind'; kind: KindOfDish; word: string }
  | { type: 'diet'; diet: Diet }
  | { type: 'sort'; sort: SearchSort; isClaim: boolean }
  | { type: 'chilli'; has: boolean; forKids: boolean }
  | { type: 'mealType'; mealType: MealType }
  | { type: 'claim'; claim: string }
  | { type: 'word'; word: string };

const CLAIMS = 'organic, low gi, keto friendly, paleo';

export const NEVER_BENT = new Set('burger,sushi,pizza,pie,ramen,taco,wrap,dumpling'.split(','));

/** Say nothing of a meal. */
export const FILLERS = new Set(
  'a,an,and,any,anything,dish,dishes,food,for,free,friendly,fre,i,in,is,it,me,meal,my,no,not,of,on,or,please,recipe,some,something,that,the,to,want,with,without'.split(
    ',',
  ),
);

/** No part of a word: what is written with them is found without. */
export const SYMBOLS = /[<>*_#~|=^{}[\]\\!?]+/gu;

/** The parts of recipes that are hot; paprika and pepper are not. */
export const CHILLI =
  /\b(?:chill?i(?:es|s|e)?|jalapenos?|chipotle|kashmiri|harissa|gochujang|sambal|kimchi|sriracha)\b/;

/** One word for "bowls" and "bowl". */
export function singularWord(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/oes$/, 'o')
    .replace(/(?<![su])s$/, '');
}

/** Words as they are looked up: singular, without spaces. */
export function joined(words: readonly string[]): string {
  return words.map(singularWord).join('');
}

let meanings: ReadonlyMap<string, Meaning> | null = null;

/** By joined words: "plantbased" -> vegan. */
export function knownMeanings(): ReadonlyMap<string, Meaning> {
  meanings ??= build();
  return meanings;
}

function build(): ReadonlyMap<string, Meaning> {
  const all = new Map<string, Meaning>();
  const add = (phrases: string, meaning: Meaning) => {
    for (const phrase of phrases.split(', ')) all.set(joined(phrase.split(' ')), meaning);
  };
  for (const phrases of SYNONYMS) {
    add(phrases, { type: 'word', word: phrases.split(', ')[0] ?? phrases });
  }
  for (const [main, words] of Object.entries(MAINS)) {
    add(words, { type: 'main', main: main as MainIngredient, word: main });
  }
  for (const [diet, words] of Object.entries(DIETS))
    add(words, { type: 'diet', diet: diet as Diet });
  for (const [sort, words] of Object.entries(SORTS)) {
    add(words, { type: 'sort', sort: sort as SearchSort, isClaim: false });
  }
  add('keto, diabetic, diabetes', { type: 'sort', sort: 'carbs', isClaim: true });
  for (const [words, kind] of KINDS) {
    add(words, { type: 'kind', kind, word: words.split(', ')[0] ?? words });
  }
  add('spicy, hot, chilli, chili, chile, chillies', { type: 'chilli', has: true, forKids: false });
  add(
    'mild, not spicy, not hot, no spicy, no chilli, no chili, non spicy, without chilli, chilli free',
    {
      type: 'chilli',
      has: false,
      forKids: false,
    },
  );
  add('kid, child, children, toddler, kid friendly, child friendly, family friendly', {
    type: 'chilli',
    has: false,
    forKids: true,
  });
  add('lunch, lunches', { type: 'mealType', mealType: 'lunch' });
  add('dinner, tea', { type: 'mealType', mealType: 'dinner' });
  for (const claim of CLAIMS.split(', ')) add(claim, { type: 'claim', claim });
  return all;
}
