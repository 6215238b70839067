/** How everything is found: however it is spelled, typed or copied. Ours. */

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

export const RANK = { whole: 3, beginning: 2, inside: 1, none: 0 } as const;

/**
 * How well a query fits: its words are words of the text (3), begin some (2) or, from three letters, stand in some (1); 0 if
 * one of them does not. An empty query fits all.
 */
export function searchRank(query: string, ...texts: readonly (string | null)[]): number {
  const text = `${texts.map((one) => searchableText(one ?? '')).join('')} `;
  const words = searchKey(query).split(' ').filter(Boolean);
  return Math.min(RANK.whole, ...words.map((word) => rankOfWord(word, text)));
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
