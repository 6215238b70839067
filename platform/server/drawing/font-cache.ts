/** The fonts of one document: each slice is opened when its first character needs it. */
import { readSlice, type Slice, slicesFor, type Weight } from './font-slices.ts';
import { openFont, type OpenFont } from './pdfkit-internals.ts';

export type FontCache = {
  /** Null: none of our fonts has it. */
  fontFor: (character: string, weight: Weight) => OpenFont | null;
  /** For the resources of the page or form that uses it. */
  refOf: (fontId: string) => object;
};

export function openFontCache(doc: PDFKit.PDFDocument): FontCache {
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
