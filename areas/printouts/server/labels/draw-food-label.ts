/** The label of one portion. The parts that all labels of a meal share are drawn once and placed on each. */
import { type FoodLabel, type MealPart, HOLD_SLIP } from '#areas/printouts/rules/label-content.ts';
import {
  DATES,
  fit,
  type Fit,
  FOOT,
  HEAD_WIDTH,
  LABEL,
  MEAL,
  MOST_LOWERED,
  NAME,
  PANEL_BOTTOM,
  USE_BY,
  INNER_WIDTH,
  type LabelTools,
  MARGIN,
  type Origin,
  QR_SIDE,
  BODY_HEIGHT,
  BODY_TOP,
} from './draw-label-parts.ts';
import {
  drawNeeds,
  drawRepeatedBand,
  hasNeeds,
  type Needs,
  needsBesideCode,
  needsByLabel,
} from './draw-needs.ts';
import { PANEL_WIDTH, drawNutritionPanel } from './draw-nutrition-panel.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { Canvas, Form } from '#platform/server/drawing/draw-canvas.ts';
import { type Span, splitText, type TextBlock } from '#platform/server/drawing/draw-text.ts';

export function foodLabelDrawing(tools: LabelTools, meals: readonly MealPart[]) {
  const { pdf, nextOrigin, qrCode } = tools;
  const drawn = new Map<string, DrawnMealPart>();

  function mealLowered(index: number, lowered: number): { part: MealPart; meal: DrawnMealPart } {
    const part = meals[index];
    if (!part) throw new Error(`a label refers to meal ${index}, which is missing`);
    const meal = drawn.get(`${index} ${lowered}`) ?? drawMealPart(pdf, part, lowered);
    drawn.set(`${index} ${lowered}`, meal);
    return { part, meal };
  }

  return (label: FoodLabel): void => {
    if (label.hold !== null) {
      drawSlip(pdf, nextOrigin(), label, meals[label.meal]?.name ?? '');
      return;
    }
    const beside = hasNeeds(label) ? needsBesideCode(pdf, label) : null;
    const extra = beside ? Math.max(0, beside.height + 1 - NAME) : 0;
    const isBeside = extra <= MOST_LOWERED;
    const lowered = isBeside ? extra : 0;
    const { part, meal } = mealLowered(label.meal, lowered);
    const before = isBeside ? [] : needsByLabel(pdf, label);
    const count = before.length + 1 + meal.rest.length;
    const countText = (number: number) => (count === 1 ? '' : `  ·  label ${number} of ${count}`);
    const titleOf = (number: number) => `${part.name}  ·  ${label.orderNumber}${countText(number)}`;

    for (const [index, needs] of before.entries()) {
      const origin = nextOrigin();
      if (index === 0) drawName(pdf, origin, label);
      else drawHeadBand(pdf, origin, label, titleOf(index + 1));
      drawNeedsLabel(pdf, origin, { label, part, needs, count: countText(index + 1) });
      placeCode(origin, qrCode(label.mealUrl));
    }
    const origin = nextOrigin();
    const { canvas, x, y } = origin;
    if (!isBeside) drawHeadBand(pdf, origin, label, titleOf(before.length + 1));
    else if (beside) drawNeeds(canvas, beside, x + MARGIN, y + MARGIN, HEAD_WIDTH);
    else drawName(pdf, origin, label);
    drawDates(pdf, origin, label, lowered);
    canvas.place(meal.form, x, y);
    placeCode(origin, qrCode(label.mealUrl));
    drawTrace(pdf, origin, { label, count: countText(before.length + 1), lowered });

    meal.rest.forEach((form, index) => {
      const next = nextOrigin();
      const title = titleOf(before.length + index + 2);
      const place = { x: next.x + MARGIN, y: next.y + MARGIN, width: INNER_WIDTH, height: 11.5 };
      drawRepeatedBand(pdf, next.canvas, { label, title }, place);
      next.canvas.place(form, next.x, next.y);
    });
  };
}

function placeCode({ canvas, x, y }: Origin, code: ReturnType<LabelTools['qrCode']>): void {
  canvas.place(code, x + MARGIN + INNER_WIDTH - QR_SIDE, y + MARGIN);
}

/** A row centred in its height. */
function drawRow(pdf: Pdf, { canvas, x, y }: Origin, text: string, top: number, shape: Fit): void {
  const block = fit(pdf, text, shape);
  canvas.text(block, x + MARGIN, y + MARGIN + top + (shape.height - block.height) / 2);
}

