/** One line of a food composition table. */
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';

/** Per 100 g. A figure that is left out has no column in the table; null: the table does not know it. */
export type TableFigures = Partial<Nutrients>;

export type Food = { key: string | null; name: string; figures: TableFigures };

export const LONGEST_FOOD_KEY = 40;
export const LONGEST_FOOD_NAME = 300;

/** Of 100 g: pure fat has 3,700 kJ, salt 39,000 mg of sodium. */
const MOST: Record<keyof Nutrients, number> = {
  kilojoules: 4000,
  proteinGrams: 100,
  fatGrams: 100,
  saturatedFatGrams: 100,
  carbsGrams: 100,
  sugarsGrams: 100,
  sodiumMg: 40_000,
};

const NUMBER = /^\d+(\.\d+)?$/;

type FoodProblem = { column: string; message: string };

/** What a line says in our units, or everything that is wrong with it. `factors`: of columns in others. */
export function readFoodRow(
  cells: readonly string[],
  columns: FoodColumns,
  factors: Partial<Record<keyof Nutrients, number>> = {},
): { food: Food } | { problems: FoodProblem[] } {
  const problems: FoodProblem[] = [];
  const refuse = (column: FoodColumn, message: string) =>
    problems.push({ column: FOOD_COLUMN_NAMES[column], message });
  const cellOf = (column: FoodColumn) => {
    const at = columns[column];
    return at === null ? null : collapseSpace(cells[at] ?? '');
  };
  const name = cellOf('name') ?? '';
  const key = cellOf('key');
  if (name === '') refuse('name', 'The name is missing.');
  if (name.length > LONGEST_FOOD_NAME) refuse('name', 'This is too long for a name.');
  if (key === '') refuse('key', 'The key is missing.');
  if (key !== null && key.length > LONGEST_FOOD_KEY) refuse('key', 'This is too long for a key.');
  const figures: TableFigures = {};
  for (const nutrient of NUTRIENTS) {
    const cell = cellOf(nutrient);
    if (cell === null) continue;
    const figure = readFigure(cell, factors[nutrient] ?? 1, MOST[nutrient]);
    if (typeof figure === 'string') refuse(nutrient, figure);
    else figures[nutrient] = figure;
  }
  return problems.length > 0 ? { problems } : { food: { key, name, figures } };
}

/** Blank is not known, which is different from 0. To the hundredth, as it is stored. */
function readFigure(cell: string, factor: number, most: number): number | null | string {
  if (cell === '') return null;
  if (!NUMBER.test(cell)) return `“${cell.slice(0, 20)}” is not a number such as 1.5.`;
  const figure = Number(cell) * factor;
  if (figure > most) return `${cell.slice(0, 20)} is more than 100 g of a food can have.`;
  return Math.round(figure * 100) / 100;
}

/** Which column of a food composition table is which. Knows the Australian one (AFCD, releases 2 and 3). */
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
