/** Labels of 100 x 62 mm: one a page for a roll, or eight on a sheet of A4. */
import type { LabelsContent } from '#areas/printouts/server/drawer-port.ts';
import type { DeliveryLabel, FoodLabel } from '#areas/printouts/rules/label-content.ts';
import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import { deliveryLabelDrawing } from '#areas/printouts/server/labels/draw-delivery-label.ts';
import { foodLabelDrawing } from '#areas/printouts/server/labels/draw-food-label.ts';
import {
  LABEL,
  type LabelTools,
  type NextOrigin,
  qrCodes,
} from '#areas/printouts/server/labels/draw-label-parts.ts';
import { A4, type Pdf } from './draw-pdf.ts';

const COLUMNS = 2;
const ROWS = 4;
const CUT_LINE = { outline: 0.25, outlineGray: 0.75 };

export function drawLabels(pdf: Pdf, { layout, meals, labels }: LabelsContent): void {
  const nextOrigin = layout === 'roll' ? onRoll(pdf) : onSheets(pdf);
  const tools: LabelTools = { pdf, nextOrigin, qrCode: qrCodes(pdf) };
  const drawFood = foodLabelDrawing(tools, meals);
  const drawDelivery = deliveryLabelDrawing(tools);
  const draw = (label: FoodLabel | DeliveryLabel) =>
    label.kind === 'food' ? drawFood(label) : drawDelivery(label);
  for (const label of labels) draw(label);
}

function onRoll(pdf: Pdf): NextOrigin {
  return () => ({ canvas: pdf.addPage(LABEL), x: 0, y: 0 });
}

function onSheets(pdf: Pdf): NextOrigin {
  const left = (A4.width - COLUMNS * LABEL.width) / 2;
  const top = (A4.height - ROWS * LABEL.height) / 2;
  let canvas: Canvas;
  let count = 0;
  return () => {
    const origin = count % (COLUMNS * ROWS);
    if (origin === 0) canvas = pdf.addPage(A4);
    count += 1;
    const x = left + (origin % COLUMNS) * LABEL.width;
    const y = top + Math.floor(origin / COLUMNS) * LABEL.height;
    canvas.box(x, y, LABEL.width, LABEL.height, CUT_LINE);
    return { canvas, x, y };
  };
}
