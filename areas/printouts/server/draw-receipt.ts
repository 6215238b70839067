import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import { A4, mm, type Pdf } from './draw-pdf.ts';
import type { TextBlock } from '#platform/server/drawing/draw-text.ts';
import type {
  ReceiptContent,
  ReceiptLine,
  ReceiptDocument,
} from '#areas/printouts/server/drawer-port.ts';

const MARGIN = mm(20);
const WIDTH = A4.width - 2 * MARGIN;
const AMOUNT_WIDTH = mm(28);
const LABEL_WIDTH = WIDTH - AMOUNT_WIDTH;
const BOTTOM = A4.height - mm(24);
const SIZE = 10;
const SOFT = 0.35;
const LOGO_BOX = { width: mm(80), height: mm(16) };

export function drawReceipt(pdf: Pdf, { orderNumber, documents }: ReceiptContent): void {
  pdf.onEveryPage((canvas, page) => {
    const words = `Order ${orderNumber}, page ${page}`;
    const block = pdf.layOut(words, { width: WIDTH, size: 8 });
    canvas.text(block, MARGIN, A4.height - mm(15), { align: 'center', width: WIDTH, gray: SOFT });
  });
  for (const document of documents) drawDocument(pdf, document);
}

function drawDocument(pdf: Pdf, document: ReceiptDocument): void {
  const sheet = createSheet(pdf);
  sheet.heading(document.title, 22);
  for (const words of document.subject) sheet.text(words);
  sheet.space(10);
  sheet.columns([document.seller[0] ?? '', document.seller.slice(1)], ['For', document.buyer]);
  sheet.space(14);
  sheet.section('Meals and delivery', document.lines);
  sheet.section('Price', document.totals, { isLastBold: true });
  for (const words of document.notes) sheet.text(words);
}

type Column = [heading: string, lines: readonly string[]];

const GAP = mm(6);
const COLUMN_WIDTH = (WIDTH - GAP) / 2;

function layOutColumn(pdf: Pdf, [name, lines]: Column): TextBlock {
  const spans = [{ text: name, bold: true }, { text: `\n${lines.join('\n')}` }];
  return pdf.layOut(spans, { width: COLUMN_WIDTH, size: SIZE });
}

/** At the top of the first page. Returns how much height it takes. */
function drawLogo(pdf: Pdf, canvas: Canvas): number {
  const logo = pdf.logo(LOGO_BOX);
  if (!logo) return 0;
  canvas.place(logo, MARGIN, MARGIN);
  return logo.height + 10;
}

function createSheet(pdf: Pdf) {
  let canvas: Canvas = pdf.addPage(A4);
  let y = MARGIN + drawLogo(pdf, canvas);

  function reserve(height: number): void {
    if (y + height <= BOTTOM) return;
    canvas = pdf.addPage(A4);
    y = MARGIN;
  }

  function heading(words: string, size: number): void {
    const block = pdf.layOut(words, { width: WIDTH, size, bold: true });
    // Never alone at the foot of a page.
    reserve(block.height + 40);
    canvas.text(block, MARGIN, y, { colour: pdf.colour });
    y += block.height + 4;
  }

  function text(words: string): void {
    const block = pdf.layOut(words, { width: WIDTH, size: SIZE });
    reserve(block.height);
    canvas.text(block, MARGIN, y);
    y += block.height;
  }

  function row({ label, detail, amount }: ReceiptLine, bold: boolean): void {
    const left = pdf.layOut(label, { width: LABEL_WIDTH, size: SIZE, bold });
    const under = detail ? pdf.layOut(detail, { width: LABEL_WIDTH, size: SIZE - 1.5 }) : null;
    const right = pdf.layOut(amount, { width: AMOUNT_WIDTH, size: SIZE, bold });
    const height = left.height + (under?.height ?? 0) + 4;
    reserve(height);
    canvas.text(left, MARGIN, y);
    canvas.text(right, MARGIN + LABEL_WIDTH, y, { align: 'right', width: AMOUNT_WIDTH });
    if (under) canvas.text(under, MARGIN, y + left.height, { gray: SOFT });
    y += height;
  }

  return {
    heading,
    text,
    space(height: number): void {
      y += height;
    },
    /** Side by side. */
    columns(...columns: Column[]): void {
      const blocks = columns.map((column) => layOutColumn(pdf, column));
      for (const [index, block] of blocks.entries()) {
        canvas.text(block, MARGIN + index * (COLUMN_WIDTH + GAP), y);
      }
      y += Math.max(...blocks.map((block) => block.height));
    },
    section(name: string, lines: readonly ReceiptLine[], { isLastBold = false } = {}): void {
      if (lines.length === 0) return;
      heading(name, 12);
      canvas.line(MARGIN, y, MARGIN + WIDTH, y, { gray: 0.7, colour: pdf.colour });
      y += 5;
      for (const [index, line] of lines.entries()) {
        row(line, isLastBold && index === lines.length - 1);
      }
      y += 8;
    },
  };
}
