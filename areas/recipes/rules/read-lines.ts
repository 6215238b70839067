/** A list of ingredients as people write it, "1.5 kg chicken thigh, 3 cm dice", line by line. Ours. */
import { readQuantity, readUnit } from '#areas/menu/rules/units.ts';
import { LONGEST_PREP } from '#areas/menu/rules/recipe-limits.ts';
import { searchKey } from '#platform/rules/search-key.ts';

export type KnownFood = { used: string; name: string };

export type ReadLine = {
  /** What it is; empty: no name is like it, and it waits for a person. */
  used: string;
  /** As known, or as it was written. */
  name: string;
  /** "1.5 kg"; empty: none was written. */
  amount: string;
  prep: string;
};

/** One line each; empty ones are left out. */
export function readLines(text: string, known: readonly KnownFood[]): ReadLine[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\s*[-•*–]\s+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => readLine(line, known));
}

function readLine(line: string, known: readonly KnownFood[]): ReadLine {
  const { amount, rest } = splitAmount(line);
  const inBrackets = /^(.+?) \(([^()]*)\)$/.exec(rest);
  const parts = rest.split(/\s*,\s*/);
  // Names have commas too: "Cumin, ground". The longest name that is known is meant.
  const splits = [
    ...parts.map((_, at) => ({
      name: parts.slice(0, parts.length - at).join(', '),
      prep: parts.slice(parts.length - at).join(', '),
    })),
    ...(inBrackets ? [{ name: inBrackets[1] ?? '', prep: inBrackets[2] ?? '' }] : []),
  ];
  for (const { name, prep } of splits) {
    const found = findFood(name, known);
    if (found) return { ...found, amount, prep: prep.slice(0, LONGEST_PREP) };
  }
  const { name, prep } = splits.at(-1) ?? { name: rest, prep: '' };
  return { used: '', name, amount, prep: prep.slice(0, LONGEST_PREP) };
}

const NUMBER_FIRST = /^((?:[\d.,/½¼¾⅓⅔⅛]+ ?)+)([a-z]+)?\.? ?(.*)$/i;

/** First or last: "1.5 kg garlic", "3 eggs", "Garlic: 1.5 kg", "Garlic 1500 g". */
function splitAmount(line: string): { amount: string; rest: string } {
  const [, number = '', word = '', after = ''] = NUMBER_FIRST.exec(line) ?? [];
  const isUnit = readUnit(word) !== null;
  const first = `${number.trim()} ${isUnit ? word : ''}`.trim();
  const named = (isUnit ? after : `${word} ${after}`).trim().replace(/^(?:of|x) /i, '');
  if (named !== '' && readQuantity(first)) return { amount: first, rest: named };
  const words = line.split(' ');
  for (const count of [3, 2, 1]) {
    const last = words.slice(-count).join(' ');
    const rest = words
      .slice(0, -count)
      .join(' ')
      .replace(/\s*[:,–-]$/, '');
    if (rest !== '' && readQuantity(last)) return { amount: last, rest };
  }
  return { amount: '', rest: line };
}

/** By its whole name, in the singular or not, or as the only one that begins so. */
function findFood(name: string, known: readonly KnownFood[]): KnownFood | null {
  const key = foodKey(name);
  if (key === '') return null;
  const like = known.filter((one) => foodKey(one.name).startsWith(key));
  const exact = like.find((one) => foodKey(one.name) === key);
  return exact ?? (like.length === 1 ? (like[0] ?? null) : null);
}

/** The form in which names of food are compared: folded, each word in the singular. */
export function foodKey(name: string): string {
  return searchKey(name)
    .split(' ')
    .map((word) => word.replace(/(?<=[a-z]{2}o)es$|(?<=[a-z]{2}[^s])s$/, ''))
    .join(' ');
}

/** What someone may mean who has typed so far: names that begin so first, then those with a word that does. */
export function suggestFoodNames<Food extends { name: string }>(
  typed: string,
  known: readonly Food[],
  most: number,
): Food[] {
  const key = searchKey(typed);
  const rankOf = ({ name }: Food) => {
    const text = searchKey(name);
    if (text.startsWith(key)) return 2;
    return key.split(' ').every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 0;
  };
  return known
    .map((food) => ({ food, rank: rankOf(food) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || (a.food.name < b.food.name ? -1 : 1))
    .slice(0, most)
    .map(({ food }) => food);
}
