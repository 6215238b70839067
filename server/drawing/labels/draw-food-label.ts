/** The label of one portion. The parts that all labels of a meal share are drawn once and placed on each. */
import type { FoodLabel, MealPart } from '#domain/kitchen/label-content.ts';
import {
  DATES,
  fit,
  type Fit,
  HEAD_WIDTH,
  MEAL,
  NAME,
  PANEL_BOTTOM,
  USE_BY,
} from './draw-label-parts.ts';
import { INNER_WIDTH, type LabelTools, MARGIN, type Origin, QR_SIDE } from './draw-label-parts.ts';
import { drawHold } from './draw-hold.ts';
import { drawMealPart, type DrawnMealPart } from './draw-meal-part.ts';
import { PANEL_WIDTH } from './draw-nutrition-panel.ts';
import type { Pdf } from '../pdf/draw-pdf.ts';

export function foodLabelDrawing(tools: LabelTools, meals: readonly MealPart[]) {
  const { pdf, nextOrigin, qrCode } = tools;
  const drawn = new Map<MealPart, DrawnMealPart>();
  return (label: FoodLabel): void => {
    const part = meals[label.meal];
    if (!part) throw new Error(`a label refers to meal ${label.meal}, which is missing`);
    const meal = drawn.get(part) ?? drawMealPart(pdf, part);
    drawn.set(part, meal);
    const count = meal.rest.length + 1;
    const origin = nextOrigin();
    const { canvas, x, y } = origin;
    drawHead(pdf, origin, label);
    canvas.place(meal.form, x, y);
    canvas.place(qrCode(label.orderUrl), x + MARGIN + INNER_WIDTH - QR_SIDE, y + MARGIN);
    if (label.isOnHold) drawHold(pdf, origin);
    drawTrace(pdf, origin, label, count === 1 ? '' : `  ·  label 1 of ${count}`);
    meal.rest.forEach((form, index) => {
      const next = nextOrigin();
      const title = `${label.personName}  ·  ${part.name}  ·  ${label.orderNumber}  ·  label ${index + 2} of ${count}`;
      const block = fit(pdf, title, { width: INNER_WIDTH, size: 8, height: 12 });
      next.canvas.text(block, next.x + MARGIN, next.y + MARGIN);
      next.canvas.place(form, next.x, next.y);
    });
  };
}

/** The parts that differ between portions. The meal's name is printed below the person's. */
function drawHead(pdf: Pdf, { canvas, x, y }: Origin, label: FoodLabel): void {
  const row = (text: string, top: number, shape: Fit) => {
    const block = fit(pdf, text, shape);
    canvas.text(block, x + MARGIN, y + MARGIN + top + (shape.height - block.height) / 2);
  };
  const width = HEAD_WIDTH;
  const dates = `${label.eatOn}  ·  delivered ${label.arrives}`;
  const advice = label.advice === null ? '' : `  ·  ${label.advice}`;
  row(label.personName, 0, { width, size: 14, height: NAME });
  row(dates, NAME + MEAL, { width, size: 8, height: DATES, bold: false });
  row(`${label.useBy}${advice}`, NAME + MEAL + DATES, { width, size: 8.5, height: USE_BY });
}

/** Below the panel: what packers look for and recalls need. */
function drawTrace(pdf: Pdf, { canvas, x, y }: Origin, label: FoodLabel, count: string): void {
  const lines = [label.orderNumber, `Lot ${label.lot}${count}`];
  for (const [index, line] of lines.entries()) {
    const block = fit(pdf, line, { width: PANEL_WIDTH, size: 7, height: 8.4 });
    const left = x + MARGIN + INNER_WIDTH - PANEL_WIDTH;
    canvas.text(block, left, y + PANEL_BOTTOM + 0.5 + index * 8.4);
  }
}
