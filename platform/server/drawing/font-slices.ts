/** The fonts of printed documents: Noto, split by its publishers into slices of some hundred characters each. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import emoji from '@fontsource/noto-emoji/unicode.json' with { type: 'json' };
import sans from '@fontsource/noto-sans/unicode.json' with { type: 'json' };
import sansKorean from '@fontsource/noto-sans-kr/unicode.json' with { type: 'json' };
import sansChinese from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import { inflateSync } from 'node:zlib';

export type Weight = 'regular' | 'bold';

type Family = 'noto-sans' | 'noto-sans-sc' | 'noto-sans-kr' | 'noto-emoji';

/** One file per weight: `noto-sans-latin`, `noto-sans-sc-88`. */
export type Slice = { family: Family; name: string; ranges: [from: number, to: number][] };

const FILE_WEIGHTS: Record<Weight, number> = { regular: 400, bold: 700 };

/** In order of preference. Han characters come from the Chinese family, which includes the Japanese ones and kana. */
const SLICES = [
  ...slicesOf('noto-sans', sans),
  // The other families' Latin, Greek and Cyrillic would never be used.
  ...slicesOf('noto-sans-sc', sansChinese).filter(isNumbered),
  ...slicesOf('noto-sans-kr', sansKorean).filter(isNumbered),
  ...slicesOf('noto-emoji', emoji),
];

const slicesByCodePoint = new Map<number, readonly Slice[]>();
const openedFiles = new Map<string, Buffer>();

/**
 * The slices that claim to contain a character, likeliest first. Only the font itself shows whether one really does.
 */
export function slicesFor(codePoint: number): readonly Slice[] {
  const known = slicesByCodePoint.get(codePoint);
  if (known) return known;
  const isEmoji = /\p{Emoji_Presentation}/u.test(String.fromCodePoint(codePoint));
  // The Chinese family claims emoji too, but does not draw them.
  const isLater = ({ family }: Slice) => Number(isEmoji && family !== 'noto-emoji');
  const found = SLICES.filter(({ ranges }) =>
    ranges.some(([from, to]) => from <= codePoint && codePoint <= to),
  ).toSorted((a, b) => isLater(a) - isLater(b));
  slicesByCodePoint.set(codePoint, found);
  return found;
}

/** The OpenType file of a slice; unpacked once and kept. */
export function readSlice({ family, name }: Slice, weight: Weight): Buffer {
  const file = `@fontsource/${family}/files/${name}-${FILE_WEIGHTS[weight]}-normal.woff`;
  const opened =
    openedFiles.get(file) ?? unwrapWoff(readFileSync(fileURLToPath(import.meta.resolve(file))));
  openedFiles.set(file, opened);
  return opened;
}

/** Subsets are called `latin` or `[88]`, and list their characters as `U+20AD-20C0,U+2113`. */
function slicesOf(family: Family, subsets: Record<string, string>): Slice[] {
  return Object.entries(subsets).map(([subset, ranges]) => ({
    family,
    name: `${family}-${subset.replaceAll(/[[\]]/g, '')}`,
    ranges: ranges.split(',').map(readRange),
  }));
}

function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.slice('U+'.length).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function isNumbered({ name }: Slice): boolean {
  return /-\d+$/.test(name);
}

/**
 * Unpacks web fonts once, because PDFKit would otherwise decompress a table at every glyph. https://www.w3.org/TR/WOFF/
 */
const SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** The OpenType font inside a WOFF file (version 1). Throws if it is not one. */
function unwrapWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('this is not a WOFF file');
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(tableCount, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woff.subarray(HEADER_BYTES + index * ENTRY_BYTES);
    const table = readTable(woff, entry);
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    entry.copy(directory, at, 0, 4);
    directory.writeUInt32BE(entry.readUInt32BE(16), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: Buffer): Buffer {
  const start = entry.readUInt32BE(4);
  const packedBytes = entry.readUInt32BE(8);
  const bytes = entry.readUInt32BE(12);
  const packed = woff.subarray(start, start + packedBytes);
  return packedBytes < bytes ? inflateSync(packed) : packed;
}
