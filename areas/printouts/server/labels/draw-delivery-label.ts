/** The label of one delivery: what the driver reads at the door, in type that is readable from a step away. */
import { type DeliveryLabel, HOLD } from '#areas/printouts/rules/label-content.ts';
import { type Band, bandOf, drawBand, layOutBand } from './draw-allergy-band.ts';
import {
  fit,
  INNER_WIDTH,
  LABEL,
  type LabelTools,
  MARGIN,
  type Origin,
  QR_MARGIN,
  QR_SIDE,
} from './draw-label-parts.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { type RichText, splitText, type TextShape } from '#platform/server/drawing/draw-text.ts';

const HEAD_WIDTH = INNER_WIDTH - QR_SIDE - QR_MARGIN;
const FOOT = 18;
/** Instructions shrink no further for a band: it moves to the next label instead. */
const SMALLEST = 6;
const TITLE = 14;
const LOGO_BOX = { width: mm(36), height: mm(9) };
const LOWEST_LOGO = mm(5);
/** 20 mm high, to be read across the van. */
const STOP_SHAPE = { width: 125, size: 78, bold: true, maxLines: 1, minSize: 40 } as const;
const STOP_HEIGHT = 62;

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
    canvas.place(qrCode(label.stopUrl), left + INNER_WIDTH - QR_SIDE, top);
    top += drawHead(pdf, origin, label);
    row(label.address, { width: INNER_WIDTH, size: 12, maxHeight: 30 });
    const foot = y + LABEL.height - MARGIN - FOOT;
    const { here, next } = layOutBands(pdf, label, foot - top - 2);
    if (here) {
      drawBand(canvas, here, left, top, INNER_WIDTH);
      top += here.height + 2;
    }
    row(label.instructions, { width: INNER_WIDTH, size: 9, maxHeight: foot - top - 2 });
    drawFoot(pdf, origin, label);
    if (!label.isOnHold) drawLogo(pdf, origin, { top, foot });
    if (label.isOnHold) drawHold(pdf, origin);
    next.forEach((band, index) => {
      const on = nextOrigin();
      const title = `${label.name}  ·  ${label.orderNumber}  ·  label ${index + 2} of ${next.length + 1}`;
      const block = fit(pdf, title, { width: INNER_WIDTH, size: 9, height: TITLE });
      on.canvas.text(block, on.x + MARGIN, on.y + MARGIN);
      drawBand(on.canvas, band, on.x + MARGIN, on.y + MARGIN + TITLE + 1, INNER_WIDTH);
    });
  };
}

/** The stop as large as the bag is far away, beside suburb and name. Returns its height. */
function drawHead(pdf: Pdf, { canvas, x, y }: Origin, label: DeliveryLabel): number {
  const left = x + MARGIN;
  const top = y + MARGIN;
  const stop = label.stop === '' ? null : pdf.layOut(label.stop, STOP_SHAPE);
  const besides = stop ? stop.width + 8 : 0;
  // Above the digits of this type stands a fifth of nothing.
  if (stop) canvas.text(stop, left, top - STOP_SHAPE.size * 0.24);
  let below = top;
  const lines = [
    { text: label.suburb, size: 17, maxHeight: 24 },
    { text: label.name, size: 14, maxHeight: 20 },
    { text: label.bag, size: 12, maxHeight: 15 },
    { text: label.near, size: 12, maxHeight: 15 },
    { text: label.hasCard ? 'PUT THE CARD IN' : '', size: 12, maxHeight: 15 },
  ];
  for (const { text, size, maxHeight } of lines) {
    if (text === '') continue;
    const shape = { width: HEAD_WIDTH - besides, size, bold: true, maxHeight, minSize: 2 };
    const block = pdf.layOut(text, { ...shape, lineHeight: 1.2 });
    canvas.text(block, left + besides, below);
    below += block.height + 1;
  }
  return Math.max(below - top, stop ? STOP_HEIGHT : 0);
}

/** A band too long for the label continues on labels of its own, whole. */
function layOutBands(
  pdf: Pdf,
  { allergyBand, instructions }: DeliveryLabel,
  room: number,
): { here: Band | null; next: Band[] } {
  if (allergyBand === null) return { here: null, next: [] };
  const whole = layOutBand(pdf, allergyBand, INNER_WIDTH);
  const left = { width: INNER_WIDTH, size: 9, maxHeight: room - whole.height - 2 };
  const isRoom = pdf.layOut(instructions, { ...left, minSize: SMALLEST, lineHeight: 1.2 }).fits;
  if (isRoom) return { here: whole, next: [] };
  const next: Band[] = [];
  let rest: Band['block'] | null = whole.block;
  while (rest) {
    const height = LABEL.height - 2 * MARGIN - TITLE - 4;
    const [first, more]: ReturnType<typeof splitText> = splitText(rest, height);
    next.push(bandOf(first));
    rest = more;
  }
  return { here: layOutBand(pdf, 'ALLERGY  SEE NEXT LABEL', INNER_WIDTH), next };
}

/** Only into what the driver's facts leave free. */
function drawLogo(
  pdf: Pdf,
  { canvas, x }: Origin,
  { top, foot }: { top: number; foot: number },
): void {
  const room = foot - top - 4;
  if (room < LOWEST_LOGO) return;
  const height = Math.min(room, LOGO_BOX.height);
  const logo = pdf.logo({ ...LOGO_BOX, height }, { isGray: true });
  if (logo) canvas.place(logo, x + MARGIN + INNER_WIDTH - logo.width, foot - 4 - logo.height);
}

function drawFoot(pdf: Pdf, { canvas, x, y }: Origin, label: DeliveryLabel): void {
  const left = x + MARGIN;
  const foot = y + LABEL.height - MARGIN - FOOT;
  canvas.line(left, foot - 1, left + INNER_WIDTH, foot - 1);
  const temperature = pdf.layOut(label.temperature, { width: 50, size: 12, bold: true });
  canvas.box(left, foot + 2, temperature.width + 8, 16, { outline: 1 });
  canvas.text(temperature, left + 4, foot + 2.5);
  const facts = `${label.portions}  ·  ${label.arrives}  ·  ${label.orderNumber}`;
  const block = pdf.layOut(facts, {
    width: INNER_WIDTH - temperature.width - 14,
    size: 10,
    bold: true,
    maxLines: 1,
    minSize: 2,
  });
  canvas.text(block, left + temperature.width + 14, foot + 4);
}

/** Across a label whose meal may not leave the kitchen: what is beneath must not be relied on. */
const HEIGHT = 30;

function drawHold(pdf: Pdf, { canvas, x, y }: Origin): void {
  const top = y + (LABEL.height - HEIGHT) / 2;
  canvas.box(x + MARGIN, top, INNER_WIDTH, HEIGHT, { outline: 2, fill: 1 });
  const block = fit(pdf, HOLD, { width: INNER_WIDTH - 12, size: 22, height: HEIGHT - 4 });
  canvas.text(block, x + MARGIN, top + (HEIGHT - block.height) / 2, {
    align: 'center',
    width: INNER_WIDTH,
  });
}
