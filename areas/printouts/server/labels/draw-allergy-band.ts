/** Who must not eat what: white on black, in letters of three millimetres, never shortened. */
import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { TextBlock } from '#platform/server/drawing/draw-text.ts';

/** Capitals of the embedded font are 0.71 of its size: 3 mm. */
const SIZE = 12;
const PAD_X = 4;
const PAD_Y = 1.2;

/** `height` includes the black around the text. */
export type Band = { block: TextBlock; height: number };

export function layOutBand(pdf: Pdf, text: string, width: number): Band {
  const shape = { width: width - 2 * PAD_X, size: SIZE, bold: true, lineHeight: 1.15 };
  return bandOf(pdf.layOut(text, shape));
}

/** One row, as big as fits into its height. */
export function layOutSmallBand(
  pdf: Pdf,
  text: string,
  { width, height, size }: { width: number; height: number; size: number },
): Band {
  const shape = { width: width - 2 * PAD_X, size, bold: true, lineHeight: 1.15, minSize: 2 };
  return { block: pdf.layOut(text, { ...shape, maxHeight: height - 2 * PAD_Y }), height };
}

export function bandOf(block: TextBlock): Band {
  return { block, height: block.height + 2 * PAD_Y };
}

export function drawBand(canvas: Canvas, band: Band, x: number, y: number, width: number): void {
  canvas.box(x, y, width, band.height, { outline: 0, fill: 0 });
  const top = y + (band.height - band.block.height) / 2;
  canvas.text(band.block, x + PAD_X, top, { gray: 1 });
}
