/** The fonts of one document: each slice is opened when its first character needs it. */
import { readSlice, type Slice, slicesFor, type Weight } from './fonts/font-slices.ts';

/** PDFKit's private open-font object, missing from its types; the version is pinned. */
export type OpenFont = {
  id: string;
  ref: () => object;
  /** `features`: OpenType features to switch on or off. */
  encode: (
    text: string,
    features?: Record<string, boolean>,
  ) => [glyphs: string[], positions: GlyphPosition[]];
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
};

/** In thousandths of the font size. `advanceWidth` is the glyph's own; `xAdvance` includes kerning. */
export type GlyphPosition = {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
};

export type FontShelf = {
  /** Null: none of our fonts has it. */
  fontFor: (character: string, weight: Weight) => OpenFont | null;
  /** For the resources of the page or form that uses it. */
  refOf: (fontId: string) => object;
};

export function openFontShelf(doc: PDFKit.PDFDocument): FontShelf {
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
    doc.registerFont(name, readSlice(slice, weight));
    const { _font: font } = doc.font(name) as unknown as { _font: OpenFont };
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
