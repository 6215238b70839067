/** The stocks of labels, measured in points. */
import type { LabelStock } from '#areas/business/rules/label-stock.ts';
import type { PageSize } from '#platform/server/drawing/draw-canvas.ts';
import { A4, mm } from '#areas/printouts/server/draw-pdf.ts';

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
