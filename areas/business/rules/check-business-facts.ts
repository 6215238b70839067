/**
 * Whether a kitchen could work with these facts: for the owner's form and for the server, when it saves and when it
 * reads them. Shapes are checked before, by the contract.
 */
import { type BusinessFacts, checkFact, FACT_NAMES } from './facts.ts';
import {
  addDays,
  formatDate,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { offeredWindows, windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { closureDays } from '#areas/business/rules/fact-lists.ts';
import { addProblem, type FactProblems } from '#areas/business/rules/fact-kinds.ts';

/** Any week is like all others; far from changes of clocks. */
const SOME_DAY = '2026-06-10';

/** Path of a fact -> what is wrong and how to fix it; empty: all good. */
export function checkBusinessFacts(facts: BusinessFacts): FactProblems {
  const problems: FactProblems = {};
  for (const name of FACT_NAMES) {
    for (const [path, message] of Object.entries(checkFact(name, facts[name])))
      addProblem(problems, path === '' ? name : `${name}.${path}`, message);
  }
  checkTogether(facts, problems);
  if (!('timeZone' in problems)) checkCutoff(facts, problems);
  return problems;
}

/**
 * What is wrong with going from one state to the other, each good in itself: of facts that were saved before, only what
 * changes is asked.
 */
export function checkFactsChange(before: BusinessFacts, after: BusinessFacts): FactProblems {
  const problems: FactProblems = {};
  if (before.ordersOpen && !after.ordersOpen)
    addProblem(problems, 'ordersOpen', 'Orders stay open: to stop them, close the kitchen');
  const known = new Set(before.closures.map(closureDays));
  for (const [index, closure] of after.closures.entries()) {
    const { until } = closure;
    if (until === null || until >= after.launchDate || known.has(closureDays(closure))) continue;
    const message = `Please choose days after the launch on ${formatDate(after.launchDate)}: nobody can order before it`;
    addProblem(problems, `closures.${index}.until`, message);
  }
  return problems;
}

function checkTogether(facts: BusinessFacts, problems: FactProblems): void {
  const { people, slotCapacity, holdMinutes, holdExtendableMinutes } = facts;
  if (facts.lastOrderDate !== null && facts.lastOrderDate < facts.launchDate) {
    addProblem(problems, 'lastOrderDate', 'Please choose a day that is not before the launch date');
  }
  if (facts.gstRegistered && facts.abn === null) {
    addProblem(problems, 'abn', 'Please enter your ABN, or switch GST off: a tax invoice needs it');
  }
  const isDailyAlone = facts.deliveryTypes.every((type) => type === 'daily');
  if (isDailyAlone && facts.dailyFromMeals !== 1) {
    const message =
      'Please offer weekly too, or set the meals for daily delivery to 1: people with fewer could not order';
    addProblem(problems, 'deliveryTypes', message);
  }
  const areWindows = !('deliveryWindows' in problems);
  if (areWindows && !offeredWindows(facts).includes(facts.defaultWindow)) {
    addProblem(problems, 'defaultWindow', 'Please choose one of your windows');
  }
  if (!facts.caloriePlans.includes(facts.defaultCaloriePlan)) {
    addProblem(problems, 'defaultCaloriePlan', 'Please choose one of the plans you offer');
  }
  if (people.min > people.max) {
    addProblem(problems, 'people.max', `Please enter at least ${people.min}, the fewest people`);
  }
  if (slotCapacity.min > slotCapacity.max) {
    addProblem(problems, 'slotCapacity.max', `Please enter at least ${slotCapacity.min}`);
  } else if (slotCapacity.default < slotCapacity.min || slotCapacity.default > slotCapacity.max) {
    const message = `Please enter ${slotCapacity.min} to ${slotCapacity.max}, the bounds you set`;
    addProblem(problems, 'slotCapacity.default', message);
  }
  if (holdExtendableMinutes > holdMinutes) {
    const message = `Please enter at most ${holdMinutes}, the minutes of a hold`;
    addProblem(problems, 'holdExtendableMinutes', message);
  }
}

const WEEK_FACTS = ['cutoff.weekday', 'cutoff.minuteOfDay', 'orderWeekStart'];

/** A week whose ordering is open when its first delivery should be at the door could not be cooked. */
function checkCutoff(facts: BusinessFacts, problems: FactProblems): void {
  if (WEEK_FACTS.some((field) => field in problems)) return;
  if (Object.keys(problems).some((field) => field.startsWith('deliveryWindows'))) return;
  const weekStart = weekStartOf(SOME_DAY, facts);
  const firstDelivery = firstDeliveryOf(weekStart, facts);
  if (firstDelivery === null || cutoffOf(weekStart, facts) < firstDelivery) return;
  addProblem(
    problems,
    'cutoff.minuteOfDay',
    `Please choose an earlier cut-off: the week’s first delivery on ${weekdayName(facts.cutoff.weekday)} starts before it`,
  );
}

/** When the first window of a week starts, closed days or not. */
function firstDeliveryOf(weekStart: PlainDate, facts: BusinessFacts): Instant | null {
  const days = Array.from({ length: 7 }, (_, index) => addDays(weekStart, index));
  for (const date of days) {
    const [first] = windowsOfWeekday(facts, weekdayOf(date));
    if (first === undefined) continue;
    return instantOf({ date, minuteOfDay: minutesOf(first).startMinute }, facts.timeZone);
  }
  return null;
}