function drawName(pdf: Pdf, origin: Origin, { personName }: FoodLabel): void {
  drawRow(pdf, origin, personName, 0, { width: HEAD_WIDTH, size: 14, height: NAME });
}

/** In the name's place, where the first label says it all. */
function drawHeadBand(pdf: Pdf, { canvas, x, y }: Origin, label: FoodLabel, title: string): void {
  const place = { x: x + MARGIN, y: y + MARGIN, width: HEAD_WIDTH, height: NAME - 1 };
  drawRepeatedBand(pdf, canvas, { label, title }, place);
}

/** Below the meal's name. */
function drawDates(pdf: Pdf, origin: Origin, label: FoodLabel, lowered: number): void {
  const width = HEAD_WIDTH;
  const helping = label.helping === null ? '' : `  ·  portion ${label.helping}`;
  const dates = `${label.eatOn}${helping}  ·  delivered ${label.arrives}`;
  const advice = label.advice === null ? '' : `  ·  ${label.advice}`;
  const top = NAME + MEAL + lowered;
  drawRow(pdf, origin, dates, top, { width, size: 8, height: DATES, bold: false });
  const useBy = { width, size: 8.5, height: USE_BY };
  drawRow(pdf, origin, `${label.useBy}${advice}`, top + DATES, useBy);
}

type NeedsLabel = { label: FoodLabel; part: MealPart; needs: Needs; count: string };

/** All that there is to say of the person, in full; the meal's own label follows. */
function drawNeedsLabel(pdf: Pdf, origin: Origin, { label, part, needs, count }: NeedsLabel): void {
  const { canvas, x, y } = origin;
  drawRow(pdf, origin, part.name, NAME, { width: HEAD_WIDTH, size: 10, height: MEAL });
  drawDates(pdf, origin, label, 0);
  drawNeeds(canvas, needs, x + MARGIN, y + MARGIN + NAME + MEAL + DATES + USE_BY + 2, INNER_WIDTH);
  const foot = LABEL.height - 2 * MARGIN - FOOT;
  const trace = `${label.orderNumber}  ·  Lot ${label.lot}${count}`;
  drawRow(pdf, origin, trace, foot, { width: INNER_WIDTH, size: 7, height: FOOT });
}

/** What packers look for and recalls need: below the panel, or beside it where that has moved down. */
function drawTrace(
  pdf: Pdf,
  { canvas, x, y }: Origin,
  { label, count, lowered }: { label: FoodLabel; count: string; lowered: number },
): void {
  const lot = `Lot ${label.lot}${count}`;
  if (lowered > 0) {
    const shape = { width: TEXT_WIDTH, size: 7, height: TRACE };
    const block = fit(pdf, `${label.orderNumber}  ·  ${lot}`, shape);
    canvas.text(block, x + MARGIN, y + LABEL.height - MARGIN - FOOT - TRACE);
    return;
  }
  for (const [index, line] of [label.orderNumber, lot].entries()) {
    const block = fit(pdf, line, { width: PANEL_WIDTH, size: 7, height: TRACE });
    const left = x + MARGIN + INNER_WIDTH - PANEL_WIDTH;
    canvas.text(block, left, y + PANEL_BOTTOM + 0.5 + index * TRACE);
  }
}

const TRACE = 8.4;

// In place of the label of a portion on hold: nothing that could be put on a box.

/** The height of each row, in points. */
const ROWS = { title: 40, person: 34, meal: 30, why: 34, ask: 18 };

function drawSlip(
  pdf: Pdf,
  { canvas, x, y }: Origin,
  { personName, orderNumber, hold }: FoodLabel,
  mealName: string,
): void {
  canvas.box(x + MARGIN, y + MARGIN, INNER_WIDTH, LABEL.height - 2 * MARGIN, { outline: 2 });
  let top = y + MARGIN + 2;
  const row = (text: string, height: number, size: number) => {
    const block = fit(pdf, text, { width: INNER_WIDTH - 12, size, height });
    canvas.text(block, x + MARGIN, top + (height - block.height) / 2, {
      align: 'center',
      width: INNER_WIDTH,
    });
    top += height;
  };
  row(HOLD_SLIP.title, ROWS.title, 22);
  row(personName.toUpperCase(), ROWS.person, 18);
  row(mealName, ROWS.meal, 13);
  row(hold ?? '', ROWS.why, 15);
  row(`${HOLD_SLIP.ask}  ·  ${orderNumber}`, ROWS.ask, 9);
}

