import {
  NUTRIENTS,
  type Nutrients,
  energyReadsAs,
  NO_NUTRIENTS,
} from '#areas/menu/rules/nutrition.ts';
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';

/** Per 100 g. A figure that is left out has no column in the table; null: the table does not know it. */
export type TableFigures = Partial<Nutrients>;

export type Food = { key: string | null; name: string; figures: TableFigures };

export const LONGEST_FOOD_KEY = 40;
export const LONGEST_FOOD_NAME = 300;

/** The most that 100 g can have: pure fat has 3,700 kJ, salt 39,000 mg of sodium. */
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

export function columnsBy<Value>(
  valueOf: (column: FoodColumn) => Value,
): Record<FoodColumn, Value> {
  const values = FOOD_COLUMNS.map((column) => [column, valueOf(column)]);
  return Object.fromEntries(values) as Record<FoodColumn, Value>;
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

// In which units a table of foods has energy and sodium. Nothing is converted that nobody asked for. Ours.

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
    .map(({ figures }) => energyReadsAs({ ...NO_NUTRIENTS, ...figures }))
    .filter((unit) => unit !== null);
  const inKilocalories = read.filter((unit) => unit === 'kilocalories');
  return read.length >= ENERGY.rows && inKilocalories.length >= read.length * ENERGY.share;
}

const SODIUM = { rows: 20, most: 10 };

function areGrams(foods: readonly Food[]): boolean {
  const known = foods.flatMap(({ figures }) => figures.sodiumMg ?? []);
  return known.length >= SODIUM.rows && known.every((figure) => figure <= SODIUM.most);
}

/** Figures without a column in the table stay as they are. */
export function figureChanges(before: Nutrients, food: TableFigures) {
  return NUTRIENTS.flatMap((nutrient) => {
    const after = food[nutrient];
    return after === undefined || after === before[nutrient]
      ? []
      : [{ nutrient, before: before[nutrient], after }];
  });
}

const LONGEST_SOURCE = 120;

/** "AFCD Release 3: Cucumber, raw", as an ingredient keeps where its figures are from. */
export function sourceOf(table: string, food: string): string {
  return `${table.trim()}: ${food}`.slice(0, LONGEST_SOURCE);
}

/** Foods of a table whose names are like that of an ingredient. Suggestions only: a person decides. */

const SMALL_WORDS = new Set(['and', 'or', 'with', 'in', 'of', 'the', 'not', 'for', 'as', 'type']);
/** What tables say of nearly every food: it tells no two apart. */
const PLAIN_WORDS = new Set(['raw', 'fresh', 'plain', 'commercial', 'ready', 'eat']);

/** "Almonds, toasted" -> almond, toasted. */
function foodWords(name: string): string[] {
  const found = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9%]+/)
    .filter((word) => word.length > 1 && !SMALL_WORDS.has(word));
  return [...new Set(found.map(singular))];
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('oes')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

type IndexedFood = { at: number; words: readonly string[] };
type FoodIndex = ReadonlyMap<string, readonly IndexedFood[]>;

/** By the words of their names, for many questions. */
export function indexFoods(names: readonly string[]): FoodIndex {
  const index = new Map<string, IndexedFood[]>();
  names.forEach((name, at) => {
    const food = { at, words: foodWords(name) };
    for (const word of food.words) {
      const known = index.get(word);
      if (known) known.push(food);
      else index.set(word, [food]);
    }
  });
  return index;
}

/** Positions of the foods most like `name`, best first. */
export function suggestFoods(index: FoodIndex, name: string, most: number): number[] {
  const words = foodWords(name);
  const shared = new Map<IndexedFood, number>();
  for (const word of words) {
    const weight = PLAIN_WORDS.has(word) ? 0.25 : 1;
    for (const food of index.get(word) ?? []) {
      shared.set(food, (shared.get(food) ?? 0) + weight);
    }
  }
  return [...shared]
    .filter(([, weight]) => weight >= 1)
    .map(([food, weight]) => ({ at: food.at, likeness: likeness(words, food.words, weight) }))
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, most)
    .map(({ at }) => at);
}

/** Words of both, out of all their words; a table names the food first and then its kind. */
function likeness(asked: readonly string[], words: readonly string[], shared: number): number {
  const isAboutIt = words[0] !== undefined && asked.includes(words[0]);
  return (2 * shared) / (asked.length + words.length) + (isAboutIt ? 0.3 : 0);
}
