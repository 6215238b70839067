/** The production plan on A4, a day after the other: what goes out, and what to cook with all that goes into it. */
import type {
  PlanSheetContent,
  PlanSheetCooking,
  PlanSheetDay,
  PlanSheetMeal,
} from '#areas/printouts/server/drawer-port.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import {
  type Flow,
  startFlow,
  type CellPart,
  drawTable,
  type Row,
  type SheetColumn,
} from '#areas/printouts/server/sheet-table.ts';

/** A cook reads them at the stove; the whole recipe is in the portal. */
const LONGEST_STEPS = 320;

export function drawPlan(pdf: Pdf, { stamp, days }: PlanSheetContent): void {
  const flow = startFlow(pdf, stamp);
  for (const day of days) drawDay(flow, day);
}

function drawDay(flow: Flow, { date, toSend, toCook, done }: PlanSheetDay): void {
  flow.gap(mm(4));
  // The day stays with the first lines below it.
  flow.heading(formatDate(date), mm(24));
  if (toSend.length > 0) drawToSend(flow, toSend);
  if (toCook.length > 0) drawToCook(flow, toCook);
  if (done.length > 0) {
    flow.gap(mm(1.5));
    flow.paragraph([{ text: 'Cooked already: ', bold: true }, { text: done.join(', ') }], {
      size: 9,
    });
  }
}

/** In two columns: names of meals are short. */
function drawToSend(flow: Flow, meals: readonly PlanSheetMeal[]): void {
  const tick = mm(6);
  const portions = mm(16);
  const between = mm(4);
  const half: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'To send', width: (flow.width - between) / 2 - tick - portions },
    { heading: 'Portions', width: portions, align: 'right' },
  ];
  const lines = Math.ceil(meals.length / 2);
  const rows = meals.slice(0, lines).map((left, index): Row => {
    const right = meals[lines + index];
    return { cells: [...mealCells(left), '', ...(right ? mealCells(right) : [])] };
  });
  drawTable(flow, [...half, { heading: '', width: between }, ...half], rows);
}

function mealCells({ name, portions, note }: PlanSheetMeal): Row['cells'] {
  return [
    { tick: true },
    { parts: [{ text: name, bold: true }, ...(note === '' ? [] : [{ text: note, size: 7.5 }])] },
    { parts: [{ text: String(portions), size: 12, bold: true }] },
  ];
}

function drawToCook(flow: Flow, cookings: readonly PlanSheetCooking[]): void {
  flow.gap(mm(1.5));
  const tick = mm(6);
  const what = mm(62);
  const made = mm(24);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'To cook', width: what },
    { heading: 'What goes in', width: flow.width - tick - what - made },
    { heading: 'Made', width: made },
  ];
  drawTable(
    flow,
    columns,
    cookings.map((cooking) => ({
      cells: [
        { tick: true },
        { parts: whatParts(cooking) },
        { parts: lineParts(cooking) },
        { field: '' },
      ],
    })),
  );
}

function whatParts({ name, amount, pots, forWhom, facts }: PlanSheetCooking): CellPart[] {
  return [
    { text: name.toUpperCase(), size: 11, bold: true },
    { text: amount, size: 14, bold: true },
    { text: pots },
    { text: forWhom, size: 8 },
    ...facts.map((text) => ({ text, size: 8 })),
  ];
}

function lineParts({ lines, allergens, steps }: PlanSheetCooking): CellPart[] {
  const short = steps.replaceAll(/\s+/g, ' ').trim();
  return [
    ...lines.map(({ name, amount, peeled }) => ({
      tick: true,
      text: [
        { text: `${amount} `, bold: true },
        { text: peeled === null ? name : `${name}, raw (${peeled} prepared)` },
      ],
    })),
    ...(allergens === '' ? [] : [{ text: allergens, bold: true }]),
    ...(short === '' ? [] : [{ text: shortened(short), size: 8 }]),
  ];
}

function shortened(steps: string): string {
  return steps.length <= LONGEST_STEPS ? steps : `${steps.slice(0, LONGEST_STEPS).trimEnd()} …`;
}
