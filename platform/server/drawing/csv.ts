import type { FastifyReply } from 'fastify';
import { offerFile } from '#platform/server/http/assets.ts';

/**
 * CSV that spreadsheets open correctly: comma, CRLF, UTF-8 with a byte order mark (RFC 4180), no cell that runs as a formula,
 * and no code that becomes a number or a day.
 */

export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = '\uFEFF';
const PLAIN_NUMBER_OR_PHONE = /^(?:-?\d[\d ]*(?:\.\d+)?|\+\d+ [\d ]*)$/;
/** "00417" would become 417, "+61412345678" 61412345678, "12E5" 1200000, "3-4" the third of April. */
const CHANGED_CODE = /^(?:0\d+|\+\d+|\d{16,}|\d+E\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?)$/i;
/**
 * Spreadsheets take these as the start of a formula, in their full-width forms too.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
// oxlint-disable-next-line no-control-regex -- NUL is one of them
const FORMULA_START = /^(?:[\t\r\n\u0000]|[\s\u0000]*[=+\-@＝＋－＠])/;

/** The text of a CSV file; the first row is the header. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + toCsvRows(rows);
}

/** What each column of a file is headed with, and what stands in it for a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns);
  return toCsv([Object.keys(columns), ...rows.map((row) => cells.map((cell) => cell(row)))]);
}

export function toCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: CsvCell): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : defuse(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A leading apostrophe makes a spreadsheet show the cell as text. Phone numbers in parts, as we write them, are text already.
 */
function defuse(text: string): string {
  const isChanged =
    CHANGED_CODE.test(text) || (FORMULA_START.test(text) && !PLAIN_NUMBER_OR_PHONE.test(text));
  return isChanged ? `'${text}` : text;
}

export function sendCsv(reply: FastifyReply, name: string, csv: string): string {
  offerFile(reply, { name, type: 'text/csv; charset=utf-8' });
  return csv;
}
