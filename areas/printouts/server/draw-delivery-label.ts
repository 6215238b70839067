import type { DeliveryLabel } from '#areas/printouts/rules/label-content.ts';
import { splitKey } from '#areas/order-book/rules/kitchen-bag.ts';
import type { RichText } from '#platform/server/drawing/draw-text.ts';
import { mm } from '#areas/printouts/server/draw-pdf.ts';
import {
  above,
  band,
  BAND_SIZES,
  type LabelTools,
  type LaidOutLabel,
  type LabelPart,
  QR_MARGIN,
  QR_SIDE,
  set,
  setDigits,
  setLine,
  shortened,
  textPart,
  LEAST,
} from '#areas/printouts/server/draw-label-parts.ts';

/** To be read across the van. */
const STOP_HEIGHT = mm(20);
/** Beside the stop, or else below it. */
const NARROWEST = 80;
/** Three digits are a little lower. */
const WIDEST_STOP = 125;
const INSTRUCTIONS = [9, 8, 7, 6.5, 6, LEAST];
const GAP = 2;
const LOGO_BOX = { width: mm(36), height: mm(9) };
const LOWEST_LOGO = mm(5);
const STAMP_HEIGHT = 30;

type Fit = { size: number; bandSize: number; instructions: RichText };

export function deliveryLabelLayout(tools: LabelTools): (label: DeliveryLabel) => LaidOutLabel {
  return (label) => {
    const { least } = tools.shape;
    const attempt = (fit: Fit) => layOut(tools, label, fit);
    const sizes = INSTRUCTIONS.filter((size) => size >= least);
    const { instructions } = label;
    let last = attempt({ size: sizes[0] ?? least, bandSize: BAND_SIZES[0], instructions });
    const isIn = (fit: Fit) => {
      last = attempt(fit);
      return last.over <= 0;
    };
    const smallest = { size: sizes.at(-1) ?? least, bandSize: BAND_SIZES.at(-1) ?? least };
    const isWhole =
      last.over <= 0 ||
      sizes.slice(1).some((size) => isIn({ size, bandSize: BAND_SIZES[0], instructions })) ||
      BAND_SIZES.slice(1).some((bandSize) => isIn({ ...smallest, bandSize, instructions }));
    if (isWhole) return last;
    // What a driver must know stands on the phone as well.
    const text = instructions.map((span) => span.text).join('');
    const isShort = (beginning: string) =>
      attempt({ ...smallest, instructions: beginning }).over <= 0;
    const cut = text === '' ? null : shortened(text, isShort);
    if (cut !== null) isIn({ ...smallest, instructions: cut });
    return last;
  };
}

function layOut(tools: LabelTools, label: DeliveryLabel, fit: Fit): LaidOutLabel {
  const { pdf, shape, qrCode } = tools;
  const inner = { width: shape.width - 2 * shape.margin, height: shape.height - 2 * shape.margin };
  const text = (words: RichText, size: number): LabelPart =>
    textPart(set(pdf, words, { width: inner.width, size }));
  const head = headPart(tools, label, inner.width);
  const foot = footPart(tools, label, inner.width);
  const body = above(
    [
      head,
      text(label.address, 12),
      ...(label.allergyBand === null
        ? []
        : [band(pdf, label.allergyBand, { width: inner.width, size: fit.bandSize })]),
      ...(fit.instructions.length === 0 ? [] : [text(fit.instructions, fit.size)]),
    ],
    GAP,
  );
  const end = body.height + GAP + foot.height;
  const height = shape.isCut ? end + 2 * shape.margin : shape.height;
  return {
    height,
    over: end - inner.height,
    draw(canvas, x, y) {
      const [left, top] = [x + shape.margin, y + shape.margin];
      canvas.place(qrCode(label.stopUrl), left + inner.width - QR_SIDE, top);
      body.draw(canvas, left, top);
      const footTop = y + height - shape.margin - foot.height;
      foot.draw(canvas, left, footTop);
      if (label.stamp !== undefined) {
        stampPart(tools, label.stamp, inner.width).draw(
          canvas,
          left,
          y + (height - STAMP_HEIGHT) / 2,
        );
        return;
      }
      // Only into what the driver's facts leave free.
      const room = footTop - top - body.height - 2 * GAP;
      if (room < LOWEST_LOGO) return;
      const logo = pdf.logo(
        { ...LOGO_BOX, height: Math.min(room, LOGO_BOX.height) },
        { isGray: true },
      );
      if (logo) canvas.place(logo, left + inner.width - logo.width, footTop - GAP - logo.height);
    },
  };
}

/** The stop as large as the bag is far away, beside key, suburb and name; on narrow stock above them. */
function headPart({ pdf }: LabelTools, label: DeliveryLabel, width: number): LabelPart {
  const { stop, who } = splitKey(label.key);
  const full = setDigits(pdf, stop, STOP_HEIGHT);
  const share = Math.min(1, WIDEST_STOP / full.width);
  const digits = share === 1 ? full : setDigits(pdf, stop, STOP_HEIGHT * share);
  const room = width - QR_SIDE - QR_MARGIN - digits.width - 8;
  const isBeside = room >= NARROWEST;
  const lines = above(
    [
      { text: who, sizes: [17, 13] },
      { text: label.suburb, sizes: [15, 12] },
      { text: label.name, sizes: [12, 10] },
      { text: label.bag, sizes: [12] },
      { text: label.near, sizes: [12] },
      { text: label.hasCard === true ? 'PUT THE CARD IN' : '', sizes: [12] },
    ]
      .filter(({ text }) => text !== '')
      .map(({ text, sizes: [largest = 12, ...smaller] }) =>
        textPart(
          setLine(pdf, text, { width: isBeside ? room : width, sizes: [largest, ...smaller] }),
        ),
      ),
    1,
  );
  const digitsPart: LabelPart = {
    height: digits.height,
    draw: (canvas, x, y) => canvas.text(digits, x, y),
  };
  if (!isBeside)
    return above([{ ...digitsPart, height: Math.max(digits.height, QR_SIDE) }, lines], GAP);
  return {
    height: Math.max(digits.height, lines.height, QR_SIDE),
    draw(canvas, x, y) {
      digitsPart.draw(canvas, x, y);
      lines.draw(canvas, x + digits.width + 8, y);
    },
  };
}

function footPart({ pdf }: LabelTools, label: DeliveryLabel, width: number): LabelPart {
  const temperature = set(pdf, label.temperature, { width, size: 12, bold: true });
  const left = temperature.width + 14;
  const facts = set(pdf, `${label.portions}  ·  ${label.arrives}`, {
    width: width - left,
    size: 10,
    bold: true,
  });
  return {
    height: 4 + Math.max(16, facts.height),
    draw(canvas, x, y) {
      canvas.line(x, y, x + width, y);
      canvas.box(x, y + 3, temperature.width + 8, 16, { outline: 1 });
      canvas.text(temperature, x + 4, y + 3.5);
      canvas.text(facts, x + left, y + 4);
    },
  };
}

/** Across the label of a bag that may not leave the kitchen: what is beneath must not be relied on. */
function stampPart({ pdf, shape }: LabelTools, words: string, width: number): LabelPart {
  const block = setLine(pdf, words, { width: width - 12, sizes: [22, 14, 11, shape.least] });
  return {
    height: STAMP_HEIGHT,
    draw(canvas, x, y) {
      canvas.box(x, y, width, STAMP_HEIGHT, { outline: 2, fill: 1 });
      canvas.text(block, x, y + (STAMP_HEIGHT - block.height) / 2, { align: 'center', width });
    },
  };
}
