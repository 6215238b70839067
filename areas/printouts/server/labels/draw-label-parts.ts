/** What food labels and bag labels are laid out with: every part is measured before any is drawn. */
import type { Canvas, Form } from '#platform/server/drawing/draw-canvas.ts';
import type { RichText, Span, TextBlock } from '#platform/server/drawing/draw-text.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { LabelShape } from './label-shapes.ts';

/** An ordinary address has 37 modules, three dots each of a 200 dpi printer; the longest has 49. */
export const QR_SIDE = mm(15);
/** The blank margin that scanners need around the code. */
export const QR_MARGIN = mm(2);

/** Capitals and digits of the embedded font, as a share of its size. */
export const CAPITALS = 0.714;
/** For digits alone: above and below them stands nothing. */
const DIGITS_LINE = 0.74;
const LINE = 1.1;

export type LabelTools = { pdf: Pdf; shape: LabelShape; qrCode: (text: string) => Form };

/** A part with its height, which draws itself at a place. */
export type Part = { height: number; draw(canvas: Canvas, x: number, y: number): void };

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

export type Type = { width: number; size: number; bold?: boolean };

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

export function textPart(block: TextBlock): Part {
  return { height: block.height, draw: (canvas, x, y) => canvas.text(block, x, y) };
}

export function above(parts: readonly Part[], gap = 0): Part {
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
export function band(pdf: Pdf, text: string, { width, size }: Type): Part {
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
  let [least, most] = [0, words.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(cut(middle))) least = middle;
    else most = middle - 1;
  }
  return cut(least);
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
  const fits = (count: number) =>
    set(pdf, first(count), { width: beside.width, size }).lines.length <= mostLines;
  let [least, most] = [0, ends.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  const rest = words.slice(ends[least - 1] ?? 0);
  // What was broken anyway is not broken again.
  const [start, ...others] = rest;
  const begun = start?.text === '\n' ? others : rest;
  return {
    beside: least === 0 ? null : set(pdf, first(least), { width: beside.width, size }),
    below: begun.length === 0 ? null : set(pdf, begun, { width: below, size }),
  };
}
