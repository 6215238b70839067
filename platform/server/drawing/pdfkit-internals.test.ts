import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type PdfPage, pdfRuns } from '#quality/support/pdf/pdf-runs.ts';
import { readSlice, slicesFor } from './draw-fonts.ts';
import {
  addForm,
  addPage,
  leavePagesOpen,
  openDocument,
  openFont,
  type OpenFont,
  writeContent,
} from './pdfkit-internals.ts';

const A5 = { width: 420, height: 595 };

function open(options: PDFKit.PDFDocumentOptions = {}) {
  const doc = openDocument(options);
  const [latin] = slicesFor('A'.codePointAt(0)!);
  const font = openFont(doc, 'latin', readSlice(latin!, 'regular'));
  return { doc, font };
}

/** `text` in 10 points, 50 from the left and 100 from the top. */
function showing(font: OpenFont, text: string): string {
  const [glyphs] = font.encode(text);
  return `BT 1 0 0 -1 50 100 Tm /${font.id} 10 Tf <${glyphs.join('')}> Tj ET`;
}

async function finish(doc: PDFKit.PDFDocument): Promise<{ bytes: Buffer; pages: PdfPage[] }> {
  const written = buffer(doc);
  doc.end();
  const bytes = await written;
  return { bytes, pages: await pdfRuns(bytes) };
}

describe('contract with pdfkit: an open font', () => {
  test('says what it draws, and sets text as glyphs in hexadecimal with places of a thousandth', () => {
    const { font } = open();
    expect(font.font.hasGlyphForCodePoint('A'.codePointAt(0)!)).toBe(true);
    expect(font.font.hasGlyphForCodePoint('麺'.codePointAt(0)!)).toBe(false);
    const [glyphs, positions] = font.encode('AV');
    expect(glyphs).toEqual([
      expect.stringMatching(/^[0-9a-f]{4}$/),
      expect.stringMatching(/^[0-9a-f]{4}$/),
    ]);
    expect(positions).toMatchObject([
      { xOffset: 0, yOffset: 0, advanceWidth: expect.any(Number) },
      { xOffset: 0, yOffset: 0, advanceWidth: expect.any(Number) },
    ]);
    const [a] = positions;
    expect(a!.xAdvance, 'A and V are set closer').toBeLessThan(a!.advanceWidth);
    expect(a!.advanceWidth).toBeGreaterThan(400);
    expect(a!.advanceWidth).toBeLessThan(900);
  });

  test('leaves ligatures and compositions alone when told so', () => {
    const { font } = open();
    expect(font.encode('ị', { ccmp: false })[0]).toHaveLength(1);
  });
});

describe('contract with pdfkit: pages, contents and forms', () => {
  test('a page shows what is written onto it, in fonts that its resources name', async () => {
    const { doc, font } = open();
    addPage(doc, A5).fonts[font.id] = font.ref();
    writeContent(doc, showing(font, 'Laksa'));
    const { bytes, pages } = await finish(doc);
    expect(pages).toMatchObject([{ ...A5, runs: [{ text: 'Laksa', x: 50, y: 100, size: 10 }] }]);
    expect(bytes.includes('Helvetica'), 'the standard font is not asked for').toBe(false);
  });

  test('a form is shown wherever a page places it', async () => {
    const { doc, font } = open();
    const resources = { fonts: { [font.id]: font.ref() }, xobjects: {} };
    const form = addForm(doc, A5, resources, showing(font, 'Bao'));
    addPage(doc, A5).xobjects['X1'] = form;
    writeContent(doc, 'q 1 0 0 1 5 7 cm /X1 Do Q');
    const { bytes } = await finish(doc);
    expect(bytes.toString('latin1')).toMatch(/\/XObject <<\n\/X1 \d+ 0 R/);
  });

  test('pages that are kept open take contents and resources to the end', async () => {
    const { doc, font } = open();
    leavePagesOpen(doc);
    const first = addPage(doc, A5);
    addPage(doc, A5);
    doc.switchToPage(0);
    first.fonts[font.id] = font.ref();
    writeContent(doc, showing(font, 'late'));
    const { pages } = await finish(doc);
    expect(pages.map(({ runs }) => runs.map(({ text }) => text))).toEqual([['late'], []]);
  });
});
