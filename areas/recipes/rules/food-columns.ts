/** Which column of a food composition table is which. Knows the Australian one (AFCD, releases 2 and 3). */
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';

export const FOOD_COLUMNS = ['key', 'name', ...NUTRIENTS] as const;
export type FoodColumn = (typeof FOOD_COLUMNS)[number];

/** Position of each column, from 0; null: the table does not have it, or nobody has said where. */
export type FoodColumns = Record<FoodColumn, number | null>;

export const FOOD_COLUMN_NAMES: Record<FoodColumn, string> = {
  key: 'Food key',
  name: 'Food name',
  kilojoules: 'Energy, kJ',
  proteinGrams: 'Protein, g',
  fatGrams: 'Fat, g',
  saturatedFatGrams: 'Saturated fat, g',
  carbsGrams: 'Carbs, g',
  sugarsGrams: 'Sugars, g',
  sodiumMg: 'Sodium, mg',
};

/** As AFCD heads them, with single spaces. */
const AFCD_HEADINGS: Record<FoodColumn, string> = {
  key: 'Public Food Key',
  name: 'Food Name',
  kilojoules: 'Energy with dietary fibre, equated (kJ)',
  proteinGrams: 'Protein (g)',
  fatGrams: 'Fat, total (g)',
  saturatedFatGrams: 'Total saturated fatty acids, equated (g)',
  carbsGrams: 'Available carbohydrate, without sugar alcohols (g)',
  sugarsGrams: 'Total sugars (g)',
  sodiumMg: 'Sodium (Na) (mg)',
};

/** The per-100-mL sheet has the same headings, and its figures are not for 100 g. */
const FOR_LIQUIDS = /per\s*100\s*ml/i;

/** Headings in spreadsheets hold line breaks and double spaces. */
export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Columns by AFCD's headings, the first of equal ones. */
export function recogniseColumns(headings: readonly string[]): FoodColumns {
  const found = headings.map((heading) => collapseSpace(heading).toLowerCase());
  return columnsBy((column) => {
    const at = found.indexOf(AFCD_HEADINGS[column].toLowerCase());
    return at === -1 ? null : at;
  });
}

export function columnsBy(positionOf: (column: FoodColumn) => number | null): FoodColumns {
  return Object.fromEntries(
    FOOD_COLUMNS.map((column) => [column, positionOf(column)]),
  ) as FoodColumns;
}

export function isComplete(columns: FoodColumns): boolean {
  return FOOD_COLUMNS.every((column) => columns[column] !== null);
}

/** What staff have to say before a table can be read; null: nothing more. */
export function missingColumns(columns: FoodColumns): string | null {
  if (columns.name === null) return 'Choose the column with the names of the foods.';
  const hasFigures = NUTRIENTS.some((nutrient: keyof Nutrients) => columns[nutrient] !== null);
  return hasFigures ? null : 'Choose at least one column with figures.';
}

/** One of the lines above the headings says what the figures are for. */
export function isForLiquids(linesAbove: readonly (readonly string[])[]): boolean {
  return linesAbove.some((cells) => cells.some((cell) => FOR_LIQUIDS.test(cell)));
}
