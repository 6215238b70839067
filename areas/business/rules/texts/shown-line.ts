/**
 * What a page shows of a line: the kitchen's words, or ours. Joined with texts that have marks, these would be in the first
 * load of /order, which shows lines alone.
 */
import {
  oursOf,
  type OwnNotice,
  type OwnText,
  type OwnTexts,
  type TextEntry,
  type TextSituation,
} from '#areas/business/rules/texts/text-entry.ts';
import { fieldNamesIn, fillText } from '#platform/rules/fill-fields.ts';
import type { TextFact, TextValues } from '#areas/business/rules/texts/text-values.ts';

export type TextsAtHand = { situation: TextSituation; own: OwnTexts };

export type TextEntries = Readonly<Record<string, TextEntry>>;

/** The entry of this kind. Which keys there are, `usePageTexts` and the types of its callers say. */
export function entryIn<Kind extends TextEntry['kind']>(
  texts: TextEntries,
  key: string,
  kind: Kind,
) {
  const entry = texts[key];
  if (entry?.kind !== kind) throw new Error(`No ${kind} has the key ${key}`);
  return entry as Extract<TextEntry, { kind: Kind }>;
}

export function shownLine(
  texts: TextEntries,
  key: string,
  { situation, own }: TextsAtHand,
): string {
  const mine = own[key];
  if (typeof mine === 'string') {
    const { text, emptied } = fillLine(mine, situation.values);
    if (text !== null && emptied.length === 0) return text;
  }
  return fillLine(oursOf(entryIn(texts, key, 'line'), situation), situation.values).text ?? '';
}

export function isNotice(value: OwnText | undefined): value is OwnNotice {
  return typeof value === 'object' && 'from' in value;
}

// A line filled with the facts of the kitchen. Joined with texts that have marks, these would be in the first load of /order,
// which shows lines alone.

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
