/**
 * Lays out text as glyphs of the embedded fonts: each character uses the first font that has it, or □ when none does.
 */
import {
  type GlyphPosition,
  type OpenFont,
  openFont,
} from '#platform/server/drawing/pdfkit-internals.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import emoji from '@fontsource/noto-emoji/unicode.json' with { type: 'json' };
import sans from '@fontsource/noto-sans/unicode.json' with { type: 'json' };
import sansKorean from '@fontsource/noto-sans-kr/unicode.json' with { type: 'json' };
import sansChinese from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import { inflateSync } from 'node:zlib';

/** Glyphs of one font at one height. `glyphs` is the operand of PDF's TJ; `rise` in thousandths of the font size. */
export type GlyphRun = { fontId: string; rise: number; glyphs: string };

/** A word with the space after it. Widths in thousandths of the font size. */
export type Word = { runs: readonly GlyphRun[]; width: number; widthWithoutSpace: number };

export type Fonts = Pick<FontCache, 'refOf'> & {
  /** `text` contains no line breaks. */
  word: (text: string, weight: Weight) => Word;
};

const NOT_DRAWABLE = '□';
/** Joiners, direction marks and selectors: visible only in their effect on other characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
/** Marks, joiners, variation selectors and skin tones: they stay with the character before them. */
const BELONGS_TO_LAST = /\p{M}|\u200C|\u200D|\uFE0F|\p{Emoji_Modifier}/u;

/** Each word is laid out once, however often it is drawn. */
export function openFonts(doc: PDFKit.PDFDocument): Fonts {
  const cache = openFontCache(doc);
  const words = { regular: new Map<string, Word>(), bold: new Map<string, Word>() };

  function layOut(text: string, weight: Weight): Word {
    const runs: GlyphRun[] = [];
    let width = 0;
    for (const part of splitByFont(cache, text, weight)) {
      const [glyphs, positions] = part.font.encode(part.text, featuresFor(part.text));
      width += positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      runs.push(...runsOf(part.font.id, glyphs, positions));
    }
    const space = text.endsWith(' ') && text !== ' ' ? word(' ', weight).width : 0;
    return { runs, width, widthWithoutSpace: width - space };
  }

  function word(text: string, weight: Weight): Word {
    const known = words[weight].get(text);
    if (known) return known;
    const laidOut = layOut(text.normalize('NFC'), weight);
    words[weight].set(text, laidOut);
    return laidOut;
  }

  return { word, refOf: cache.refOf };
}

type FontRun = { font: OpenFont; text: string };

function splitByFont({ fontFor }: FontCache, text: string, weight: Weight): FontRun[] {
  const parts: FontRun[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    if (last && BELONGS_TO_LAST.test(character) && draws(last.font, character)) {
      last.text += character;
      continue;
    }
    if (INVISIBLE.test(character)) continue;
    const own = fontFor(character, weight);
    const font = own ?? fontFor(NOT_DRAWABLE, weight);
    if (!font) throw new Error('no font has the replacement character');
    const drawn = own ? character : NOT_DRAWABLE;
    if (last?.font === font) last.text += drawn;
    else parts.push({ font, text: drawn });
  }
  return parts;
}

/** By default the font splits ị into i and a dot, which would be lost in text copied from the PDF. */
function featuresFor(text: string): Record<string, boolean> | undefined {
  return /\p{sc=Latin}/u.test(text) && !/\p{M}/u.test(text) ? { ccmp: false } : undefined;
}

function draws({ font }: OpenFont, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

function runsOf(fontId: string, glyphs: string[], positions: GlyphPosition[]): GlyphRun[] {
  const runs: GlyphRun[] = [];
  for (const [index, position] of positions.entries()) {
    const { xAdvance, advanceWidth, xOffset, yOffset } = position;
    let run = runs.at(-1);
    if (!run || run.rise !== yOffset) {
      run = { fontId, rise: yOffset, glyphs: '' };
      runs.push(run);
    }
    run.glyphs += `${kern(-xOffset)}<${glyphs[index]}>${kern(advanceWidth - xAdvance + xOffset)}`;
  }
  return runs.map((run) => ({ ...run, glyphs: run.glyphs.replaceAll('><', '') }));
}

/** A move to the left, in thousandths of the font size. */
function kern(left: number): string {
  return Math.abs(left) < 0.5 ? '' : String(Math.round(left));
}

/** The fonts of one document: each slice is opened when its first character needs it. */
type FontCache = {
  /** Null: none of our fonts has it. */
  fontFor: (character: string, weight: Weight) => OpenFont | null;
  /** For the resources of the page or form that uses it. */
  refOf: (fontId: string) => object;
};

function openFontCache(doc: PDFKit.PDFDocument): FontCache {
  const bySlice = new Map<string, OpenFont>();
  const byId = new Map<string, OpenFont>();
  const byCharacter = {
    regular: new Map<string, OpenFont | null>(),
    bold: new Map<string, OpenFont | null>(),
  };

  function open(slice: Slice, weight: Weight): OpenFont {
    const name = `${slice.name}-${weight}`;
    const known = bySlice.get(name);
    if (known) return known;
    const font = openFont(doc, name, readSlice(slice, weight));
    bySlice.set(name, font);
    byId.set(font.id, font);
    return font;
  }

  return {
    fontFor(character, weight) {
      const known = byCharacter[weight].get(character);
      if (known !== undefined) return known;
      const codePoint = character.codePointAt(0) ?? 0;
      const slice = slicesFor(codePoint).find((each) =>
        open(each, weight).font.hasGlyphForCodePoint(codePoint),
      );
      const font = slice === undefined ? null : open(slice, weight);
      byCharacter[weight].set(character, font);
      return font;
    },
    refOf(fontId) {
      const font = byId.get(fontId);
      if (!font) throw new Error(`font ${fontId} is not open`);
      return font.ref();
    },
  };
}

// The fonts of printed documents: Noto, split by its publishers into slices of some hundred characters each.

export type Weight = 'regular' | 'bold';

type Family = 'noto-sans' | 'noto-sans-sc' | 'noto-sans-kr' | 'noto-emoji';

/** One file per weight: `noto-sans-latin`, `noto-sans-sc-88`. */
type Slice = { family: Family; name: string; ranges: [from: number, to: number][] };

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
