/** What a printed plan says, part by part, saved to tell later what has changed since. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { type BaseUnit, formatExactQuantity, formatQuantity } from '#areas/menu/rules/units.ts';

/** What was asked for: the same question is asked again to see what has changed. */
export type PrintedRange = {
  part: 'range';
  from: PlainDate;
  to: PlainDate;
  forecast: 'on' | 'off' | PlainDate[];
};

export type PrintedCooking = {
  part: 'cook';
  date: PlainDate;
  componentId: number;
  name: string;
  unit: BaseUnit;
  /** Everything that the printout asks for on that day, cooked since or not. */
  qty: number;
  /** What goes in, before peeling: "yoghurt" -> "2,915 g". */
  lines: Record<string, string>;
  /** "Contains milk". Empty: nothing to say. */
  allergens: string;
};

type PrintedPortions = {
  part: 'send';
  date: PlainDate;
  mealId: number;
  name: string;
  portions: number;
};

/** The range, what to cook and what to send: two are equal exactly when their JSON is. */
export type PlanState = Part[];

type Part = PrintedRange | PrintedCooking | PrintedPortions;

export type PlanChange = {
  kind: 'removed' | 'changed' | 'added';
  what: 'cook' | 'send';
  date: PlainDate;
  name: string;
  /** "4.2 kg"; empty: it was not, or is not any more. */
  before: string;
  after: string;
  /** What else is different now: "yoghurt 2,845 g". */
  lines: string[];
};

export function planState(
  { from, to, forecast }: Omit<PrintedRange, 'part'>,
  cookings: readonly Omit<PrintedCooking, 'part'>[],
  portions: readonly Omit<PrintedPortions, 'part'>[],
): PlanState {
  const parts = [
    ...cookings.map((cooking) => ({ part: 'cook' as const, ...cooking })),
    ...portions.map((meal) => ({ part: 'send' as const, ...meal })),
  ];
  return [{ part: 'range', from, to, forecast }, ...parts.toSorted(compareParts)];
}

/**
 * What the printout asks for when some of it is cooked already: as much as was planned then, and what is still to cook on top
 * of what that gave. A pot that gave more changes no printout.
 */
export function printedQty(
  open: number,
  done: readonly { plannedQty: number; madeQty: number }[],
): number {
  const sum = (qtys: readonly number[]) => qtys.reduce((total, qty) => total + qty, 0);
  const given = sum(done.map(({ plannedQty, madeQty }) => Math.min(plannedQty, madeQty)));
  return Math.max(sum(done.map(({ plannedQty }) => plannedQty)), given + open);
}

export function printedRange(state: PlanState): PrintedRange {
  const range = state.find((part) => part.part === 'range');
  if (!range) throw new Error('a printed plan without its days');
  return range;
}

/** Without printouts all of whose days are on a newer one. The oldest comes first, before and after. */
export function newestPlans<Printout extends { state: PlanState }>(
  printouts: readonly Printout[],
): Printout[] {
  return printouts.filter(({ state }, index) => {
    const { from, to } = printedRange(state);
    const newer = printouts.slice(index + 1).map((printout) => printedRange(printout.state));
    return !newer.some((range) => range.from <= from && to <= range.to);
  });
}

/** The plan of now for comparing with a printout: nobody cooks or sends on days that are over. */
export function withPastOf(printout: PlanState, now: PlanState, today: PlainDate): PlanState {
  const isOver = (part: Part) => part.part !== 'range' && part.date < today;
  const parts = [...now.filter((part) => !isOver(part)), ...printout.filter(isOver)];
  return [
    printedRange(now),
    ...parts.filter(({ part }) => part !== 'range').toSorted(compareParts),
  ];
}

function compareParts(a: Part, b: Part): number {
  return compareText(keyOf(a), keyOf(b));
}

/** By day, what is cooked first; removed ones first, or they would be cooked in vain. */
export function planChanges(before: PlanState, after: PlanState): PlanChange[] {
  const was = new Map(before.map((part) => [keyOf(part), part]));
  const is = new Map(after.map((part) => [keyOf(part), part]));
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap((key) => changeOf(was.get(key), is.get(key)))
    .toSorted(compareChanges);
}

/** "Tzatziki: 4.2 kg → 4.1 kg". */
export function planChangeText({ name, before, after }: PlanChange): string {
  if (before === after) return `${name}: ${after}`;
  return `${name}: ${before || 'none'} → ${after || 'none'}`;
}

function keyOf(part: Part): string {
  if (part.part === 'range') return 'range';
  return part.part === 'cook'
    ? `cook ${part.date} ${part.componentId}`
    : `send ${part.date} ${part.mealId}`;
}

function changeOf(was: Part | undefined, is: Part | undefined): PlanChange[] {
  const part = is ?? was;
  if (!part || part.part === 'range') return [];
  const [before, after] = amounts(was, is);
  const lines = was ? linesChanged(was, is) : [];
  if (before === after && lines.length === 0) return [];
  return [
    {
      kind: kindOf(was, is),
      what: part.part,
      date: part.date,
      name: part.name,
      before,
      after,
      lines,
    },
  ];
}

function kindOf(was: Part | undefined, is: Part | undefined): PlanChange['kind'] {
  if (!was) return 'added';
  return is ? 'changed' : 'removed';
}

/** Short as a cook says it, and to the gram when that would be the same twice. */
function amounts(was: Part | undefined, is: Part | undefined): [before: string, after: string] {
  const short: [string, string] = [amountOf(was, formatQuantity), amountOf(is, formatQuantity)];
  if (short[0] !== short[1]) return short;
  return [amountOf(was, formatExactQuantity), amountOf(is, formatExactQuantity)];
}

function amountOf(part: Part | undefined, format: typeof formatQuantity): string {
  if (part?.part === 'cook') return format(part.qty, part.unit);
  return part?.part === 'send' ? String(part.portions) : '';
}

function linesChanged(was: Part, is: Part | undefined): string[] {
  if (was.part !== 'cook' || is?.part !== 'cook') return [];
  // The database does not keep the sequence of `was`.
  const names = [...new Set([...Object.keys(is.lines), ...Object.keys(was.lines)])];
  return [
    ...names
      .filter((name) => was.lines[name] !== is.lines[name])
      .map((name) => (is.lines[name] === undefined ? `no ${name}` : `${name} ${is.lines[name]}`)),
    ...(was.allergens === is.allergens ? [] : [is.allergens || 'Allergens: see the recipe']),
  ];
}

const KIND_ORDER = { removed: 0, changed: 1, added: 2 } as const;

function compareChanges(a: PlanChange, b: PlanChange): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.what, b.what) ||
    KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
    compareText(a.name, b.name)
  );
}
