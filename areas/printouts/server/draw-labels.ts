/** Labels on their stock: measured first, and only those that fit are drawn. One after the other, however many there are. */
import type { LabelsContent, LabelTooTall } from '#areas/printouts/server/drawer-port.ts';
import { type Pdf, mm } from '#areas/printouts/server/draw-pdf.ts';
import type { Canvas, Form } from '#platform/server/drawing/draw-canvas.ts';
import { deliveryLabelLayout } from './draw-delivery-label.ts';
import {
  type LaidOutLabel,
  qrCodes,
  above,
  band,
  BAND_SIZES,
  type LabelTools,
  type LabelPart,
  QR_MARGIN,
  QR_SIDE,
  SEE_BAG_SHEET,
  set,
  setDigits,
  setLine,
  shortened,
  textPart,
  wrapAround,
  LABEL_SHAPES,
  type LabelShape,
  LEAST,
  nutritionPart,
} from '#areas/printouts/server/draw-label-parts.ts';
import {
  heatingText,
  type HeatingPart,
  isShorter,
  type FoodLabel,
  HOLD_SLIP,
  type MealPart,
} from '#areas/printouts/rules/label-content.ts';
import { splitKey } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Span, TextBlock } from '#platform/server/drawing/draw-text.ts';

/** Which labels their stock has no room for, with all that may go gone from them. */
export function measureLabels(pdf: Pdf, content: LabelsContent): LabelTooTall[] {
  const layOutLabel = labelLayout(pdf, content);
  return content.labels.flatMap((label, index) => {
    const { over } = layOutLabel(label);
    return over > 0 ? [{ index, millimetres: Math.ceil((over / 72) * 25.4) }] : [];
  });
}

