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
} from './text-entry.ts';
import { fillLine } from './fill-line.ts';

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
