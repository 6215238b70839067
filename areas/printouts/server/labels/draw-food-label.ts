/** The label of one portion. The parts that all labels of a meal share are drawn once and placed on each. */
import type { FoodLabel, MealPart } from '#areas/printouts/rules/label-content.ts';
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
} from './draw-label-parts.ts';
import { INNER_WIDTH, type LabelTools, MARGIN, type Origin, QR_SIDE } from './draw-label-parts.ts';
import { drawMealPart, type DrawnMealPart, TEXT_WIDTH } from './draw-meal-part.ts';
import {
  drawNeeds,
  drawRepeatedBand,
  hasNeeds,
  type Needs,
  needsBesideCode,
  needsByLabel,
} from './draw-needs.ts';
import { drawSlip } from './draw-slip.ts';
import { PANEL_WIDTH } from './draw-nutrition-panel.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';

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
