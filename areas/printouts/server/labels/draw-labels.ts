/** Labels on their stock: measured first, and only those that fit are drawn. One after the other, however many there are. */
import type { LabelsContent, LabelTooTall } from '#areas/printouts/server/drawer-port.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import { deliveryLabelLayout } from './draw-delivery-label.ts';
import { foodLabelLayout } from './draw-food-label.ts';
import { type LaidOutLabel, qrCodes } from './draw-label-parts.ts';
import { LABEL_SHAPES, type LabelShape } from './label-shapes.ts';

/** Which labels their stock has no room for, with all that may go gone from them. */
export function measureLabels(pdf: Pdf, content: LabelsContent): LabelTooTall[] {
  const layOut = labelLayout(pdf, content);
  return content.labels.flatMap((label, index) => {
    const { over } = layOut(label);
    return over > 0 ? [{ index, millimetres: Math.ceil((over / 72) * 25.4) }] : [];
  });
}

/** None that its stock has no room for: those were named before. */
export function drawLabels(pdf: Pdf, content: LabelsContent): void {
  const layOut = labelLayout(pdf, content);
  const place = placeOn(pdf, LABEL_SHAPES[content.stock]);
  for (const label of content.labels) {
    const laidOut = layOut(label);
    if (laidOut.over <= 0) place(laidOut);
  }
}

function labelLayout(
  pdf: Pdf,
  { stock, meals }: LabelsContent,
): (label: LabelsContent['labels'][number]) => LaidOutLabel {
  const tools = { pdf, shape: LABEL_SHAPES[stock], qrCode: qrCodes(pdf) };
  const layOutFood = foodLabelLayout(tools, meals);
  const layOutDelivery = deliveryLabelLayout(tools);
  return (label) => (label.kind === 'food' ? layOutFood(label) : layOutDelivery(label));
}

function placeOn(pdf: Pdf, { sheet, width, height }: LabelShape): (label: LaidOutLabel) => void {
  if (!sheet) return (label) => label.draw(pdf.addPage({ width, height: label.height }), 0, 0);
  const { page, columns, rows, gap } = sheet;
  const left = (page.width - columns * width - (columns - 1) * gap) / 2;
  const top = (page.height - rows * height) / 2;
  let canvas: Canvas;
  let count = 0;
  return (label) => {
    const index = count % (columns * rows);
    if (index === 0) canvas = pdf.addPage(page);
    count += 1;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    label.draw(canvas, left + column * (width + gap), top + row * height);
  };
}