/** The part that is the same on every label of a meal: name, ingredients, storage and heating, nutrition panel. */
const TEXT_WIDTH = INNER_WIDTH - PANEL_WIDTH - 6;
const REST_TOP = MARGIN + 12;
const REST_HEIGHT = LABEL.height - MARGIN - FOOT - REST_TOP - 1;
/** Smaller text is unreadable and continues on another label instead. */
const SMALLEST = 4.5;

/** Each form is as big as a label. `rest`: continuation labels for text that did not fit on the first. */
type DrawnMealPart = { form: Form; rest: readonly Form[] };

/** A row of the label stands below the text, where it has moved down. */
const BELOW_TEXT = 9;

/** `lowered`: how far everything moves down, for an allergy band. */
function drawMealPart(pdf: Pdf, meal: MealPart, lowered: number): DrawnMealPart {
  const [text, ...more] = layOutText(pdf, meal, lowered === 0 ? 0 : lowered + BELOW_TEXT);
  const top = BODY_TOP + lowered;
  const form = pdf.form(LABEL, (canvas) => {
    const name = fit(pdf, meal.name, { width: HEAD_WIDTH, size: 10, height: MEAL });
    canvas.text(name, MARGIN, MARGIN + NAME + lowered + (MEAL - name.height) / 2);
    canvas.line(MARGIN, top - 1.5, MARGIN + INNER_WIDTH, top - 1.5);
    if (text) canvas.text(text, MARGIN, top);
    drawNutritionPanel(pdf, canvas, meal.panel, MARGIN + INNER_WIDTH - PANEL_WIDTH, top + 1);
    drawSupplier(pdf, canvas, meal);
  });
  const rest = more.map((block) =>
    pdf.form(LABEL, (canvas) => {
      canvas.text(block, MARGIN, REST_TOP);
      drawSupplier(pdf, canvas, meal);
    }),
  );
  return { form, rest };
}

function drawSupplier(pdf: Pdf, canvas: Canvas, { supplier }: MealPart): void {
  const shape = { width: INNER_WIDTH, size: 6.5, height: FOOT, bold: false };
  canvas.text(fit(pdf, supplier, shape), MARGIN, LABEL.height - MARGIN - FOOT + 1);
}

type Paragraph = readonly Span[];

/** Allergens come first, so they are always on the first label. */
function paragraphsOf(meal: MealPart): Paragraph[] {
  const paragraph = (heading: string, spans: Paragraph): Paragraph[] =>
    spans.some(({ text }) => text !== '') ? [[{ text: heading, bold: true }, ...spans]] : [];
  return [
    [{ text: meal.allergens, bold: true }],
    ...paragraph(meal.heading, meal.ingredients),
    ...paragraph('Heating: ', [{ text: meal.heating }]),
    ...paragraph('Storage: ', [{ text: meal.storage }]),
  ];
}

/** The text beside the panel on the first label, and the text of each continuation label. */
function layOutText(pdf: Pdf, meal: MealPart, less: number): TextBlock[] {
  const paragraphs = paragraphsOf(meal);
  const maxHeight = BODY_HEIGHT - less;
  const setBeside = (some: readonly Paragraph[]) =>
    set(pdf, some, { width: TEXT_WIDTH, maxHeight });
  let count = paragraphs.length;
  while (count > 2 && !setBeside(paragraphs.slice(0, count)).fits) count -= 1;
  const beside = setBeside(paragraphs.slice(0, count));
  const [first, rest] = splitText(beside, maxHeight);
  const full = { width: INNER_WIDTH, maxHeight: REST_HEIGHT };
  const later = count < paragraphs.length ? set(pdf, paragraphs.slice(count), full) : null;
  return [first, ...splitAll(rest), ...splitAll(later)];
}

function set(
  pdf: Pdf,
  paragraphs: readonly Paragraph[],
  shape: { width: number; maxHeight: number },
): TextBlock {
  const spans = paragraphs.flatMap((each, index) =>
    index === 0 ? each : [{ text: '\n' }, ...each],
  );
  return pdf.layOut(spans, { ...shape, size: 7.5, minSize: SMALLEST, lineHeight: 1.2 });
}

function splitAll(block: TextBlock | null): TextBlock[] {
  if (block === null) return [];
  const [first, rest] = splitText(block, REST_HEIGHT);
  return [first, ...splitAll(rest)];
}
