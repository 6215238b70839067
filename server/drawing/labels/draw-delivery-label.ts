/** The label of one delivery: what the driver reads at the door, in type that is readable from a step away. */
import type { DeliveryLabel } from '#domain/kitchen/label-content.ts';
import {
  INNER_WIDTH,
  LABEL,
  type LabelTools,
  MARGIN,
  QR_MARGIN,
  QR_SIDE,
} from './draw-label-parts.ts';
import { drawHold } from './draw-hold.ts';
import type { RichText, TextShape } from '../pdf/draw-text.ts';

const HEAD_WIDTH = INNER_WIDTH - QR_SIDE - QR_MARGIN;
const FOOT = 18;

export function deliveryLabelDrawing({ pdf, nextOrigin, qrCode }: LabelTools) {
  return (label: DeliveryLabel): void => {
    const origin = nextOrigin();
    const { canvas, x, y } = origin;
    const left = x + MARGIN;
    let top = y + MARGIN;
    const row = (text: RichText, shape: Omit<TextShape, 'minSize' | 'lineHeight'>) => {
      const block = pdf.layOut(text, { ...shape, minSize: 2, lineHeight: 1.2 });
      canvas.text(block, left, top);
      top += block.height + 1;
    };
    canvas.place(qrCode(label.orderUrl), left + INNER_WIDTH - QR_SIDE, top);
    row(label.suburb, { width: HEAD_WIDTH, size: 17, bold: true, maxHeight: 22 });
    row(label.name, { width: HEAD_WIDTH, size: 14, bold: true, maxHeight: 22 });
    row(label.address, { width: INNER_WIDTH, size: 12, maxHeight: 30 });
    const foot = y + LABEL.height - MARGIN - FOOT;
    row(label.instructions, { width: INNER_WIDTH, size: 9, maxHeight: foot - top - 2 });
    canvas.line(left, foot - 1, left + INNER_WIDTH, foot - 1);
    const temperature = pdf.layOut(label.temperature, { width: 50, size: 12, bold: true });
    canvas.box(left, foot + 2, temperature.width + 8, 16, { outline: 1 });
    canvas.text(temperature, left + 4, foot + 2.5);
    const rest = INNER_WIDTH - temperature.width - 14;
    const facts = `${label.portions}  ·  ${label.arrives}  ·  ${label.orderNumber}`;
    const block = pdf.layOut(facts, {
      width: rest,
      size: 10,
      bold: true,
      maxLines: 1,
      minSize: 2,
    });
    canvas.text(block, left + temperature.width + 14, foot + 4);
    if (label.isOnHold) drawHold(pdf, origin);
  };
}
