/** Parts shared by both kinds of label. */
import type { Canvas, Form, PageSize } from '#platform/server/drawing/draw-canvas.ts';
import { PANEL_HEIGHT } from './draw-nutrition-panel.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { TextBlock } from '#platform/server/drawing/draw-text.ts';

export const LABEL: PageSize = { width: mm(100), height: mm(62) };
/** Printers leave about two millimetres blank. */
export const MARGIN = mm(3);
export const INNER_WIDTH = LABEL.width - 2 * MARGIN;
/** An ordinary address has 37 modules, three dots each of a 200 dpi printer; the longest has 49. */
export const QR_SIDE = mm(15);
/** The blank margin that scanners need around the code. */
export const QR_MARGIN = mm(2);

/** Heights of a food label's rows. */
export const NAME = 17;
export const MEAL = 12.5;
export const DATES = 10;
export const USE_BY = 11;
export const FOOT = 8;
export const BODY_TOP = MARGIN + NAME + MEAL + DATES + USE_BY + 2;
export const BODY_HEIGHT = LABEL.height - MARGIN - FOOT - BODY_TOP - 1;
export const PANEL_BOTTOM = BODY_TOP + 1 + PANEL_HEIGHT;
/** How far the lower rows may move down until the panel meets the foot. */
export const MOST_LOWERED = LABEL.height - MARGIN - FOOT - PANEL_BOTTOM;
export const HEAD_WIDTH = INNER_WIDTH - QR_SIDE - QR_MARGIN;

/** The top left corner of a label. */
export type Origin = { canvas: Canvas; x: number; y: number };

/** Starts a new label. */
export type NextOrigin = () => Origin;

export type LabelTools = { pdf: Pdf; nextOrigin: NextOrigin; qrCode: (text: string) => Form };

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

export type Fit = { width: number; size: number; height: number; bold?: boolean };

/** Text shrunk to fit its space. Bold by default. */
export function fit(pdf: Pdf, text: string, { height, bold = true, ...shape }: Fit): TextBlock {
  return pdf.layOut(text, { ...shape, bold, maxHeight: height, minSize: 2, lineHeight: 1.2 });
}
