/**
 * What we know of PDFKit beyond its documentation: a document without the standard Helvetica, which is not embedded; what
 * it keeps of an open font, by which we set text ourselves; its way to write objects, contents of pages and their resources.
 * docs/decisions/0009-drawing-paper.md says why its own `text` will not do. Seen with pdfkit 0.20.2.
 */
import PDFDocument from 'pdfkit';

type Size = { width: number; height: number };

/** What a page or form names in its resources. */
export type Resources = { fonts: Record<string, object>; xobjects: Record<string, object> };

/** Has neither a page nor a font. */
export function openDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  return new PDFDocument({ ...options, autoFirstPage: false, font: null as unknown as string });
}

export type OpenFont = {
  id: string;
  ref: () => object;
  /** `features` of OpenType to switch on or off. */
  encode: (
    text: string,
    features?: Record<string, boolean>,
  ) => [glyphs: string[], positions: GlyphPosition[]];
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
};

/** In thousandths of the font size. `advanceWidth` is the glyph's own; `xAdvance` is what kerning makes of it. */
export type GlyphPosition = {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
};

export function openFont(doc: PDFKit.PDFDocument, name: string, file: Buffer): OpenFont {
  doc.registerFont(name, file);
  const { _font: font } = doc.font(name) as unknown as { _font: OpenFont };
  return font;
}

/** A new page without margins, and what it names in its resources: both may be added to until the end. */
export function addPage(doc: PDFKit.PDFDocument, { width, height }: Size): Resources {
  doc.addPage({ size: [width, height], margin: 0 });
  return doc.page as Resources;
}

/** All pages from now on stay open until the end, so that they can be switched to. Before the first page. */
export function leavePagesOpen(doc: PDFKit.PDFDocument): void {
  doc.options.bufferPages = true;
}

/** Onto the page at hand. `content`: PDF's own operators, y growing downwards. */
export function writeContent(doc: PDFKit.PDFDocument, content: string): void {
  doc.addContent(content);
}

/** `pixels`: red, green and blue of each, or one gray. */
export function addPicture(
  doc: PDFKit.PDFDocument,
  { width, height }: Size,
  pixels: Uint8Array,
  colours: 'DeviceRGB' | 'DeviceGray',
): object {
  const ref = doc.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: colours,
  });
  ref.end(pixels as Buffer);
  return ref;
}

export function addForm(
  doc: PDFKit.PDFDocument,
  { width, height }: Size,
  { fonts, xobjects }: Resources,
  content: string,
): object {
  const ref = doc.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: { Font: fonts, XObject: xobjects },
  });
  ref.end(content);
  return ref;
}
