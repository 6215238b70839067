import { firstRule, type MealWords, type Rule } from './recipe-meal-words.ts';

export type BaseKind =
  | 'clear-broth'
  | 'lentil-broth'
  | 'sugo'
  | 'ragu'
  | 'vermicelli'
  | 'glass-noodles'
  | 'soba'
  | 'linguine'
  | 'pappardelle'
  | 'penne'
  | 'polenta'
  | 'sweet-potato-mash'
  | 'pumpkin-mash'
  | 'potato-mash'
  | 'tabouli'
  | 'couscous'
  | 'quinoa'
  | 'dal'
  | 'leaves'
  | 'brown-rice'
  | 'white-rice'
  | 'lentils'
  | 'white-beans'
  | 'sweet-potatoes'
  | 'potatoes';

/** By what the meal is called or said to be. */
const BY_DESCRIPTION: readonly Rule<BaseKind>[] = [
  [/\bsoup\b.*(lentil|pumpkin|tomato)|(lentil|pumpkin|tomato).*\bsoup\b/s, 'lentil-broth'],
  [/\bsoup\b|\bbroth\b/, 'clear-broth'],
  [/cannelloni|parmigiana|lasagne/, 'sugo'],
  [/(cottage|shepherd.?s) pie/, 'ragu'],
  [/vermicelli/, 'vermicelli'],
  [/glass noodle/, 'glass-noodles'],
  [/soba|noodle/, 'soba'],
  [/linguine|spaghetti|fettuccine/, 'linguine'],
  [/pappardelle|tagliatelle/, 'pappardelle'],
  [/penne|rigatoni|\bpasta\b/, 'penne'],
  [/polenta/, 'polenta'],
  [/sweet potato mash/, 'sweet-potato-mash'],
  [/pumpkin[\w ]*\bmash/, 'pumpkin-mash'],
  [/\bmash\b/, 'potato-mash'],
  [/freekeh|tabouli/, 'tabouli'],
  [/couscous/, 'couscous'],
  [/quinoa/, 'quinoa'],
  [/\bdal\b/, 'dal'],
  [/caesar|niçoise|nicoise/, 'leaves'],
];

const BY_FOOD: readonly Rule<BaseKind>[] = [
  [/brown rice/, 'brown-rice'],
  [/(jasmine|basmati|white|steamed) rice|^(cooked )?rice$/, 'white-rice'],
  [/lentil/, 'lentils'],
  [/cannellini|white bean/, 'white-beans'],
  [/sweet potato/, 'sweet-potatoes'],
  [/potato/, 'potatoes'],
  [/lettuce|kale|rocket|salad/, 'leaves'],
];

export function readBase({ said, foods }: MealWords): BaseKind {
  return (
    firstRule(BY_DESCRIPTION, said) ??
    foods.map((food) => firstRule(BY_FOOD, food)).find((found) => found !== undefined) ??
    firstRule(BY_FOOD, said) ??
    'white-rice'
  );
}
