/** Reads what is on a plate, and how it is laid out, from a meal's own words. */
import { firstRule, type MealWords, readMealWords, type Rule } from './meal-words.ts';
import type { PlateWords } from '#areas/menu/rules/meal-picture.ts';
import {
  type BaseKind,
  readBase,
  readToppings,
  type ToppingKind,
  type MainKind,
  readMain,
  readSides,
  type SideKind,
} from './read-plate.ts';

export type Vessel = 'dinner plate' | 'shallow bowl' | 'deep bowl';

/**
 * `soup`: all in a broth. `curry`: sauce beside rice. `bowl`: heaps on a bed of grains. `salad`: everything over
 * everything. `nest`: pasta with its sauce on top. `baked`: one dish for itself. `plated`: side by side.
 */
export type Layout = 'soup' | 'curry' | 'bowl' | 'salad' | 'nest' | 'baked' | 'plated';

/** Three colours from light to dark. */
export type SauceColours = readonly [string, string, string];

export type PlateRecipe = {
  vessel: Vessel;
  layout: Layout;
  base: BaseKind;
  main: MainKind;
  sauce: SauceColours | null;
  sides: SideKind[];
  toppings: ToppingKind[];
};

const SAUCES: readonly Rule<SauceColours>[] = [
  [/green curry/, ['#dfe6a6', '#b9c870', '#8a9c45']],
  [/butter chicken|tikka/, ['#f7ae6b', '#e0772f', '#a94a14']],
  [/\bdal\b/, ['#f3c65c', '#dc9a2c', '#a96a14']],
  [/yellow curry|korma/, ['#f7d98a', '#e3b04a', '#b17a1e']],
  [/curry/, ['#f0895a', '#cf4a24', '#8f2a10']],
  [/goulash/, ['#b0432a', '#7f2011', '#4a0f08']],
  [/chilli/, ['#a14a2c', '#74291a', '#43140c']],
  [/caramel/, ['#a7622c', '#6b3410', '#3a1806']],
  [/brisket/, ['#a04a2a', '#742a16', '#42140a']],
  [/bolognese|cacciatore/, ['#e2633f', '#c23a1f', '#82200f']],
  [/rag[uù]/, ['#b04a2e', '#842a18', '#4d140a']],
  [/moroccan|tagine/, ['#ec9a54', '#cc6a2a', '#8f4014']],
  [/teriyaki|sticky|bulgogi/, ['#9c5a2a', '#6b3414', '#3d1a08']],
  [/pork fillet|mustard/, ['#f6dc98', '#dba945', '#a87620']],
  [/slow-cooked|roast lamb/, ['#a8623c', '#793a20', '#48200f']],
];

const PASTA: readonly BaseKind[] = ['linguine', 'pappardelle', 'penne'];
const NOODLES: readonly BaseKind[] = ['vermicelli', 'glass-noodles', 'soba', 'leaves'];
const BROTHS: readonly BaseKind[] = ['clear-broth', 'lentil-broth'];
const GRAINS: readonly BaseKind[] = ['white-rice', 'brown-rice', 'quinoa'];
const BAKED: readonly MainKind[] = ['browned-mash', 'parmigiana', 'cannelloni'];
const SAUCY = /curry|\bdal\b|butter chicken|chilli|caramel|tikka|korma/;

const MOST_SIDES: Record<Layout, number> = {
  soup: 5,
  curry: 3,
  bowl: 5,
  salad: 5,
  nest: 3,
  baked: 1,
  plated: 4,
};

export function plateRecipe(plateWords: PlateWords): PlateRecipe {
  const words = readMealWords(plateWords);
  const base = readBase(words);
  const main = readMain(words);
  const layout = layoutOf(words, base, main);
  const covered = coveredSides(base, main, layout);
  return {
    vessel: vesselOf(words, layout, base),
    layout,
    base,
    main,
    sauce: firstRule(SAUCES, words.name) ?? null,
    sides: readSides(words)
      .filter((side) => !covered.includes(side))
      .slice(0, MOST_SIDES[layout]),
    toppings: readToppings(words),
  };
}

function layoutOf({ name }: MealWords, base: BaseKind, main: MainKind): Layout {
  if (BROTHS.includes(base)) return 'soup';
  if (BAKED.includes(main)) return 'baked';
  if (PASTA.includes(base)) return 'nest';
  if (SAUCY.test(name)) return 'curry';
  if (NOODLES.includes(base)) return 'salad';
  return GRAINS.includes(base) ? 'bowl' : 'plated';
}

function vesselOf({ name }: MealWords, layout: Layout, base: BaseKind): Vessel {
  if (['soup', 'curry', 'bowl'].includes(layout) || (base === 'vermicelli' && /chicken/.test(name)))
    return 'deep bowl';
  if (/parmigiana/.test(name)) return 'dinner plate';
  if (layout !== 'plated' || ['polenta', 'white-beans', 'couscous'].includes(base))
    return 'shallow bowl';
  return 'dinner plate';
}

/** What has become part of the base, of the main part or of a sauce and is not seen by itself. */
function coveredSides(base: BaseKind, main: MainKind, layout: Layout): SideKind[] {
  const covered: SideKind[] = [];
  if (layout === 'nest' || layout === 'baked')
    covered.push('carrot-sticks', 'carrot-rounds', 'mushrooms');
  if (main === 'parmigiana') covered.push('eggplant');
  if (main === 'cannelloni') covered.push('wilted-spinach');
  if (main === 'crumbled-tofu') covered.push('black-beans', 'capsicum');
  if (main === 'frittata') covered.push('zucchini', 'eggs');
  if (base === 'potatoes' || base === 'potato-mash') covered.push('potatoes');
  if (base === 'pumpkin-mash') covered.push('pumpkin', 'white-beans');
  if (base === 'white-beans') covered.push('white-beans');
  if (base === 'leaves') covered.push('cos');
  if (base === 'dal') covered.push('wilted-spinach');
  if (base === 'tabouli') covered.push('tomato-wedges');
  return covered;
}