/** None that its stock has no room for: those were named before. */
export function drawLabels(pdf: Pdf, content: LabelsContent): void {
  const layOutLabel = labelLayout(pdf, content);
  const place = placeOn(pdf, LABEL_SHAPES[content.stock]);
  for (const label of content.labels) {
    const laidOut = layOutLabel(label);
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

/** From largest to smallest. */
const SMALL_PRINT = [7.5, 7, 6.5, 6, LEAST];
const STOP_HEIGHT = mm(7);
const GAP = 1.2;
/** Between the text and the panel beside it. */
const COLUMN_GAP = 5;
const PANEL_SIZE = LEAST;
/** Texts of a menu in all their sizes; more would fill the thread's memory. */
const MOST_KEPT = 500;

/** How much of a label there is room for. */
type Fit = {
  /** For the small print. */
  size: number;
  bandSize: number;
  heating: HeatingPart;
  note: string;
};

type FoodLabelLayout = (label: FoodLabel) => LaidOutLabel;

/** Measures the labels of these meals for a stock. */
function foodLabelLayout(tools: LabelTools, meals: readonly MealPart[]): FoodLabelLayout {
  const parts = sharedParts(tools);

  return (label) => {
    const meal = meals[label.meal];
    if (!meal) throw new Error(`a label refers to meal ${label.meal}, which is missing`);
    if (label.hold !== null) return layOutSlip(tools, label, meal.name);
    const { shape } = tools;
    const attempt = (fit: Fit) => layOut(tools, parts, { label, meal }, fit);
    const sizes = SMALL_PRINT.filter((size) => size >= shape.least);
    const smallest = sizes.at(-1) ?? shape.least;
    const whole = { bandSize: BAND_SIZES[0], heating: 'all', note: label.note } as const;
    let last = attempt({ ...whole, size: sizes[0] ?? smallest });
    let fit: Fit = { ...whole, size: smallest };
    const isIn = (next: Fit) => {
      fit = next;
      last = attempt(next);
      return last.over <= 0;
    };
    const isWhole =
      last.over <= 0 ||
      sizes.slice(1).some((size) => isIn({ ...whole, size })) ||
      (label.allergyBand !== null &&
        BAND_SIZES.slice(1).some((bandSize) => isIn({ ...fit, bandSize })));
    if (isWhole) return last;
    // Then texts give way, in this sequence.
    const shorten = (heating: HeatingPart) =>
      isShorter(meal.heating, heating) && isIn({ ...fit, heating });
    const cutNote = () => {
      const given = fit;
      const note =
        label.note === ''
          ? null
          : shortened(label.note, (beginning) => attempt({ ...given, note: beginning }).over <= 0);
      return note !== null && isIn({ ...given, note });
    };
    if (shorten('first_way') || cutNote() || shorten('no_way') || cutNote()) return last;
    // It is named with what it lacks when it says as little as it may.
    return label.note === '' ? last : attempt({ ...fit, note: SEE_BAG_SHEET });
  };
}

type SharedParts = ReturnType<typeof sharedParts>;

/** Texts of meals and their panels, each measured once for a width and size, and drawn once. */
function sharedParts({ pdf, shape }: LabelTools) {
  const texts = new Map<string, LabelPart>();
  const panels = new Map<MealPart, ReturnType<typeof nutritionPart>>();

  /** Drawn at its first place, and placed from then on. */
  function once(block: TextBlock | null): LabelPart {
    let form: Form | null = null;
    return {
      height: block?.height ?? 0,
      draw(canvas, x, y) {
        if (!block) return;
        form ??= pdf.form({ width: block.width + 1, height: block.height + 1 }, (on) =>
          on.text(block, 0, 0),
        );
        canvas.place(form, x, y);
      },
    };
  }

  function kept(about: unknown, part: () => LabelPart): LabelPart {
    const key = JSON.stringify(about);
    const known = texts.get(key) ?? part();
    if (texts.size > MOST_KEPT) texts.clear();
    texts.set(key, known);
    return known;
  }

  return {
    maker: (supplier: string, type: { width: number; size: number }) =>
      kept([supplier, type], () => once(set(pdf, supplier, type))),
    body: (spans: readonly Span[], around: Parameters<typeof wrapAround>[2]) =>
      kept([spans, around], () => {
        const { beside, below } = wrapAround(pdf, spans, around);
        const [first, rest] = [once(beside), once(below)];
        // A word without a space may have left room beside the panel.
        const top = below === null ? 0 : Math.max(0, around.beside.height - first.height);
        return above([first, { height: top, draw() {} }, rest]);
      }),
    panel(meal: MealPart): ReturnType<typeof nutritionPart> {
      const inner = shape.width - 2 * shape.margin;
      const part =
        panels.get(meal) ??
        (shape.isWide
          ? nutritionPart(pdf, meal.panel, { size: PANEL_SIZE })
          : nutritionPart(pdf, meal.panel, { size: Math.max(shape.least, 7), width: inner }));
      panels.set(meal, part);
      return part;
    },
  };
}

type Portion = { label: FoodLabel; meal: MealPart };

function layOut(tools: LabelTools, parts: SharedParts, portion: Portion, fit: Fit): LaidOutLabel {
  const { shape, qrCode } = tools;
  const { label, meal } = portion;
  const inner = { width: shape.width - 2 * shape.margin, height: shape.height - 2 * shape.margin };
  const { size } = fit;
  const panel = parts.panel(meal);
  const maker = parts.maker(meal.supplier, {
    width: inner.width,
    size: Math.max(shape.least, Math.min(6.5, size)),
  });
  const narrow = inner.width - panel.width - COLUMN_GAP;
  const head = flow(rowsOf(tools, portion, fit), {
    head: inner.width - QR_SIDE - QR_MARGIN,
    rest: shape.isWide ? narrow : inner.width,
    /** Where the panel begins at the latest, if it stands beside the text. */
    headUntil: shape.isWide ? inner.height - maker.height - panel.height - 2 * GAP : QR_SIDE,
    isWide: shape.isWide,
  });
  const bodyTop = head.end + GAP;
  const besideTop = Math.max(QR_SIDE + QR_MARGIN, head.headEnd + GAP);
  const body = parts.body(bodyOf(meal, fit), {
    size,
    beside: shape.isWide
      ? { width: narrow, height: Math.ceil(besideTop + panel.height + GAP - bodyTop) }
      : { width: inner.width, height: Infinity },
    below: inner.width,
  });
  const panelTop = shape.isWide ? besideTop : bodyTop + body.height + GAP;
  const end = Math.max(bodyTop + body.height, panelTop + panel.height) + GAP + maker.height;
  const height = shape.isCut ? end + 2 * shape.margin : shape.height;
  return {
    height,
    over: end - inner.height,
    draw(canvas, x, y) {
      const [left, top] = [x + shape.margin, y + shape.margin];
      canvas.place(qrCode(label.mealUrl), left + inner.width - QR_SIDE, top);
      for (const { part, at } of head.placed) part.draw(canvas, left, top + at);
      body.draw(canvas, left, top + bodyTop);
      panel.draw(canvas, left + (shape.isWide ? inner.width - panel.width : 0), top + panelTop);
      maker.draw(canvas, left, y + height - shape.margin - maker.height);
    },
  };
}

/** What all labels of a meal say, Contains first. */
function bodyOf(meal: MealPart, { heating }: Fit): Span[] {
  const paragraph = (heading: string, spans: readonly Span[]): Span[] =>
    spans.some(({ text }) => text !== '')
      ? [{ text: '\n' }, { text: heading, bold: true }, ...spans]
      : [];
  return [
    { text: meal.allergens, bold: true },
    ...paragraph(meal.heading, meal.ingredients),
    ...paragraph('Heating: ', [{ text: heatingText(meal.heating, heating) }]),
    ...paragraph('Storage: ', [{ text: meal.storage }]),
  ];
}

type LabelRow = (width: number) => LabelPart;

/** What a label says of its person, from top to bottom. */
function rowsOf(tools: LabelTools, portion: Portion, fit: Fit): LabelRow[] {
  const { label } = portion;
  const { size } = fit;
  const line =
    (text: string, lineSize: number, bold = true): LabelRow =>
    (width) =>
      textPart(set(tools.pdf, text, { width, size: lineSize, bold }));
  const advice = label.advice === null ? '' : `  ·  ${label.advice}`;
  const { allergyBand } = label;
  return [
    (width) => nameRow(tools, portion, width),
    ...(allergyBand === null
      ? []
      : [(width: number) => band(tools.pdf, allergyBand, { width, size: fit.bandSize })]),
    ...(label.agreed === null ? [] : [line(label.agreed, size + 1)]),
    ...(fit.note === '' ? [] : [line(`Note: ${fit.note}`, size + 1, false)]),
    line(`${label.eatOn}  ·  delivered ${label.arrives}`, size + 0.5, false),
    line(`${label.useBy}${advice}  ·  Lot ${label.lot}`, size + 0.5),
  ];
}

/** The key, its stop seven millimetres high, and the meal beside it. */
function nameRow({ pdf }: LabelTools, { label, meal }: Portion, width: number): LabelPart {
  const { stop, who } = splitKey(label.key);
  const digits = setDigits(pdf, stop, STOP_HEIGHT);
  const left = digits.width + 6;
  const beside = above([
    textPart(setLine(pdf, who, { width: width - left, sizes: [13, 11] })),
    textPart(setLine(pdf, meal.name, { width: width - left, sizes: [9.5, 8] })),
  ]);
  return {
    height: Math.max(digits.height, beside.height),
    draw(canvas, x, y) {
      canvas.text(digits, x, y + 1.5);
      beside.draw(canvas, x + left, y);
    },
  };
}

type Columns = { head: number; rest: number; headUntil: number; isWide: boolean };

/** Rows beside the code as long as they end above the panel, then in what width is left. */
function flow(
  rows: readonly LabelRow[],
  { head, rest, headUntil, isWide }: Columns,
): { placed: { part: LabelPart; at: number }[]; end: number; headEnd: number } {
  const placed: { part: LabelPart; at: number }[] = [];
  let end = 0;
  let headEnd = 0;
  let isBeside = true;
  for (const row of rows) {
    const at = end === 0 ? 0 : end + GAP;
    const beside = isBeside ? row(head) : null;
    if (beside && (at + beside.height <= headUntil || placed.length === 0)) {
      placed.push({ part: beside, at });
      end = headEnd = at + beside.height;
      continue;
    }
    isBeside = false;
    const below = isWide ? at : Math.max(at, QR_SIDE + QR_MARGIN);
    const part = row(rest);
    placed.push({ part, at: below });
    end = below + part.height;
  }
  return { placed, end, headEnd };
}

/** In place of the label of a portion on hold: nothing that could be put on a box. */
function layOutSlip(
  { pdf, shape }: LabelTools,
  { key, hold }: FoodLabel,
  mealName: string,
): LaidOutLabel {
  const width = shape.width - 2 * shape.margin;
  const rowsAt = (scale: number) =>
    [
      { text: HOLD_SLIP.title, size: 26 },
      { text: key, size: 20 },
      { text: mealName, size: 15 },
      { text: hold ?? '', size: 20 },
      { text: HOLD_SLIP.ask, size: 12 },
    ].map(({ text, size }) =>
      set(pdf, text, {
        width: width - 12,
        size: Math.max(shape.least, size * scale),
        bold: true,
      }),
    );
  const most = shape.height - 2 * shape.margin - 8;
  const heightOf = (rows: readonly TextBlock[]) =>
    rows.reduce((sum, row) => sum + row.height + 3, 0);
  const scales = shape.isWide ? [1, 0.85, 0.7, 0.55, 0.4, 0.3] : [0.7, 0.55, 0.4, 0.3];
  const rows =
    scales.map(rowsAt).find((some) => heightOf(some) <= most) ?? rowsAt(scales.at(-1) ?? 1);
  const height = shape.isCut ? heightOf(rows) + 8 + 2 * shape.margin : shape.height;
  return {
    height,
    over: heightOf(rows) - most,
    draw(canvas, x, y) {
      const frame = height - 2 * shape.margin;
      canvas.box(x + shape.margin, y + shape.margin, width, frame, { outline: 2 });
      let top = y + shape.margin + 4;
      for (const row of rows) {
        canvas.text(row, x + shape.margin, top, { align: 'center', width });
        top += row.height + 3;
      }
    },
  };
}
