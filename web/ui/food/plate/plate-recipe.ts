/** Reads the food on a plate from a meal's own words. */

export type PlateWords = {
  name: string;
  mealType: string;
  ingredients?: string;
  description?: string;
};

export type BaseKind = 'grains' | 'strands' | 'mash' | 'chunks' | 'beans' | 'leaves';
export type MainKind =
  | 'slices'
  | 'fillet'
  | 'prawns'
  | 'cubes'
  | 'balls'
  | 'chunks'
  | 'crumble'
  | 'rounds'
  | 'wedge';
export type SideKind =
  | 'eggs'
  | 'sticks'
  | 'dots'
  | 'leaves'
  | 'rounds'
  | 'shreds'
  | 'halves'
  | 'chunks';

export type Part<Kind extends string> = { kind: Kind; fill: string; shade: string };

export type PlateRecipe = {
  base: Part<BaseKind>;
  sauce: string | null;
  main: Part<MainKind>;
  sides: Part<SideKind>[];
  garnish: { herbs: string; nuts: boolean; seeds: boolean; citrus: string | null; dollop: boolean };
};

type Rule<Kind extends string> = [words: RegExp, part: Part<Kind>];

// So that the browser build can drop all rules where nothing is drawn.
const part = /* @__NO_SIDE_EFFECTS__ */ <Kind extends string>(
  kind: Kind,
  fill: string,
  shade: string,
): Part<Kind> => ({
  kind,
  fill,
  shade,
});

const WHITE_RICE = part('grains', '#fffaf0', '#eadfc8');

/** The first tier of a list that matches decides; lentils are the base only without rice. */
const BASES: Rule<BaseKind>[][] = [
  [
    [/vermicelli|glass noodle/, part('strands', '#fdf6e6', '#dccaa0')],
    [/soba/, part('strands', '#c4a682', '#987a58')],
    [/linguine|pappardelle|penne|spaghetti|pasta/, part('strands', '#f3d98c', '#d3ad55')],
    [/brown rice/, part('grains', '#e6c797', '#c49b62')],
    [/(jasmine|basmati|steamed|white) rice/, WHITE_RICE],
    [/couscous|freekeh|quinoa/, part('grains', '#f0cd7c', '#cf9f45')],
  ],
  [
    [/sweet potato/, part('mash', '#f0a04b', '#d47f2c')],
    [/potato/, part('chunks', '#f5d87f', '#d8ab46')],
    [/cannellini|white bean|chickpea/, part('beans', '#f4e3bd', '#d3b67c')],
    [/lentil/, part('beans', '#c58a4a', '#8f5a2a')],
    [/lettuce|kale|rocket/, part('leaves', '#8fb65a', '#5d8a3c')],
  ],
];

const MAINS_BY_NAME: Rule<MainKind>[] = [
  [/kofta|meatball/, part('balls', '#9a5a36', '#6d3a20')],
  [/frittata/, part('wedge', '#f6cf5f', '#d79b2c')],
  [/bolognese/, part('crumble', '#9a5b38', '#6b3a20')],
];

