/** What a meal is mostly made of, so that a week does not bring the same twice in a row. Ours. */

export type MainIngredient =
  | 'fish'
  | 'prawn'
  | 'chicken'
  | 'beef'
  | 'lamb'
  | 'pork'
  | 'soy'
  | 'egg'
  | 'cheese'
  | 'pulse';

const NAMES: readonly (readonly [MainIngredient, RegExp])[] = [
  [
    'fish',
    /\b(?:fish|barramundi|snapper|salmon|tuna|trout|cod|ling|whiting|flathead|mackerel|kingfish|bream|mullet|sardines?)\b|\(fish\)/,
  ],
  ['prawn', /\b(?:prawns?|shrimps?|crabs?|bugs?|lobster|scampi|yabb(?:y|ies))\b|\(crustacean\)/],
  ['chicken', /\bchicken\b/],
  ['beef', /\b(?:beef|brisket|veal)\b/],
  ['lamb', /\b(?:lamb|mutton)\b/],
  ['pork', /\b(?:pork|bacon|ham|prosciutto|chorizo)\b/],
  ['soy', /\b(?:soya?|soybeans?|tofu|tempeh|edamame)\b/],
  ['egg', /\beggs?\b/],
  ['cheese', /\b(?:cheese|paneer|halloumi|feta|ricotta|mozzarella|parmesan)\b/],
  [
    'pulse',
    /\b(?:lentils?|chickpeas?|dal|split peas?|(?:black|kidney|cannellini|white|borlotti|butter|broad|pinto|navy) beans?)\b/,
  ],
];
/** Made from a main ingredient, but not one: chicken stock, soy sauce, egg noodles. */
const MADE_FROM_IT = /\b(?:stock|broth|sauce|paste|oil|milk|noodles?|crackers?)\b/;
const FIRST = 3;

/** By the first three ingredients, the heaviest first; null if none of them is a main ingredient. */
export function mainIngredient(ingredients: string): MainIngredient | null {
  for (const ingredient of topIngredients(ingredients).slice(0, FIRST)) {
    const text = ingredient.toLowerCase();
    const name = text.replace(/[([].*/, '');
    if (MADE_FROM_IT.test(name)) continue;
    const allergenOnly = /\((?:fish|crustacean)\)$/.exec(text)?.[0] ?? '';
    const main = NAMES.find(([, pattern]) => pattern.test(`${name} ${allergenOnly}`));
    if (main) return main[0];
  }
  return null;
}

/** Split at the commas that stand outside brackets. */
export function topIngredients(ingredients: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of ingredients) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
