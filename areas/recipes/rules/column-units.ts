/** In which units a table of foods has energy and sodium. Nothing is converted that nobody asked for. Ours. */
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';
import { energyReadsAs } from '#areas/menu/rules/recipe/check-figures.ts';
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';
import type { Food, FoodColumns } from './food-row.ts';

export const ENERGY_UNITS = ['kJ', 'kcal'] as const;
export const SODIUM_UNITS = ['mg', 'g'] as const;

/** As someone said; left out: nobody has. */
export type SaidUnits = {
  energyIn?: (typeof ENERGY_UNITS)[number] | undefined;
  sodiumIn?: (typeof SODIUM_UNITS)[number] | undefined;
};

/** What one of the column's own units is of ours. */
export function factorsOf({
  energyIn,
  sodiumIn,
}: SaidUnits): Partial<Record<keyof Nutrients, number>> {
  return {
    ...(energyIn === 'kcal' && { kilojoules: KILOJOULES_PER_CALORIE }),
    ...(sodiumIn === 'g' && { sodiumMg: 1000 }),
  };
}

export type UnitDoubt = {
  column: 'kilojoules' | 'sodiumMg';
  /** Its position, from 0. */
  at: number;
  unit: 'kilocalories' | 'grams';
  /** By its heading; false: by its figures, which are few enough to be chance. */
  isSaid: boolean;
};

/** Columns that seem to be in another unit than ours, and of which nobody has said so. */
export function doubtUnits(
  foods: readonly Food[],
  headings: readonly string[],
  columns: Pick<FoodColumns, 'kilojoules' | 'sodiumMg'>,
  { energyIn, sodiumIn }: SaidUnits,
): UnitDoubt[] {
  const doubts: UnitDoubt[] = [];
  const headingOf = (at: number) => headings[at] ?? '';
  const { kilojoules: energyAt, sodiumMg: sodiumAt } = columns;
  if (energyAt !== null && energyIn === undefined) {
    const isSaid = KILOCALORIES.test(headingOf(energyAt));
    if (isSaid || areKilocalories(foods))
      doubts.push({ column: 'kilojoules', at: energyAt, unit: 'kilocalories', isSaid });
  }
  if (sodiumAt !== null && sodiumIn === undefined) {
    const isSaid = isInGrams(headingOf(sodiumAt));
    if (isSaid || areGrams(foods))
      doubts.push({ column: 'sodiumMg', at: sodiumAt, unit: 'grams', isSaid });
  }
  return doubts;
}

const KILOCALORIES = /\b(?:kcal|cal|calories)\b/i;
/** "per 100 g" says of what, not in what. */
const FOR_100_G = /(?:per|\/|for)?\s*100\s*g\b/gi;

function isInGrams(heading: string): boolean {
  return /\bg(?:rams)?\b/i.test(heading.replaceAll(FOR_100_G, ''));
}

const ENERGY = { rows: 10, share: 0.8 };

function areKilocalories(foods: readonly Food[]): boolean {
  const read = foods
    .map(({ figures }) => energyReadsAs({ ...NOTHING, ...figures }))
    .filter((unit) => unit !== null);
  const inKilocalories = read.filter((unit) => unit === 'kilocalories');
  return read.length >= ENERGY.rows && inKilocalories.length >= read.length * ENERGY.share;
}

const NOTHING = Object.fromEntries(NUTRIENTS.map((nutrient) => [nutrient, null])) as Nutrients;

const SODIUM = { rows: 20, most: 10 };

function areGrams(foods: readonly Food[]): boolean {
  const known = foods.flatMap(({ figures }) => figures.sodiumMg ?? []);
  return known.length >= SODIUM.rows && known.every((figure) => figure <= SODIUM.most);
}
