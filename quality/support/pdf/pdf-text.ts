import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page as a reader would copy it: pieces on one line joined by spaces, line by line. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    // An accent that its font adds as a separate glyph has no character, and comes out as a control character.
    const text = pieces.join(' ').replaceAll(/[^\P{Cc}\n]/gu, '');
    pages.push(text.replaceAll(/ *\n */g, '\n').replaceAll(/ {2,}/g, ' '));
  }
  await loading.destroy();
  return pages;
}
