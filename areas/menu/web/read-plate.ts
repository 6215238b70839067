import { firstRule, type MealWords, type Rule, hasFood } from '#areas/menu/web/meal-words.ts';

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

/** From what is spooned on first to what is put on last. */
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

export type MainKind =
  | 'browned-mash'
  | 'parmigiana'
  | 'cannelloni'
  | 'frittata'
  | 'kofta'
  | 'salmon'
  | 'crusted-fish'
  | 'white-fish'
  | 'tuna'
  | 'prawns'
  | 'prawns-and-bug'
  | 'golden-tofu'
  | 'glazed-tofu'
  | 'harissa-tofu'
  | 'crumbled-tofu'
  | 'paneer'
  | 'tempeh'
  | 'pulled-chicken'
  | 'skewered-chicken'
  | 'butter-chicken'
  | 'pale-chicken'
  | 'braised-chicken'
  | 'grilled-chicken'
  | 'sliced-chicken'
  | 'pulled-beef'
  | 'beef-mince'
  | 'thin-beef'
  | 'braised-beef'
  | 'sliced-beef'
  | 'pulled-lamb'
  | 'pork-mince'
  | 'caramel-pork'
  | 'sliced-pork'
  | 'lentil-mince'
  | 'vegetables';

/** Dishes with a shape of their own, whatever is in them. */
const DISHES: readonly Rule<MainKind>[] = [
  [/(cottage|shepherd.?s) pie/, 'browned-mash'],
  [/parmigiana/, 'parmigiana'],
  [/cannelloni/, 'cannelloni'],
  [/frittata|tortilla/, 'frittata'],
  [/kofta|meatball/, 'kofta'],
];

/** A food, and how it is cut or cooked: the first cut whose words are said. */
const FOODS: readonly Rule<readonly Rule<MainKind>[]>[] = [
  [/salmon|trout/, [[/./, 'salmon']]],
  [/tuna/, [[/./, 'tuna']]],
  [
    /barramundi|snapper|\bfish\b|\bcod\b/,
    [
      [/crust/, 'crusted-fish'],
      [/./, 'white-fish'],
    ],
  ],
  [
    /prawn|\bbug\b/,
    [
      [/\bbug\b/, 'prawns-and-bug'],
      [/./, 'prawns'],
    ],
  ],
  [
    /tofu/,
    [
      [/crumbled/, 'crumbled-tofu'],
      [/harissa/, 'harissa-tofu'],
      [/gochujang|glaze|sticky|teriyaki/, 'glazed-tofu'],
      [/./, 'golden-tofu'],
    ],
  ],
  [/tempeh/, [[/./, 'tempeh']]],
  [/paneer/, [[/./, 'paneer']]],
  [
    /chicken|turkey/,
    [
      [/pulled|shredded|strands/, 'pulled-chicken'],
      [/souvlaki|skewer|yakitori/, 'skewered-chicken'],
      [/butter chicken|tikka/, 'butter-chicken'],
      [/braise|simmered hunter|cacciatore|stew/, 'braised-chicken'],
      [/curry|poached/, 'pale-chicken'],
      [/grill/, 'grilled-chicken'],
      [/./, 'sliced-chicken'],
    ],
  ],
  [
    /beef|steak/,
    [
      [/pulled|shredded|strands/, 'pulled-beef'],
      [/mince|bolognese|cooked down/, 'beef-mince'],
      [/paper-thin|thinly|bulgogi/, 'thin-beef'],
      [/brais|goulash|stew|cheek/, 'braised-beef'],
      [/./, 'sliced-beef'],
    ],
  ],
  [
    /lamb/,
    [
      [/mince/, 'beef-mince'],
      [/./, 'pulled-lamb'],
    ],
  ],
  [
    /pork/,
    [
      [/mince/, 'pork-mince'],
      [/shoulder|belly|caramel/, 'caramel-pork'],
      [/./, 'sliced-pork'],
    ],
  ],
];

const WITHOUT_MEAT: readonly Rule<MainKind>[] = [
  [/lentil|bean|chilli|bolognese/, 'lentil-mince'],
  [/\begg/, 'frittata'],
];

const SEASONING = /stock|sauce|paste|\boil\b|extract|gelatine/;

/** The heaviest food that can be a meal's main part decides. */
export function readMain(words: MealWords): MainKind {
  const dish = firstRule(DISHES, words.name);
  if (dish) return dish;
  const foods = words.foods.length > 0 ? words.foods : [words.said];
  for (const food of foods.filter((each) => !SEASONING.test(each))) {
    const cuts = firstRule(FOODS, food);
    if (cuts) return firstRule(cuts, `${words.said} ${food}`) ?? 'vegetables';
  }
  return firstRule(WITHOUT_MEAT, `${words.name} ${words.foods.join()}`) ?? 'vegetables';
}

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
