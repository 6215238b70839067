/** How cells of other programs' files are read: prices, words, long texts. Ours. */
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';

/** One number, with a currency before or after it: "$14.99", "AUD 14,99", "1,499.00 €". */
const AMOUNT = /^(?:[a-z]{0,3}[$€£¥]?\s*)(\d[\d.,]*)\s*(?:[$€£¥]|[a-z]{3})?$/i;

/** "$14,99", "1,499.00", "14.9 AUD" -> cents; null: this is no amount. The last mark with two digits after it is the point. */
export function readPrice(text: string): number | null {
  const [, digits = ''] = AMOUNT.exec(text.trim()) ?? [];
  const [, whole = '', mark = '', fraction = ''] =
    /^(\d[\d.,]*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole)) return null;
  if (mark !== '' && whole.includes(mark)) return null;
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** "14.5 g" -> 14.5; null: this is no number. */
export function readNumber(text: string): number | null {
  const [, number] = /^(-?\d+(?:[.,]\d+)?)\s*[a-z°%]*$/i.exec(text.trim()) ?? [];
  return number === undefined ? null : Number(number.replace(',', '.'));
}

/**
 * A list of words that we know: "milk, egg". Null: not a word of it is declared, as the cell is empty or has one that we don't
 * know. An empty list only where it says exactly "none".
 */
export function readKnownWords<Word extends string>(
  text: string,
  known: readonly Word[],
): { words: Word[] | null; unknown: string[] } {
  if (text.trim() === 'none') return { words: [], unknown: [] };
  const said = text
    .split(/[,;|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const wordOf = (word: string) => known.find((each) => each.toLowerCase() === word.toLowerCase());
  const unknown = said.filter((word) => wordOf(word) === undefined);
  if (said.length === 0 || unknown.length > 0) return { words: null, unknown };
  return { words: known.filter((each) => said.some((word) => wordOf(word) === each)), unknown };
}

const YES = ['yes', 'true', '1', 'y'];
const NO = ['no', 'false', '0', 'n'];

/** Undefined: neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

/** Lunch or dinner, if one of them stands in the text; null: neither, or both. */
export function serviceIn(text: string): MealType | null {
  const found = MEAL_TYPES.filter((type) => new RegExp(`\\b${type}(?:e?s)?\\b`, 'i').test(text));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** At the end of a sentence if one ends in time, else between words. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest + 1);
  const end = Math.max(
    ...['. ', '! ', '? ', '.\n', '!\n', '?\n'].map((mark) => start.lastIndexOf(mark)),
  );
  if (end > 0) return text.slice(0, end + 1);
  const short = text.slice(0, longest - 1);
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), 0)) || short}…`;
}
