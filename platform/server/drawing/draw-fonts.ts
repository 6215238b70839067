/**
 * Lays out text as glyphs of the embedded fonts: each character uses the first font that has it, or □ when none does.
 */
import { type Weight, readSlice, type Slice, slicesFor } from './font-slices.ts';
import { type GlyphPosition, type OpenFont, openFont } from './pdfkit-internals.ts';

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

type Part = { font: OpenFont; text: string };

function splitByFont({ fontFor }: FontCache, text: string, weight: Weight): Part[] {
  const parts: Part[] = [];
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
