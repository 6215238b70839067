/** CSV as spreadsheets write it, read in pieces, so that others are served meanwhile. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';

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
