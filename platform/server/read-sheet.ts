/** The rows of a file from a spreadsheet program: CSV, or the first sheet of an .xlsx. All cells as text. */
import { CsvError, parse } from 'csv-parse';
import readXlsxFile from 'read-excel-file/node';
import { fromBufferPromise } from 'yauzl';
import { InvalidRequest } from '#platform/server/errors.ts';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';

export const LARGEST_SHEET_MB = 5;
const MOST_UNPACKED_BYTES = 50 * 1024 * 1024;
const MOST_ROWS = 5000;
const MOST_COLUMNS = 100;
const ROWS_LOOKED_AT = 20;

/** Without empty rows. Throws InvalidRequest on `file`. */
export async function readSheet(file: Buffer): Promise<SheetRow[]> {
  if (file.length === 0) refuse('The file is empty.');
  const isZip = file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
  const rows = isZip ? await readXlsx(file) : await readCsv(file);
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) refuse('The file has no rows.');
  if (filled.some(({ cells }) => cells.length > MOST_COLUMNS))
    refuse(`The file has more than ${MOST_COLUMNS} columns.`);
  // One of them has the headings.
  if (filled.length > MOST_ROWS + 1) refuse('The file has more than 5,000 rows.');
  return filled;
}

async function readCsv(file: Buffer): Promise<SheetRow[]> {
  const text = decodeCsv(file) ?? refuse('This is neither CSV nor an .xlsx file.');
  const delimiter = await findDelimiter(text);
  const rows: SheetRow[] = [];
  try {
    await eachRow(text, { delimiter }, (row) => {
      if (rows.length > MOST_ROWS + ROWS_LOOKED_AT) refuse('The file has more than 5,000 rows.');
      rows.push(row);
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(`After line ${rows.at(-1)?.line ?? 0} a quote is missing, or one too many.`);
  }
  return rows;
}

/** By which most rows come out equally wide: a price may have a comma in it. */
async function findDelimiter(text: string): Promise<Delimiter> {
  let best: { delimiter: Delimiter; cells: number } = { delimiter: ',', cells: 0 };
  for (const delimiter of DELIMITERS) {
    const rows = await firstRows(text, delimiter, ROWS_LOOKED_AT);
    const byWidth = Map.groupBy(rows, ({ cells }) => cells.length);
    for (const [width, alike] of byWidth) {
      const cells = width < 2 ? 0 : width * alike.length;
      if (cells > best.cells) best = { delimiter, cells };
    }
  }
  return best.delimiter;
}

async function readXlsx(file: Buffer): Promise<SheetRow[]> {
  await refuseBomb(file);
  let sheets;
  try {
    // Numbers stay as they are written: 14.90 is a price.
    sheets = await readXlsxFile(file, { parseNumber: (number) => number });
  } catch {
    refuse('This .xlsx file cannot be read. Save it again, or as CSV.');
  }
  const rows = sheets[0]?.data ?? [];
  return rows.map((cells, at) => ({ cells: cells.map(cellText), line: at + 1 }));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (cell === true) return 'yes';
  if (cell === false) return 'no';
  return String(cell as string);
}

/** A small file can say that it is a few gigabytes: it is unpacked once, thrown away and counted, before it is read. */
async function refuseBomb(file: Buffer): Promise<void> {
  let left = MOST_UNPACKED_BYTES;
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.uncompressedSize > left) refuseLarge();
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        left -= (piece as Buffer).length;
        if (left < 0) refuseLarge();
      }
    }
  } catch (error) {
    if (error instanceof InvalidRequest) throw error;
    refuse('This .xlsx file is damaged. Save it again, or as CSV.');
  }
}

function refuseLarge(): never {
  return refuse('Unpacked, this file is larger than 50 MB. Save only this sheet, or as CSV.');
}

function refuse(message: string): never {
  throw new InvalidRequest({ file: message });
}

// CSV as spreadsheets write it, read in pieces, so that others are served meanwhile.

/** `line`: of the file, from 1; the last one of a row whose cells have line breaks. */
export type SheetRow = { cells: string[]; line: number };

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const PIECE = 64 * 1024;

/** UTF-8, UTF-16 with a byte order mark, or what Windows used before. Null: this is no text. */
export function decodeCsv(file: Buffer): string | null {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  if (file.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** Visits rows until `most` of them; what `visit` throws ends it too. Throws CsvError after the rows before it. */
export async function eachRow(
  text: string,
  { delimiter, most }: { delimiter: Delimiter; most?: number },
  visit: (row: SheetRow) => void,
): Promise<void> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: PIECE,
    ...(most !== undefined && { to: most }),
    on_record: (cells: string[], { lines }) => {
      visit({ cells, line: lines });
      return null;
    },
  });
  Readable.from(pieces(text)).pipe(parser).resume();
  await finished(parser);
}

/** The first rows; read by the wrong delimiter, quotes may stand where none may, and rows end there. */
export async function firstRows(
  text: string,
  delimiter: Delimiter,
  most: number,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    await eachRow(text, { delimiter, most }, (row) => rows.push(row));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    // Streams alone would not let requests of others come in between.
    await setImmediate();
  }
}
