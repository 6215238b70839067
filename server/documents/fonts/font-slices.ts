/** The fonts that paper is printed in: Noto, cut by its publishers into slices of some hundred characters each. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unwrapWoff } from './unwrap-woff.ts';

export type Weight = 'regular' | 'bold';

/** One file of a family: `noto-sans-latin`, `noto-sans-sc-88`. */
type Slice = { family: string; name: string; ranges: readonly [from: number, to: number][] };

/** In order of preference. Han characters are taken from the Chinese family, which holds the Japanese ones and kana too. */
const FAMILIES = ['noto-sans', 'noto-sans-sc', 'noto-sans-kr', 'noto-emoji'] as const;
const FILE_WEIGHTS: Record<Weight, number> = { regular: 400, bold: 700 };

let slices: readonly Slice[] | null = null;
const namesByCodePoint = new Map<number, readonly string[]>();
const openedFiles = new Map<string, Buffer>();

/** The slices that say they hold a character, the likeliest first. Whether one really does, only its font can tell. */
export function slicesFor(codePoint: number): readonly string[] {
  const known = namesByCodePoint.get(codePoint);
  if (known) return known;
  slices ??= FAMILIES.flatMap(readSlices);
  const names = slices
    .filter(({ ranges }) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to))
    .toSorted((a, b) => preference(a, codePoint) - preference(b, codePoint))
    .map(({ name }) => name);
  namesByCodePoint.set(codePoint, names);
  return names;
}

/** The Chinese family claims emoji too, but does not draw them. */
function preference({ family }: Slice, codePoint: number): number {
  const isEmoji = /\p{Emoji_Presentation}/u.test(String.fromCodePoint(codePoint));
  return Number(isEmoji && family !== 'noto-emoji');
}

/** The OpenType file of a slice; unpacked once and kept. */
export function readSlice(name: string, weight: Weight): Buffer {
  const file = `${name}-${FILE_WEIGHTS[weight]}-normal.woff`;
  const opened =
    openedFiles.get(file) ?? unwrapWoff(readFileSync(pathOf(familyOf(name), `files/${file}`)));
  openedFiles.set(file, opened);
  return opened;
}

function readSlices(family: string): Slice[] {
  const subsets = JSON.parse(readFileSync(pathOf(family, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  return Object.entries(subsets)
    .filter(([subset]) => family === 'noto-sans' || subset.startsWith('['))
    .map(([subset, ranges]) => ({
      family,
      name: `${family}-${subset.replaceAll(/[[\]]/g, '')}`,
      ranges: ranges.split(',').map(readRange),
    }));
}

/** `U+20AD-20C0` or `U+2113`. */
function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.slice('U+'.length).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function familyOf(name: string): string {
  const family = FAMILIES.toReversed().find((each) => name.startsWith(`${each}-`));
  if (!family) throw new Error(`there is no font ${name}`);
  return family;
}

function pathOf(family: string, file: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/${family}/${file}`));
}
