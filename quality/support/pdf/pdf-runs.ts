import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text as drawn. In points from the top left corner of the page; `y` is its baseline. */
export type PdfRun = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  isBold: boolean;
};

export type PdfPage = { width: number; height: number; runs: PdfRun[] };

/** The text on each page with its position, and whether it is bold; in drawing order. */
export async function pdfRuns(bytes: Uint8Array): Promise<PdfPage[]> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    // Font names, which say whether they are bold.
    fontExtraProperties: true,
  });
  const document = await loading.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await readPage(await document.getPage(number)));
  }
  await loading.destroy();
  return pages;
}

async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []));
  // A font is known only once a page that uses it was read for drawing.
  if (pieces.some(({ fontName }) => !page.commonObjs.has(fontName))) await page.getOperatorList();
  const runs = pieces.map((piece): PdfRun => {
    const [, , , size = 0, x = 0, y = 0] = piece.transform as number[];
    const font = page.commonObjs.get(piece.fontName) as { name: string };
    const isBold = font.name.endsWith('Bold');
    return { text: piece.str, x, y: height - y, width: piece.width, size: Math.abs(size), isBold };
  });
  return { width, height, runs };
}

/** The text of some runs without any white space, so that line breaks do not matter. */
export function textOf(runs: readonly PdfRun[]): string {
  return squeezed(runs.map(({ text }) => text).join(''));
}

/** Combines accents and letters into one character, as fonts have them. */
export function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(/\s/gu, '');
}
