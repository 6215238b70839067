/**
 * A line filled with the facts of the kitchen. Joined with texts that have marks, these would be in the first load of /order,
 * which shows lines alone.
 */
import { fieldNamesIn, fillText } from '#platform/rules/fill-fields.ts';
import type { TextFact, TextValues } from './text-values.ts';

/** Values in small letters that begin with a capital where they begin a paragraph. */
export const STARTS_WITH_CAPITAL: ReadonlySet<string> = new Set<TextFact>(['services', 'area']);

/** One line, without marks. Null: made of nothing but empty fields. */
export function fillLine(
  line: string,
  values: TextValues,
): { text: string | null; emptied: TextFact[] } {
  const fields = fieldNamesIn(line).filter((name): name is TextFact => Object.hasOwn(values, name));
  const emptied = fields.filter((field) => values[field] === '');
  const hasWords = /[\p{L}\p{N}]/u.test(line.replaceAll(/\{\w+\}/g, ''));
  if (fields.length > 0 && !hasWords && emptied.length === fields.length)
    return { text: null, emptied: [] };
  const [first] = fields;
  const atStart = first && STARTS_WITH_CAPITAL.has(first) && line.startsWith(`{${first}}`);
  const text = fillText(line, values);
  return { text: atStart ? capital(text) : text, emptied };
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
