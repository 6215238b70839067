/** How everything is found: however it is spelled, typed or copied. Ours. */
import { editDistance } from './edit-distance.ts';

/** Letters that Unicode does not decompose into a plain character and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** The words of a text in the one form that is compared: "RT–7K3F, O’Brien, +61 412 345 678" -> "rt7k3f obrien 0412345678". */
export function searchKey(text: string): string {
  return text
    .replaceAll(/['’‘`´ʼ]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đðøłıþßæœ]/g, (character) => PLAIN[character] ?? character)
    .replaceAll(/(?<![\p{L}\p{N}])(?:\+61|0061)[\s-]*(?:\(0\)|0)?[\s-]*(?=\d)/gu, '0')
    .replaceAll(/(?<![\p{L}\p{N}])(?:061|61)(?=(?:[\s-]*\d){9}(?!\d))[\s-]*/gu, '0')
    .replaceAll(/(?<![\p{L}\p{N}])0(?:[\s-]*\d){9}(?!\d)/gu, (phone) => phone.replaceAll(/\D/g, ''))
    .replaceAll(/(?<=[\p{L}\p{N}])\p{Pd}(?=[\p{L}\p{N}])/gu, '')
    .split(/[\s\p{Pd},;:/()"“”]+/u)
    .map((word) => word.replaceAll(/^[.+]+|[.+]+$/g, ''))
    .filter((word) => word !== '')
    .join(' ');
}

/** What a text is searched in: "O Brien" is found as "obrien" too. */
export function searchableText(text: string): string {
  const key = searchKey(text);
  const joined = key.replaceAll(/(?<![^ ])(\p{L}) (?=\p{L}{2})/gu, '$1');
  return joined === key ? ` ${key}` : ` ${key} ${joined}`;
}

/** `exact`: a whole number or phone. `nearly`: spelled nearly so. */
export const RANK = { exact: 4, whole: 3, beginning: 2, inside: 1, nearly: 0.5, none: 0 } as const;

/**
 * How well a query fits: its words are words of the text (3), begin some (2) or, from three letters, stand in some (1); 0 if
 * one of them does not. An empty query fits all.
 */
export function searchRank(query: string, ...texts: readonly (string | null)[]): number {
  const text = joinedText(texts);
  return Math.min(RANK.whole, ...queryWords(query).map((word) => rankOfWord(word, text)));
}

/** The same, where a word of the text may be written with a slip. */
export function nearRank(query: string, ...texts: readonly (string | null)[]): number {
  const text = joinedText(texts);
  const known = text.split(' ');
  const ranks = queryWords(query).map(
    (word) => rankOfWord(word, text) || (known.some((one) => isNear(word, one)) ? RANK.nearly : 0),
  );
  return Math.min(RANK.whole, ...ranks);
}

function joinedText(texts: readonly (string | null)[]): string {
  return `${texts.map((one) => searchableText(one ?? '')).join('')} `;
}

/** The words of a query, each once. */
export function queryWords(query: string): string[] {
  return [...new Set(searchKey(query).split(' ').filter(Boolean))];
}

const SHORTEST_WITH_SLIP = 4;
const SHORTEST_WITH_TWO = 8;

/** How many edits a word may be off and still be meant; none of anything with a digit in it. */
export function editsAllowed({ length }: { length: number }): 0 | 1 | 2 {
  if (length < SHORTEST_WITH_SLIP) return 0;
  return length < SHORTEST_WITH_TWO ? 1 : 2;
}

/** Whether `other` may be what `word` was meant to be. */
export function isNear(word: string, other: string): boolean {
  const edits = /\d/.test(word) ? 0 : editsAllowed(word);
  return Math.abs(word.length - other.length) <= edits && editDistance(word, other, edits) <= edits;
}

function rankOfWord(word: string, text: string): number {
  if (text.includes(` ${word} `)) return RANK.whole;
  if (text.includes(` ${word}`)) return RANK.beginning;
  return text.includes(wordInText(word)) ? RANK.inside : RANK.none;
}

/** Whether a query fits at all. */
export function isFoundBy(query: string, ...texts: readonly (string | null)[]): boolean {
  return searchRank(query, ...texts) > RANK.none;
}

/** What a `searchableText` must contain for a word of `searchKey`. */
export function wordInText(word: string): string {
  return [...word].length < 3 ? ` ${word}` : word;
}

/** The words of texts that a query is about, as they stand there: to be marked. */
export function markedWords(query: string, ...texts: readonly string[]): string[] {
  const asked = queryWords(query);
  const isMeant = (written: string) => {
    const key = searchableText(written);
    return asked.some(
      (word) =>
        rankOfWord(word, `${key} `) > RANK.none || key.split(' ').some((one) => isNear(word, one)),
    );
  };
  return [...new Set(texts.flatMap((text) => text.split(/[\s,]+/)))].filter(
    (written) => written !== '' && isMeant(written),
  );
}
