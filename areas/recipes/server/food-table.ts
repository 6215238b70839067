import { byName } from '#areas/recipes/server/save-in-book.ts';
import { CsvError } from 'csv-parse';
import {
  type ColumnsQuery,
  MOST_PROBLEMS,
  MOST_TABLE_LINES,
  type FoodReply,
  type FoodTableReply,
  type MatchedIngredient,
} from '#areas/recipes/calls/food-table.ts';
import {
  collapseSpace,
  columnsBy,
  type FoodColumns,
  FOOD_COLUMN_NAMES,
  FOOD_COLUMNS,
  isComplete,
  isForLiquids,
  missingColumns,
  recogniseColumns,
  type Food,
  readFoodRow,
  doubtUnits,
  factorsOf,
  type SaidUnits,
  type UnitDoubt,
  indexFoods,
  suggestFoods,
} from '#areas/recipes/rules/food-table.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import {
  decodeCsv,
  type Delimiter,
  DELIMITERS,
  eachRow,
  firstRows,
  type SheetRow,
} from '#platform/server/read-sheet.ts';
import { setImmediate } from 'node:timers/promises';
import { type Nutrients, eachNutrient } from '#areas/menu/rules/nutrition.ts';
import type { Context } from '#platform/server/context.ts';
import { loadRecipeBook, type StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';

type TableProblem = { line: number; column: string; message: string };

type FoodTable = {
  headings: string[];
  columns: FoodColumns;
  doubts: UnitDoubt[];
  needsColumns: boolean;
  foods: Food[];
  problems: TableProblem[];
  problemCount: number;
};

type Heading = { row: SheetRow; delimiter: Delimiter; columns: FoodColumns; above: string[][] };

/** Tables begin with a title, and a line or two about themselves. */
const LINES_BEFORE_HEADINGS = 10;

/**
 * A food composition table from a CSV file: commas, semicolons or tabs, with or without a byte order mark. Read in pieces,
 * so that others are served meanwhile. Throws InvalidRequest for what is no such table; wrong lines are `problems`, units
 * that nobody has said `doubts`, and then there are no foods.
 */
async function readFoodTable(file: Buffer, sent: ColumnsQuery): Promise<FoodTable> {
  const text = decode(file);
  const heading = await findHeading(text);
  if (isForLiquids(heading.above)) refuse('These figures are for 100 mL. Use the sheet for 100 g.');
  const isSent = FOOD_COLUMNS.some((column) => sent[column] !== undefined);
  const columns = isSent ? columnsBy((column) => sent[column] ?? null) : heading.columns;
  const headings = heading.row.cells.map(collapseSpace);
  const needsColumns = isSent ? missingColumns(columns) !== null : !isComplete(columns);
  const table = {
    headings,
    columns,
    doubts: [],
    needsColumns,
    foods: [],
    problems: [],
    problemCount: 0,
  };
  if (needsColumns) return table;
  refuseColumns(columns, headings);
  return readRows(text, heading, table, sent);
}

async function readRows(
  text: string,
  heading: Heading,
  table: FoodTable,
  said: SaidUnits,
): Promise<FoodTable> {
  const rows = readerOf(heading, table, said);
  try {
    await eachRow(text, heading, rows.read);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = 'A quote is missing here, or one too many.';
    rows.addProblem({ line: rows.lastLine() + 1, column: '', message });
  }
  if (table.problemCount > 0) return { ...table, foods: [] };
  if (table.foods.length === 0) refuse('The file has headings, but no foods.');
  const doubts = doubtUnits(table.foods, table.headings, table.columns, said);
  return doubts.length > 0 ? { ...table, foods: [], doubts } : table;
}

function readerOf({ row: heading }: Heading, table: FoodTable, said: SaidUnits) {
  const { columns, foods, problems } = table;
  const width = heading.cells.length;
  const needed = 1 + Math.max(...Object.values(columns).map((at) => at ?? 0));
  const factors = factorsOf(said);
  const seen = new Map<string, number>();
  let lastLine = heading.line;
  const addProblem = (problem: TableProblem) => {
    table.problemCount += 1;
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  const refuseSecond = ({ key, name }: Food, line: number) => {
    const first = seen.get(key ?? name);
    seen.set(key ?? name, first ?? line);
    const column = FOOD_COLUMN_NAMES[key === null ? 'name' : 'key'];
    if (first !== undefined) addProblem({ line, column, message: `Line ${first} has the same.` });
  };
  const read = ({ cells, line }: SheetRow) => {
    if (line <= heading.line) return;
    if (line > MOST_TABLE_LINES) refuse('The file has more than 50,000 lines.');
    lastLine = line;
    if (cells.every(isBlank)) return;
    if (cells.length < needed || !cells.slice(width).every(isBlank)) {
      const message = `This line has ${cells.length} columns, the headings have ${width}. Names with a comma need quotes.`;
      addProblem({ line, column: '', message });
      return;
    }
    const found = readFoodRow(cells, columns, factors);
    if ('problems' in found) {
      for (const problem of found.problems) addProblem({ line, ...problem });
      return;
    }
    refuseSecond(found.food, line);
    foods.push(found.food);
  };
  return { read, addProblem, lastLine: () => lastLine };
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** By AFCD's headings in the first lines; otherwise the first line that has two cells. */
async function findHeading(text: string): Promise<Heading> {
  let best: (Heading & { known: number }) | null = null;
  for (const delimiter of DELIMITERS) {
    const rows = await firstRows(text, delimiter, LINES_BEFORE_HEADINGS);
    for (const [at, row] of rows.entries()) {
      if (row.cells.filter((cell) => !isBlank(cell)).length < 2) continue;
      const columns = recogniseColumns(row.cells);
      const known = FOOD_COLUMNS.filter((column) => columns[column] !== null).length;
      const above = rows.slice(0, at).map(({ cells }) => cells);
      const isBetter =
        !best ||
        known > best.known ||
        (known === best.known && delimiter !== best.delimiter && isWider(row, best.row));
      if (isBetter) best = { row, delimiter, columns, above, known };
    }
  }
  return best ?? refuse('This is not a table in CSV form.');
}

function isWider(one: SheetRow, other: SheetRow): boolean {
  return one.cells.length > other.cells.length;
}

function decode(file: Buffer): string {
  if (file.length === 0) refuse('The file is empty.');
  if (file.subarray(0, 2).toString('latin1') === 'PK') {
    refuse('This is a spreadsheet. Save the sheet for 100 g as CSV, then choose that file.');
  }
  return decodeCsv(file) ?? refuse('This is not a table in CSV form.');
}

function refuseColumns(columns: FoodColumns, headings: readonly string[]): void {
  const fields: Record<string, string> = {};
  const taken = new Set<number>();
  for (const column of FOOD_COLUMNS) {
    const at = columns[column];
    if (at === null) continue;
    if (at >= headings.length) fields[column] = 'The table has no such column.';
    else if (taken.has(at)) fields[column] = 'This column is chosen twice.';
    taken.add(at);
  }
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
}

function refuse(message: string): never {
  throw new InvalidRequest({ file: message });
}

const MOST_SUGGESTED = 5;
const MOST_FOUND = 20;

/** Which foods of the file fit which ingredient. Stores nothing. Throws as `readFoodTable`. */
export async function previewFoodTable(
  { db }: Pick<Context, 'db'>,
  file: Buffer,
  sent: ColumnsQuery,
): Promise<FoodTableReply> {
  const { foods, ...table } = await readFoodTable(file, sent);
  const { ingredients } = await loadRecipeBook(db);
  const index = indexFoods(foods.map(({ name }) => name));
  const byKey = new Map(foods.flatMap((food) => (food.key === null ? [] : [[food.key, food]])));
  // Water is nothing but weight to the sums.
  const asked = [...ingredients.values()].filter(
    ({ archivedAt, isBought }) => archivedAt === null && isBought,
  );
  const matches: MatchedIngredient[] = [];
  for (const ingredient of foods.length === 0 ? [] : asked.toSorted(byName)) {
    const known = byKey.get(ingredient.nutrientKey ?? '') ?? null;
    const like = suggestFoods(index, ingredient.name, MOST_SUGGESTED);
    matches.push(
      matched(
        ingredient,
        known,
        like.flatMap((at) => foods[at] ?? []),
      ),
    );
    // Each looks through thousands of foods: others are served in between.
    await setImmediate();
  }
  return { ...table, foodCount: foods.length, ingredients: matches };
}

/** Foods with these words in their names, the likest first. Throws as `readFoodTable`. */
export async function findFoods(
  file: Buffer,
  { words, ...sent }: ColumnsQuery & { words: string },
): Promise<{ foods: FoodReply[] }> {
  const { foods } = await readFoodTable(file, sent);
  const found = suggestFoods(indexFoods(foods.map(({ name }) => name)), words, MOST_FOUND);
  return { foods: found.flatMap((at) => foods[at] ?? []).map(toReply) };
}

function matched(
  ingredient: StoredIngredient,
  known: Food | null,
  like: readonly Food[],
): MatchedIngredient {
  const { id, name, version, nutrientSource } = ingredient;
  const others = like.filter((food) => food !== known);
  return {
    id,
    name,
    version,
    nutrientSource,
    ...nutrientsOf(ingredient),
    isKnown: known !== null,
    foods: [...(known ? [known] : []), ...others].map(toReply),
  };
}

function toReply({ figures, ...food }: Food): FoodReply {
  return { ...food, ...figures };
}

export function nutrientsOf(ingredient: Nutrients): Nutrients {
  return eachNutrient((nutrient) => ingredient[nutrient]);
}
