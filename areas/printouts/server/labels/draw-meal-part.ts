/** The part that is the same on every label of a meal: name, ingredients, storage and heating, nutrition panel. */
import type { MealPart } from '#areas/printouts/rules/label-content.ts';
import type { Canvas, Form } from '#platform/server/drawing/draw-canvas.ts';
import {
  BODY_HEIGHT,
  BODY_TOP,
  fit,
  FOOT,
  HEAD_WIDTH,
  INNER_WIDTH,
  LABEL,
  MARGIN,
  MEAL,
  NAME,
} from './draw-label-parts.ts';
import { drawNutritionPanel, PANEL_WIDTH } from './draw-nutrition-panel.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { type Span, splitText, type TextBlock } from '#platform/server/drawing/draw-text.ts';

export const TEXT_WIDTH = INNER_WIDTH - PANEL_WIDTH - 6;
const REST_TOP = MARGIN + 12;
const REST_HEIGHT = LABEL.height - MARGIN - FOOT - REST_TOP - 1;
/** Smaller text is unreadable and continues on another label instead. */
const SMALLEST = 4.5;

/** Each form is as big as a label. `rest`: continuation labels for text that did not fit on the first. */
export type DrawnMealPart = { form: Form; rest: readonly Form[] };

/** A row of the label stands below the text, where it has moved down. */
const BELOW_TEXT = 9;

/** `lowered`: how far everything moves down, for an allergy band. */
export function drawMealPart(pdf: Pdf, meal: MealPart, lowered: number): DrawnMealPart {
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
