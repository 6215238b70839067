import { firstRule, type MealWords, type Rule } from './meal-words.ts';

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