const MAINS: Rule<MainKind>[][] = [
  [
    [/salmon/, part('fillet', '#f28f68', '#cf6241')],
    [/barramundi|snapper/, part('fillet', '#f6dfb4', '#d39f50')],
    [/prawn|bug meat/, part('prawns', '#f49a6c', '#d9623c')],
    [/tuna/, part('chunks', '#e6bfa6', '#b98468')],
    [/tofu|paneer/, part('cubes', '#f3cd7a', '#c98b33')],
    [/tempeh/, part('cubes', '#c98b4f', '#8c5526')],
    [/eggplant \(/, part('rounds', '#7b4a68', '#4c2a42')],
    [/(beef|lamb|pork) mince/, part('crumble', '#9a5b38', '#6b3a20')],
    [/beef cheek|(lamb|pork) shoulder/, part('chunks', '#8d4f30', '#5f301b')],
    [/chicken/, part('slices', '#f0c68a', '#b8732f')],
    [/beef|steak/, part('slices', '#b96a52', '#6b3524')],
    [/pork|lamb/, part('slices', '#e3b48c', '#a4653a')],
    [/fish/, part('fillet', '#f6dfb4', '#d39f50')],
  ],
  [
    [/lentil|bean|mushroom/, part('crumble', '#8f5a36', '#613820')],
    [/egg/, part('wedge', '#f6cf5f', '#d79b2c')],
  ],
];

const SIDES: Rule<SideKind>[] = [
  [/\begg \(\d/, part('eggs', '#fffdf6', '#f3b52e')],
  [/green bean|broccolini|asparagus/, part('sticks', '#6fa04a', '#46732f')],
  [/snow pea/, part('sticks', '#8fbb57', '#5f8c38')],
  [/edamame|(?<!snow )\bpeas/, part('dots', '#8cc152', '#5d9134')],
  [/cherry tomato|tomato,/, part('halves', '#d9432f', '#f08a6c')],
  [/cucumber|zucchini/, part('rounds', '#cfe3a4', '#5f9143')],
  [/carrot/, part('shreds', '#ef8b3a', '#cc6a1f')],
  [
    /spinach|silverbeet|bok choy|gai lan|kale|lettuce|rocket|parsley/,
    part('leaves', '#6d9f49', '#3f6f32'),
  ],
  [/red cabbage|beetroot/, part('shreds', '#93396b', '#6a2450')],
  [/capsicum/, part('shreds', '#d8402f', '#a82a1e')],
  [/mango|apricot/, part('chunks', '#f9b934', '#dc8f18')],
  [/\bcorn\b/, part('dots', '#f7cf46', '#d6a122')],
  [/black bean|olives/, part('dots', '#4a3344', '#2c1c29')],
  [/mushroom/, part('rounds', '#d9bd98', '#8c6a4a')],
  [/\b(apple|pear)/, part('chunks', '#f2e2a6', '#c7b45a')],
];

const SAUCES: [RegExp, string][] = [
  [/green curry/, '#c3cf78'],
  [/butter chicken|moroccan/, '#e58d3f'],
  [/dal\b/, '#e8a736'],
  [/curry/, '#e2703a'],
  [/chilli|rag[uù]|bolognese|parmigiana|sugo/, '#a9432b'],
  [/caramel|slow-cooked|teriyaki|bulgogi|sticky/, '#7d4526'],
];

const MOST_SIDES = 3;

/** The first ingredient counts most: of several rules, the one whose word comes first wins. */
function earliest<Kind extends string>(rules: Rule<Kind>[], text: string): Part<Kind> | undefined {
  const found = rules
    .map(([words, result]) => ({ at: text.search(words), result }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  return found[0]?.result;
}

function firstTier<Kind extends string>(
  tiers: Rule<Kind>[][],
  text: string,
): Part<Kind> | undefined {
  return tiers.map((rules) => earliest(rules, text)).find((found) => found !== undefined);
}

export function plateRecipe(words: PlateWords): PlateRecipe {
  const name = words.name.toLowerCase();
  const text = `${words.ingredients ?? ''}, ${name}, ${words.description ?? ''},`.toLowerCase();
  const main =
    earliest(MAINS_BY_NAME, name) ?? firstTier(MAINS, text) ?? part('slices', '#f0c68a', '#b8732f');
  return {
    base: firstTier(BASES, text) ?? WHITE_RICE,
    sauce: SAUCES.find(([pattern]) => pattern.test(name))?.[1] ?? null,
    main,
    sides: SIDES.filter(([pattern]) => pattern.test(text))
      .map(([, side]) => side)
      // The main part is not repeated as a side.
      .filter((side) => side.kind !== 'eggs' || main.kind !== 'wedge')
      .slice(0, MOST_SIDES),
    garnish: {
      herbs: /basil|kale|spinach/.test(text) ? '#3f7a35' : '#5a9a40',
      nuts: /peanut|cashew|almond|macadamia|walnut/.test(text),
      seeds: /sesame|mustard seed/.test(text),
      citrus: /lime/.test(text) ? '#a9c64c' : /lemon/.test(text) ? '#f5cf45' : null,
      dollop: /yoghurt|tzatziki|ricotta|feta/.test(text),
    },
  };
}
