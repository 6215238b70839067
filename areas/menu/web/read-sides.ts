import type { MealWords } from './meal-words.ts';

export type SideKind =
  | 'green-beans'
  | 'broccolini'
  | 'snow-peas'
  | 'peas'
  | 'edamame'
  | 'corn'
  | 'roast-carrots'
  | 'carrot-sticks'
  | 'carrot-rounds'
  | 'pickles'
  | 'cos'
  | 'kale'
  | 'rocket'
  | 'spinach'
  | 'wilted-spinach'
  | 'silverbeet'
  | 'bok-choy'
  | 'gai-lan'
  | 'wombok'
  | 'red-cabbage'
  | 'cherry-tomatoes'
  | 'roast-tomatoes'
  | 'tomato-wedges'
  | 'cucumber'
  | 'zucchini'
  | 'zucchini-ribbons'
  | 'capsicum'
  | 'beetroot'
  | 'mushrooms'
  | 'shiitake'
  | 'black-beans'
  | 'white-beans'
  | 'chickpeas'
  | 'potatoes'
  | 'pumpkin'
  | 'apple'
  | 'fennel'
  | 'mango'
  | 'apricots'
  | 'olives'
  | 'eggplant'
  | 'bamboo'
  | 'water-chestnuts'
  | 'rice'
  | 'brown-rice'
  | 'eggs'
  | 'egg-ribbons';

type SideRule = {
  food: RegExp;
  kind: SideKind;
  /** What must be said, besides. */
  if?: RegExp;
};

/** The first rule for a food decides. A food cooked to a sauce has none. */
const SIDES: readonly SideRule[] = [
  { food: /green beans?$/, kind: 'green-beans' },
  { food: /broccoli/, kind: 'broccolini' },
  { food: /snow peas?/, kind: 'snow-peas' },
  { food: /^(green )?peas$/, kind: 'peas' },
  { food: /edamame/, kind: 'edamame' },
  { food: /^corn|corn kernels/, kind: 'corn' },
  { food: /pickled carrot/, kind: 'pickles' },
  { food: /^carrots?$/, kind: 'roast-carrots', if: /roast carrot/ },
  { food: /^carrots?$/, kind: 'carrot-rounds', if: /soup|braise|stew/ },
  { food: /^carrots?$/, kind: 'carrot-sticks' },
  { food: /lettuce/, kind: 'cos' },
  { food: /^kale/, kind: 'kale' },
  { food: /^rocket/, kind: 'rocket' },
  { food: /baby spinach/, kind: 'spinach' },
  { food: /spinach/, kind: 'wilted-spinach' },
  { food: /silverbeet|chard/, kind: 'silverbeet' },
  { food: /bok choy/, kind: 'bok-choy' },
  { food: /gai lan/, kind: 'gai-lan' },
  { food: /wombok/, kind: 'wombok' },
  { food: /red cabbage/, kind: 'red-cabbage' },
  { food: /cherry tomato/, kind: 'roast-tomatoes', if: /roasted cherry|burst|linguine/ },
  { food: /cherry tomato/, kind: 'cherry-tomatoes' },
  { food: /^tomato(es)?$/, kind: 'tomato-wedges' },
  { food: /^cucumber/, kind: 'cucumber' },
  { food: /^zucchini/, kind: 'zucchini-ribbons', if: /soup|linguine|ribbons of zucchini/ },
  { food: /^zucchini/, kind: 'zucchini' },
  { food: /^(red |yellow )?capsicum/, kind: 'capsicum' },
  { food: /^beetroot/, kind: 'beetroot' },
  { food: /shiitake/, kind: 'shiitake' },
  { food: /mushroom/, kind: 'mushrooms' },
  { food: /black beans/, kind: 'black-beans' },
  { food: /cannellini/, kind: 'white-beans' },
  { food: /chickpeas/, kind: 'chickpeas' },
  { food: /kipfler/, kind: 'potatoes' },
  { food: /^pumpkin$/, kind: 'pumpkin' },
  { food: /^apple/, kind: 'apple' },
  { food: /^fennel/, kind: 'fennel' },
  { food: /^mango/, kind: 'mango' },
  { food: /apricot/, kind: 'apricots' },
  { food: /olives/, kind: 'olives' },
  { food: /^eggplant/, kind: 'eggplant' },
  { food: /bamboo/, kind: 'bamboo' },
  { food: /water chestnut/, kind: 'water-chestnuts' },
  { food: /brown rice/, kind: 'brown-rice', if: /soup/ },
  { food: /basmati|jasmine/, kind: 'rice', if: /\bdal\b|soup/ },
  { food: /^egg$/, kind: 'egg-ribbons', if: /ribbons of[\w ]* egg/ },
  { food: /^egg$/, kind: 'eggs', if: /egg/ },
];

const DISSOLVED = /stock|^onion|garlic|sauce|crushed|paste|celery|milk/;

/** Lighter foods are a seasoning, unless the description speaks of them. */
const HEAVIEST = 8;

/** By weight, each once. */
export function readSides(words: MealWords): SideKind[] {
  const seen = words.foods.filter((food) => !DISSOLVED.test(food));
  const kinds = seen.flatMap((food, index) => {
    const side = SIDES.find(
      (rule) => rule.food.test(food) && (rule.if === undefined || rule.if.test(words.said)),
    );
    if (!side) return [];
    const isMeant = index < HEAVIEST || isSaid(food, words);
    return isMeant ? [side.kind] : [];
  });
  return [...new Set(kinds)];
}

function isSaid(food: string, { said }: MealWords): boolean {
  const noun = food.split(' ').at(-1) ?? food;
  return said.includes(noun.replace(/e?s$/, ''));
}
