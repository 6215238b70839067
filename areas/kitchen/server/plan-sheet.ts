/** The plan as its printout says it, in words. */
import type { CookingReply, ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { linesAllergensText, usersText } from '#areas/kitchen/rules/plan/batches.ts';
import {
  type PrintedRange,
  type PlanState,
  planState,
  type PrintedCooking,
  printedQty,
} from '#areas/printouts/rules/printed-plan.ts';
import { formatExactQuantity, formatQuantity } from '#areas/menu/rules/units.ts';
import type { PlanSheetCooking, PlanSheetDay } from '#areas/printouts/server/drawer-port.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import { describeLines } from './describe-plan.ts';

/** Days on which something is cooked or sent, also those before the first delivery. */
export function planSheetDays({ days, cookings, done, from }: ProductionPlanReply): PlanSheetDay[] {
  const busy = [
    ...days.filter(({ meals }) => meals.length > 0).map(({ date }) => date),
    ...cookings.map(({ cookDate }) => cookDate),
    ...done.map(({ cookDate }) => cookDate).filter((date) => date >= from),
  ];
  return [...new Set(busy)].toSorted().map((date) => ({
    date,
    toSend: (days.find((day) => day.date === date)?.meals ?? []).map(
      ({ name, portions, ordered }) => ({
        name,
        portions,
        note: portions === ordered ? '' : `${ordered} ordered, ${portions - ordered} expected`,
      }),
    ),
    toCook: cookings.filter(({ cookDate }) => cookDate === date).map(sheetCooking),
    done: done
      .filter(({ cookDate }) => cookDate === date)
      .map(({ name, madeQty, baseUnit }) => `${name} ${formatQuantity(madeQty, baseUnit)}`),
  }));
}

function sheetCooking(cooking: CookingReply): PlanSheetCooking {
  const { name, baseUnit, made, batches, surplus, keepsUntil, lines, steps } = cooking;
  const pots = batches.map((qty) => formatQuantity(qty, baseUnit)).join(' + ');
  return {
    name,
    amount: formatQuantity(made, baseUnit),
    pots: batches.length === 1 ? 'one pot' : `${batches.length} pots: ${pots}`,
    forWhom: usersText(cooking),
    facts: [
      `keeps until ${formatDayAndMonth(keepsUntil)}`,
      ...(surplus > 0 ? [`${formatQuantity(surplus, baseUnit)} over`] : []),
    ],
    lines: lines.map((line) => ({
      name: line.name,
      amount: formatExactQuantity(line.gross, line.baseUnit),
      peeled: line.gross === line.net ? null : formatExactQuantity(line.net, line.baseUnit),
    })),
    allergens: linesAllergensText(lines),
    steps,
  };
}

/**
 * What is kept of the printout, to compare with later plans of the same question. `printout`: the one to compare with, which may ask
 * for cookings before its first delivery that are done since.
 */
export function printedPlan(
  asked: Omit<PrintedRange, 'part'>,
  { days, cookings, done }: ProductionPlanReply,
  book: StoredBook,
  printout: PlanState = [],
): PlanState {
  const keyOf = (part: Printed) => `${part.cookDate} ${part.componentId}`;
  const asksFor = new Set(
    printout.flatMap((part) => (part.part === 'cook' ? [`${part.date} ${part.componentId}`] : [])),
  );
  const printed = Map.groupBy(
    [
      ...cookings,
      ...done.filter((batch) => batch.cookDate >= asked.from || asksFor.has(keyOf(batch))),
    ],
    keyOf,
  );
  return planState(
    asked,
    [...printed.values()].flatMap((parts) => printedCooking(parts, book)),
    days.flatMap(({ date, meals }) =>
      meals.map(({ mealId, name, portions }) => ({ date, mealId, name, portions })),
    ),
  );
}

type Printed = ProductionPlanReply['cookings'][number] | ProductionPlanReply['done'][number];

/** Of one component on one day: batches that are done, and what is still to cook. */
function printedCooking(
  parts: readonly Printed[],
  book: StoredBook,
): Omit<PrintedCooking, 'part'>[] {
  const [first] = parts;
  if (!first) return [];
  const { componentId, cookDate, name, baseUnit } = first;
  const open = parts.reduce((sum, part) => sum + ('made' in part ? part.made : 0), 0);
  const qty = printedQty(
    open,
    parts.filter((part) => 'madeQty' in part),
  );
  const lines = describeLines({ componentId, made: qty }, book);
  return [
    {
      componentId,
      name,
      unit: baseUnit,
      date: cookDate,
      qty,
      lines: Object.fromEntries(
        lines.map((line) => [line.name, formatExactQuantity(line.gross, line.baseUnit)]),
      ),
      allergens: linesAllergensText(lines),
    },
  ];
}
