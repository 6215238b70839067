/** The stocks of labels, measured in points. */
import type { LabelStock } from '#areas/business/rules/label-stock.ts';
import type { PageSize, Canvas, Form, Align } from '#platform/server/drawing/draw-canvas.ts';
import { A4, mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { RichText, Span, TextBlock } from '#platform/server/drawing/draw-text.ts';
import type { NutritionPanel } from '#areas/menu/rules/label-text.ts';

export type LabelShape = {
  width: number;
  /** The most that a label may have. */
  height: number;
  /** As long as what is on it. */
  isCut: boolean;
  /** Printers leave about two millimetres blank. */
  margin: number;
  /** The panel stands beside the text; otherwise below it. */
  isWide: boolean;
  /** The smallest type. */
  least: number;
  /** Several to a sheet; null: one a page. */
  sheet: { page: PageSize; columns: number; rows: number; gap: number } | null;
};

/** An x-height of one millimetre. */
export const LEAST = 5.5;

const ONE_A_PAGE = { isCut: false, margin: mm(2.5), isWide: true, least: LEAST, sheet: null };

export const LABEL_SHAPES: Record<LabelStock, LabelShape> = {
  roll_100x62: { ...ONE_A_PAGE, width: mm(100), height: mm(62) },
  a4_8up: {
    ...ONE_A_PAGE,
    width: mm(99.1),
    height: mm(67.7),
    sheet: { page: A4, columns: 2, rows: 4, gap: mm(2.5) },
  },
  label_4x6in: { ...ONE_A_PAGE, width: 4 * 72, height: 6 * 72, isWide: false, least: 7 },
  // For its 58 mm, printers reach 54.
  roll_58: {
    ...ONE_A_PAGE,
    width: mm(58),
    height: mm(150),
    isCut: true,
    margin: mm(2),
    isWide: false,
  },
};

/** An ordinary address has 37 modules, three dots each of a 200 dpi printer; the longest has 49. */
export const QR_SIDE = mm(15);
/** The blank margin that scanners need around the code. */
export const QR_MARGIN = mm(2);

/** Capitals and digits of the embedded font, as a share of its size. */
const CAPITALS = 0.714;
/** For digits alone: above and below them stands nothing. */
const DIGITS_LINE = 0.74;
const LINE = 1.1;

export type LabelTools = { pdf: Pdf; shape: LabelShape; qrCode: (text: string) => Form };

/** A part with its height, which draws itself at a place. */
export type LabelPart = { height: number; draw: (canvas: Canvas, x: number, y: number) => void };

/** A label that knows how tall it is. */
export type LaidOutLabel = {
  /** In points, with its margins; of a stock that is cut, where it is cut. */
  height: number;
  /** By how much it is too tall for its stock; 0 or less: it fits. */
  over: number;
  draw(canvas: Canvas, x: number, y: number): void;
};

/** One code for all labels of an order. */
export function qrCodes(pdf: Pdf): (text: string) => Form {
  const forms = new Map<string, Form>();
  return (text) => {
    const form =
      forms.get(text) ??
      pdf.form({ width: QR_SIDE, height: QR_SIDE }, (canvas) => canvas.qrCode(text, 0, 0, QR_SIDE));
    forms.set(text, form);
    return form;
  };
}

type Type = { width: number; size: number; bold?: boolean };

/** At this size and no smaller: what is too wide goes on in another line. */
export function set(pdf: Pdf, text: RichText, { width, size, bold = false }: Type): TextBlock {
  return pdf.layOut(text, { width, size, minSize: size, bold, lineHeight: LINE });
}

/** Digits so high, without the room that other characters need. */
export function setDigits(pdf: Pdf, text: string, height: number): TextBlock {
  const size = height / CAPITALS;
  const shape = { width: Infinity, size, minSize: size, bold: true, lineHeight: DIGITS_LINE };
  return pdf.layOut(text, shape);
}

/** In the first of these sizes that needs one line, else in the last. */
export function setLine(
  pdf: Pdf,
  text: string,
  { width, sizes }: { width: number; sizes: readonly [number, ...number[]] },
): TextBlock {
  let block = set(pdf, text, { width, size: sizes[0], bold: true });
  for (const size of sizes.slice(1))
    if (block.lines.length > 1) block = set(pdf, text, { width, size, bold: true });
  return block;
}

export function textPart(block: TextBlock): LabelPart {
  return { height: block.height, draw: (canvas, x, y) => canvas.text(block, x, y) };
}

export function above(parts: readonly LabelPart[], gap = 0): LabelPart {
  const height = parts.reduce((sum, part) => sum + part.height + gap, -gap);
  return {
    height: Math.max(0, height),
    draw(canvas, x, y) {
      let top = y;
      for (const part of parts) {
        part.draw(canvas, x, top);
        top += part.height + gap;
      }
    },
  };
}

/** The sizes of an allergy band. It is never shortened. */
export const BAND_SIZES = [12, 10, 9] as const;
const BAND_X = 4;
const BAND_Y = 1.2;

/** Who must not eat what: white on black. */
export function band(pdf: Pdf, text: string, { width, size }: Type): LabelPart {
  const block = set(pdf, text, { width: width - 2 * BAND_X, size, bold: true });
  const height = block.height + 2 * BAND_Y;
  return {
    height,
    draw(canvas, x, y) {
      canvas.box(x, y, width, height, { outline: 0, fill: 0 });
      canvas.text(block, x + BAND_X, y + BAND_Y, { gray: 1 });
    },
  };
}

export const SEE_BAG_SHEET = '… see the bag sheet';

/**
 * The longest beginning of a text with which a label fits, then "… see the bag sheet"; null: not even with none of it.
 * `fits` is asked for beginnings only.
 */
export function shortened(text: string, fits: (beginning: string) => boolean): string | null {
  const words = text.split(' ');
  const cut = (count: number) => [...words.slice(0, count), SEE_BAG_SHEET].join(' ');
  if (!fits(cut(0))) return null;
  return cut(mostThatFit(words.length - 1, (count) => fits(cut(count))));
}

/** The largest of the counts up to `largest` that fits: 0 does, and none above one that doesn't. */
function mostThatFit(largest: number, fits: (count: number) => boolean): number {
  let [least, most] = [0, largest];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

type Around = { size: number; beside: { width: number; height: number }; below: number };

/** Text beside the panel as far as it stands there, then over the width `below` it. */
export function wrapAround(
  pdf: Pdf,
  spans: readonly Span[],
  { size, beside, below }: Around,
): { beside: TextBlock | null; below: TextBlock | null } {
  const words = spans.flatMap(({ text, bold = false }) =>
    (text.match(/[^\s]*\s|[^\s]+/gu) ?? []).map((word) => ({ text: word, bold })),
  );
  // Only after a space: a word may be of several spans.
  const ends = words.flatMap(({ text }, index) =>
    /\s$/u.test(text) || index === words.length - 1 ? [index + 1] : [],
  );
  const first = (count: number) => words.slice(0, ends[count - 1] ?? 0);
  // The last line beside it may end below it: so no room is lost between the two.
  const mostLines = Math.ceil(beside.height / (size * LINE));
  const least = mostThatFit(
    ends.length,
    (count) => set(pdf, first(count), { width: beside.width, size }).lines.length <= mostLines,
  );
  const rest = words.slice(ends[least - 1] ?? 0);
  // What was broken anyway is not broken again.
  const [start, ...others] = rest;
  const begun = start?.text === '\n' ? others : rest;
  return {
    beside: least === 0 ? null : set(pdf, first(least), { width: beside.width, size }),
    below: begun.length === 0 ? null : set(pdf, begun, { width: below, size }),
  };
}

// The nutrition information panel of a label. Food Standards Code 1.2.8.

const NARROWEST = 104;
const PADDING = 2.5;
const GAP = 3;
const ROW = 1.22;

type Cells = readonly [name: string, perServe: string, per100g: string];

/** As wide as its widest rows. `width`: at least that. */
export function nutritionPart(
  pdf: Pdf,
  panel: NutritionPanel,
  { size, width: least = NARROWEST }: { size: number; width?: number },
): LabelPart & { width: number } {
  const measure = (text: string, bold = false) =>
    pdf.layOut(text, { width: Infinity, size, minSize: size, bold });
  const titles = [
    measure('Nutrition information', true),
    measure(`Servings per package: 1  ·  Serving size: ${panel.servingSize}`),
  ];
  const rows = [
    ['Average quantity', 'per serving', 'per 100 g'] satisfies Cells,
    ...panel.rows.map((row): Cells => [row.name, row.perServe, row.per100g]),
  ].map((cells) => cells.map((cell) => measure(cell)));
  const widest = (column: number) => Math.max(...rows.map((row) => row[column]?.width ?? 0));
  const needed = widest(0) + widest(1) + widest(2) + 2 * GAP;
  const inner = Math.max(
    least - 2 * PADDING,
    needed,
    ...titles.map(({ width: titleWidth }) => titleWidth),
  );
  const width = inner + 2 * PADDING;
  const row = size * ROW;
  const height = (titles.length + rows.length) * row + 1.5;
  const ends = [widest(0), inner - widest(2) - GAP, inner];
  const aligns: Align[] = ['left', 'right', 'right'];

  function draw(canvas: Canvas, x: number, y: number): void {
    const left = x + PADDING;
    const top = (index: number) => y + index * row + 0.5;
    for (const [index, title] of titles.entries()) canvas.text(title, left, top(index));
    for (const [index, cells] of rows.entries())
      for (const [column, cell] of cells.entries())
        canvas.text(cell, left, top(index + titles.length), {
          align: aligns[column] ?? 'left',
          width: ends[column] ?? inner,
        });
    canvas.box(x, y, width, height);
    for (const line of [titles.length, titles.length + 1])
      canvas.line(x, y + line * row + 0.9, x + width, y + line * row + 0.9, { width: 0.3 });
  }

  return { width, height, draw };
}
