import type { FastifyReply } from 'fastify';
import { offerFile } from '#platform/server/http/assets.ts';

/**
 * CSV that spreadsheets open correctly: comma, CRLF, UTF-8 with a byte order mark (RFC 4180), and no cell that runs as
 * a formula.
 */

export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = '\uFEFF';
const PLAIN_NUMBER_OR_PHONE = /^[+-]?\d[\d ]*(?:\.\d+)?$/;
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
  const text = defuse(String(value));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A leading apostrophe makes a spreadsheet show the cell as text. Phone numbers such as +61412345678 stay as they are.
 */
function defuse(text: string): string {
  if (!FORMULA_START.test(text) || PLAIN_NUMBER_OR_PHONE.test(text)) return text;
  return `'${text}`;
}

export function sendCsv(reply: FastifyReply, name: string, csv: string): string {
  offerFile(reply, { name, type: 'text/csv; charset=utf-8' });
  return csv;
}
