/** One line of a food composition table. */
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';
import {
  collapseSpace,
  FOOD_COLUMN_NAMES,
  type FoodColumn,
  type FoodColumns,
} from './food-columns.ts';

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

/** What a line says, or everything that is wrong with it. */
export function readFoodRow(
  cells: readonly string[],
  columns: FoodColumns,
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
    const figure = readFigure(cell, MOST[nutrient]);
    if (typeof figure === 'string') refuse(nutrient, figure);
    else figures[nutrient] = figure;
  }
  return problems.length > 0 ? { problems } : { food: { key, name, figures } };
}

/** Blank is not known, which is different from 0. To the hundredth, as it is stored. */
function readFigure(cell: string, most: number): number | null | string {
  if (cell === '') return null;
  if (!NUMBER.test(cell)) return `“${cell.slice(0, 20)}” is not a number such as 1.5.`;
  const figure = Number(cell);
  if (figure > most) return `${cell.slice(0, 20)} is more than 100 g of a food can have.`;
  return Math.round(figure * 100) / 100;
}
