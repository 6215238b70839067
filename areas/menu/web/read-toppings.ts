import { hasFood, type MealWords } from './recipe-meal-words.ts';

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
