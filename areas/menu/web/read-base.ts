import { firstRule, type MealWords, type Rule, hasFood } from './meal-words.ts';

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

export type ToppingKind =
  | 'yoghurt'
  | 'tahini'
  | 'cream'
  | 'salsa'
  | 'green-salsa'
  | 'parmesan'
  | 'grated-cheese'
  | 'crumbs'
  | 'peanuts'
  | 'cashews'
  | 'almonds'
  | 'walnuts'
  | 'pumpkin-seeds'
  | 'sesame'
  | 'mustard-seeds'
  | 'caraway'
  | 'toasted-rice'
  | 'capers'
  | 'olives'
  | 'rosemary'
  | 'thyme'
  | 'dill'
  | 'basil'
  | 'mint'
  | 'parsley'
  | 'coriander'
  | 'spring-onion'
  | 'chilli'
  | 'lime'
  | 'lemon';

type ToppingRule = { kind: ToppingKind; food: RegExp; if?: RegExp; unless?: RegExp };

const SAUCY = /bolognese|rag[uù]|pie/;

/** From what is spooned on first to what is laid on last. */
const TOPPINGS: readonly ToppingRule[] = [
  { kind: 'yoghurt', food: /yoghurt|tzatziki/, if: /tzatziki|(minted|garlic|spoon of) yoghurt/ },
  { kind: 'tahini', food: /tahini/ },
  { kind: 'cream', food: /^cream$/, if: /curry|butter chicken|korma/ },
  { kind: 'green-salsa', food: /salsa/, if: /coriander salsa/ },
  { kind: 'salsa', food: /salsa/, unless: /coriander salsa/ },
  { kind: 'parmesan', food: /parmesan/ },
  { kind: 'grated-cheese', food: /tasty cheese|cheddar/ },
  { kind: 'crumbs', food: /crumbs/, unless: /crust/ },
  { kind: 'peanuts', food: /roasted peanuts|^peanuts/ },
  { kind: 'cashews', food: /roasted cashews|^cashews/ },
  { kind: 'almonds', food: /almonds/ },
  { kind: 'walnuts', food: /walnuts/ },
  { kind: 'pumpkin-seeds', food: /pumpkin seed/ },
  { kind: 'sesame', food: /sesame seed/ },
  { kind: 'mustard-seeds', food: /spices/, if: /mustard seed/ },
  { kind: 'caraway', food: /caraway/ },
  { kind: 'toasted-rice', food: /toasted ground rice/ },
  { kind: 'capers', food: /^capers/ },
  { kind: 'rosemary', food: /^rosemary/, unless: SAUCY },
  { kind: 'thyme', food: /^thyme/, unless: /rag[uù]/ },
  { kind: 'dill', food: /^dill/ },
  { kind: 'basil', food: /basil$/ },
  { kind: 'mint', food: /^mint$/, unless: /minted yoghurt/ },
  { kind: 'coriander', food: /^coriander$/ },
  { kind: 'parsley', food: /parsley$/, unless: /caesar|tabouli|frittata/ },
  { kind: 'spring-onion', food: /^spring onion/ },
  { kind: 'chilli', food: /^chilli$|green curry paste/, if: /garlic, chilli|thai basil|caramel/ },
  { kind: 'lime', food: /^lime( juice)?$/, if: /lime wedge|squeeze of lime|lime and coriander/ },
  { kind: 'lemon', food: /^lemon( juice)?$/, if: /lemon potatoes|good olive oil|lemon wedge/ },
];

export function readToppings(words: MealWords): ToppingKind[] {
  return TOPPINGS.filter(
    (rule) =>
      hasFood(words, rule.food) &&
      (rule.if === undefined || rule.if.test(words.said)) &&
      !rule.unless?.test(words.said),
  ).map(({ kind }) => kind);
}
