import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import {
  type ColumnsQuery,
  MOST_PROBLEMS,
  MOST_TABLE_LINES,
} from '#contract/recipes/food-table.ts';
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
} from '#domain/production/food-table/food-columns.ts';
import { type Food, readFoodRow } from '#domain/production/food-table/food-row.ts';
import { InvalidRequest } from '#server/errors.ts';

export type TableProblem = { line: number; column: string; message: string };

export type FoodTable = {
  headings: string[];
  columns: FoodColumns;
  needsColumns: boolean;
  foods: Food[];
  problems: TableProblem[];
  problemCount: number;
};

type Row = { cells: string[]; line: number };
type Delimiter = (typeof DELIMITERS)[number];
type Heading = { row: Row; delimiter: Delimiter; columns: FoodColumns; above: string[][] };

const DELIMITERS = [',', ';', '\t'] as const;
/** Tables begin with a title, and a line or two about themselves. */
const LINES_BEFORE_HEADINGS = 10;
const PIECE = 64 * 1024;

/**
 * A food composition table from a CSV file: commas, semicolons or tabs, with or without a byte order mark. Read in pieces,
 * so that others are served meanwhile. Throws InvalidRequest for what is no such table; wrong lines are `problems`, and
 * then there are no foods.
 */
export async function readFoodTable(file: Buffer, sent: ColumnsQuery): Promise<FoodTable> {
  const text = decode(file);
  const heading = await findHeading(text);
  if (isForLiquids(heading.above)) refuse('These figures are for 100 mL. Use the sheet for 100 g.');
  const isSent = FOOD_COLUMNS.some((column) => sent[column] !== undefined);
  const columns = isSent ? columnsBy((column) => sent[column] ?? null) : heading.columns;
  const headings = heading.row.cells.map(collapseSpace);
  const needsColumns = isSent ? missingColumns(columns) !== null : !isComplete(columns);
  const table = { headings, columns, needsColumns, foods: [], problems: [], problemCount: 0 };
  if (needsColumns) return table;
  refuseColumns(columns, headings);
  return readRows(text, heading, table);
}

async function readRows(text: string, heading: Heading, table: FoodTable): Promise<FoodTable> {
  const { columns } = table;
  const lines = new Map<string, number>();
  const width = heading.row.cells.length;
  const needed = 1 + Math.max(...Object.values(columns).map((at) => at ?? 0));
  const addProblem = (problem: TableProblem) => {
    table.problemCount += 1;
    if (table.problems.length < MOST_PROBLEMS) table.problems.push(problem);
  };
  try {
    for await (const { cells, line } of rowsOf(text, heading.delimiter)) {
      if (line <= heading.row.line) continue;
      if (line > MOST_TABLE_LINES) refuse('The file has more than 50,000 lines.');
      if (cells.every((cell) => cell.trim() === '')) continue;
      const surplus = cells.slice(width).some((cell) => cell.trim() !== '');
      if (cells.length < needed || surplus) {
        const message = `This line has ${cells.length} columns, the headings have ${width}. Names with a comma need quotes.`;
        addProblem({ line, column: '', message });
        continue;
      }
      const read = readFoodRow(cells, columns);
      if ('problems' in read) {
        for (const problem of read.problems) addProblem({ line, ...problem });
        continue;
      }
      const same = read.food.key ?? read.food.name;
      const first = lines.get(same);
      if (first === undefined) lines.set(same, line);
      else {
        const column = FOOD_COLUMN_NAMES[read.food.key === null ? 'name' : 'key'];
        addProblem({ line, column, message: `Line ${first} has the same.` });
      }
      table.foods.push(read.food);
    }
  } catch (error) {
    addProblem(problemOf(error));
  }
  if (table.problemCount > 0) return { ...table, foods: [] };
  if (table.foods.length === 0) refuse('The file has headings, but no foods.');
  return table;
}

/** Quotes that do not match: nothing after them can be read. Throws every other error on. */
function problemOf(error: unknown): TableProblem {
  if (!(error instanceof CsvError)) throw error;
  const line = Number(error['lines'] ?? 0);
  const message =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? 'This line is too long. Is a quote missing before it?'
      : 'A quote is missing here, or one too many.';
  return { line, column: '', message };
}

/** By AFCD's headings in the first lines; otherwise the first line that has two cells. */
async function findHeading(text: string): Promise<Heading> {
  let best: (Heading & { known: number }) | null = null;
  for (const delimiter of DELIMITERS) {
    const rows = await firstRows(text, delimiter);
    for (const [at, row] of rows.entries()) {
      if (row.cells.filter((cell) => cell.trim() !== '').length < 2) continue;
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

function isWider(one: Row, other: Row): boolean {
  return one.cells.length > other.cells.length;
}

async function firstRows(text: string, delimiter: Delimiter): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for await (const row of rowsOf(text, delimiter)) {
      rows.push(row);
      if (rows.length > LINES_BEFORE_HEADINGS) break;
    }
  } catch (error) {
    // Read by the wrong delimiter, quotes may stand where none may.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

async function* rowsOf(text: string, delimiter: Delimiter): AsyncGenerator<Row> {
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: PIECE,
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    yield { cells: record, line: info.lines };
  }
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** Spreadsheets write UTF-8, UTF-16 with a byte order mark, or what Windows used before. */
function decode(file: Buffer): string {
  if (file.length === 0) refuse('The file is empty.');
  if (file.subarray(0, 2).toString('latin1') === 'PK') {
    refuse('This is a spreadsheet. Save the sheet for 100 g as CSV, then choose that file.');
  }
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file.includes(0)) refuse('This is not a table in CSV form.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
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
