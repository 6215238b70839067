import { describe, expect, test } from 'vitest';
import { type PdfPage, pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { A4, createPdf, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { splitText, type TextShape } from './draw-text.ts';

async function drawn(draw: (pdf: Pdf) => void): Promise<PdfPage[]> {
  const chunks: Uint8Array[] = [];
  await new Promise<void>((resolve) => {
    const pdf = createPdf({
      title: 'Test',
      onChunk: (chunk) => chunks.push(chunk),
      onEnd: resolve,
    });
    draw(pdf);
    pdf.finish();
  });
  return pdfRuns(Buffer.concat(chunks));
}

const X = 50;

async function runsOf(text: string, shape: Partial<TextShape> = {}) {
  const [page] = await drawn((pdf) => {
    const block = pdf.layOut(text, { width: 200, size: 12, ...shape });
    pdf.addPage(A4).text(block, X, 50);
  });
  return page?.runs.filter((run) => run.text.trim() !== '') ?? [];
}

describe('text of any script', () => {
  test.each([
    ['Latin with accents', 'Zoë Łukasz Żółć Ğünsür Þóra Çağla'],
    ['Vietnamese', 'Nguyễn Thị Ngọc Ánh, Đặng Phượng'],
    ['Greek', 'Σωκράτης Παπαδόπουλος, ᾧ'],
    ['Cyrillic', 'Владимир Їжакевич, Ђорђе, Құрманғазы'],
    ['Chinese', '李小龍 简体字 繁體字'],
    ['Japanese', 'さくら 髙橋 ワタナベ 﨑'],
    ['Korean', '김민수 박서연 뷁'],
    ['emoji', 'Mia 🥑😀🇦🇺👨‍👩‍👧'],
    ['a combining accent', 'Zoe\u0308 m\u0303a'],
    ['punctuation and symbols', '“5 °C” – ½ × 3 • €4 … ™ ☂'],
  ])('is extracted from the file as written: %s', async (_script, text) => {
    for (const bold of [false, true]) {
      expect(textOf(await runsOf(text, { bold, width: 500 }))).toBe(squeezed(text));
    }
  });

  test('that no font has becomes a box for each character, and the rest stays', async () => {
    expect(textOf(await runsOf('Ali محمد end'))).toBe('Ali□□□□end');
  });

  test('reversed by an invisible character is drawn in the order it is written', async () => {
    expect(textOf(await runsOf('a\u202Ebc\u200Bd'))).toBe('abcd');
  });
});

describe('text that is longer than its line', () => {
  test('wraps between words and never reaches beyond its width', async () => {
    const text = 'Leave it behind the white gate, next to the mango tree. '.repeat(8);
    const runs = await runsOf(text);
    expect(textOf(runs)).toBe(squeezed(text));
    expect(Math.max(...runs.map((run) => run.x + run.width))).toBeLessThanOrEqual(X + 200.1);
    expect(new Set(runs.map((run) => run.y)).size).toBeGreaterThan(5);
  });

  test('breaks words that have no break, and scripts that write without spaces', async () => {
    for (const text of ['x'.repeat(300), '弁当'.repeat(60), '😀'.repeat(60)]) {
      const runs = await runsOf(text);
      expect(textOf(runs)).toBe(text);
      expect(Math.max(...runs.map((run) => run.x + run.width))).toBeLessThanOrEqual(X + 200.1);
    }
  });

  test('shrinks until it fits, and no smaller', async () => {
    const text = 'A name that goes on and on, for good measure, Esquire';
    const runs = await runsOf(text, { size: 20, maxHeight: 30, minSize: 3 });
    expect(textOf(runs)).toBe(squeezed(text));
    const [first] = runs;
    expect(first?.size).toBeLessThan(20);
    expect(first?.size).toBeGreaterThan(8);
  });

  test('says so when it is too high even at its smallest, and can be split between lines', async () => {
    const text = 'word '.repeat(200).trim();
    const pages = await drawn((pdf) => {
      let rest = pdf.layOut(text, { width: 100, size: 10, maxHeight: 100, minSize: 10 });
      expect(rest.fits).toBe(false);
      for (;;) {
        const [first, later] = splitText(rest, 100);
        expect(first.height).toBeLessThanOrEqual(100);
        pdf.addPage(A4).text(first, 0, 0);
        if (later === null) return;
        rest = later;
      }
    });
    expect(pages.length).toBeGreaterThan(3);
    expect(textOf(pages.flatMap((page) => page.runs))).toBe(squeezed(text));
  });

  test('does not break a line between a bracket and the bold word after it', async () => {
    const [page] = await drawn((pdf) => {
      const block = pdf.layOut(
        [{ text: 'cheese (' }, { text: 'milk', bold: true }, { text: ').' }],
        {
          width: 62,
          size: 12,
        },
      );
      pdf.addPage(A4).text(block, X, 50);
    });
    const lineOf = (text: string) => page?.runs.find((run) => run.text.includes(text))?.y;
    expect(lineOf('(')).toBe(lineOf('milk'));
    expect(lineOf('cheese')).not.toBe(lineOf('milk'));
  });

  test('starts a new line at a line break', async () => {
    const runs = await runsOf('one\ntwo\r\nthree\u2028four');
    expect(runs.map((run) => run.text)).toEqual(['one', 'two', 'three', 'four']);
    expect(new Set(runs.map((run) => run.y)).size).toBe(4);
  });
});

test('every page shows its number and the page count', async () => {
  const pages = await drawn((pdf) => {
    pdf.onEveryPage((canvas, page, count) => {
      canvas.text(pdf.layOut(`page ${page} of ${count}`, { width: 100, size: 8 }), 10, 10);
    });
    for (let page = 0; page < 3; page += 1) pdf.addPage(A4);
  });
  expect(pages.map((page) => textOf(page.runs))).toEqual(['page1of3', 'page2of3', 'page3of3']);
});
