/** Labels on their stock: measured first, and only those that fit are drawn. */
import type { LabelsContent, LabelTooTall } from '#areas/printouts/server/drawer-port.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { deliveryLabelLayout } from './draw-delivery-label.ts';
import { foodLabelLayout } from './draw-food-label.ts';
import { type LaidOutLabel, qrCodes } from './draw-label-parts.ts';
import { LABEL_SHAPES, type LabelShape } from './label-shapes.ts';

/** Which labels their stock has no room for, with all that may go gone from them. */
export function measureLabels(pdf: Pdf, content: LabelsContent): LabelTooTall[] {
  return layOutLabels(pdf, content).flatMap(({ over }, index) =>
    over > 0 ? [{ index, millimetres: Math.ceil((over / 72) * 25.4) }] : [],
  );
}

/** None that its stock has no room for: those were named before. */
export function drawLabels(pdf: Pdf, content: LabelsContent): void {
  const shape = LABEL_SHAPES[content.stock];
  const fitting = layOutLabels(pdf, content).filter(({ over }) => over <= 0);
  if (shape.sheet) drawOnSheets(pdf, fitting, shape, shape.sheet);
  else
    for (const label of fitting)
      label.draw(pdf.addPage({ width: shape.width, height: label.height }), 0, 0);
}

function layOutLabels(pdf: Pdf, { stock, meals, labels }: LabelsContent): LaidOutLabel[] {
  const tools = { pdf, shape: LABEL_SHAPES[stock], qrCode: qrCodes(pdf) };
  const layOutFood = foodLabelLayout(tools, meals);
  const layOutDelivery = deliveryLabelLayout(tools);
  return labels.map((label) => (label.kind === 'food' ? layOutFood(label) : layOutDelivery(label)));
}

function drawOnSheets(
  pdf: Pdf,
  labels: readonly LaidOutLabel[],
  { width, height }: LabelShape,
  { page, columns, rows, gap }: NonNullable<LabelShape['sheet']>,
): void {
  const left = (page.width - columns * width - (columns - 1) * gap) / 2;
  const top = (page.height - rows * height) / 2;
  let canvas = labels.length > 0 ? pdf.addPage(page) : null;
  for (const [index, label] of labels.entries()) {
    const place = index % (columns * rows);
    if (index > 0 && place === 0) canvas = pdf.addPage(page);
    const [column, row] = [place % columns, Math.floor(place / columns)];
    if (canvas) label.draw(canvas, left + column * (width + gap), top + row * height);
  }
}
