/**
 * Whether a kitchen could work with these facts: for the owner's form and for the server, when it saves and when it
 * reads them. Shapes are checked before, by the contract.
 */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { addDays, type PlainDate, weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { checkNames } from './check-names.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkSuburbs } from './check-suburbs.ts';
import { checkClosedDates, checkCookWeekdays, checkWindows } from './check-windows.ts';
import { addProblem, type FactProblems } from './fact-problems.ts';

const LONGEST_LIST = 10;
/** What an order may ask for, in calories of a whole day. */
const PLANS = { min: 800, max: 4000 };
/** Any week is like all others; far from changes of clocks. */
const SOME_DAY = '2026-06-10';

/** Path of a fact -> what is wrong and how to fix it; empty: all good. */
export function checkBusinessFacts(facts: BusinessFacts): FactProblems {
  const problems: FactProblems = {};
  checkNames(facts, problems);
  checkSuburbs(facts, problems);
  checkNumbers(facts, problems);
  checkWindows(facts, problems);
  checkClosedDates(facts, problems);
  checkCookWeekdays(facts, problems);
  checkPlans(facts, problems);
  checkTiers(facts, problems);
  checkTogether(facts, problems);
  if (!('timeZone' in problems)) checkCutoff(facts, problems);
  return problems;
}

function checkPlans(
  { caloriePlans, defaultCaloriePlan, waitlistMealsPerWeek }: BusinessFacts,
  problems: FactProblems,
): void {
  const plansProblem = listProblem(caloriePlans, PLANS, 'plans');
  if (plansProblem !== null) addProblem(problems, 'caloriePlans', plansProblem);
  if (!caloriePlans.includes(defaultCaloriePlan)) {
    addProblem(problems, 'defaultCaloriePlan', 'Please choose one of the plans you offer');
  }
  const choices = listProblem(waitlistMealsPerWeek, { min: 1, max: 100 }, 'choices');
  if (choices !== null) addProblem(problems, 'waitlistMealsPerWeek', choices);
}

function listProblem(
  list: readonly number[],
  { min, max }: { min: number; max: number },
  what: string,
): string | null {
  if (list.length === 0 || list.length > LONGEST_LIST) {
    return `Please enter 1 to ${LONGEST_LIST} ${what}`;
  }
  if (list.some((value) => !isWithin(value, { min, max }))) {
    return `Please use whole numbers between ${min} and ${max}`;
  }
  const isAscending = list.every((value, index) => index === 0 || value > (list[index - 1] ?? 0));
  return isAscending ? null : 'Please sort these from small to large, each once';
}

/** NaN, as what was typed and cannot be read, is not. */
function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function checkTiers({ advertisedTiers }: BusinessFacts, problems: FactProblems): void {
  if (advertisedTiers.length === 0 || advertisedTiers.length > LONGEST_LIST) {
    addProblem(problems, 'advertisedTiers', `Please enter 1 to ${LONGEST_LIST} prices`);
  }
  let next: number | null = 1;
  for (const [index, { fromMeals, toMeals, priceCents }] of advertisedTiers.entries()) {
    const path = `advertisedTiers.${index}`;
    if (next === null || (fromMeals !== next && !Number.isNaN(next))) {
      const message = `Please start at ${next ?? 1}: each price starts where the one before ends`;
      addProblem(problems, `${path}.fromMeals`, message);
    }
    const isLast = index === advertisedTiers.length - 1;
    if (isLast !== (toMeals === null)) {
      const message = isLast
        ? 'Please leave the last price without an end'
        : 'Please enter where it ends: only the last price has no end';
      addProblem(problems, `${path}.toMeals`, message);
    } else if (toMeals !== null && !isWithin(toMeals, { min: fromMeals, max: 100 })) {
      addProblem(problems, `${path}.toMeals`, `Please enter ${fromMeals} to 100 meals`);
    }
    if (!isWithin(priceCents, { min: 1, max: 200_00 })) {
      addProblem(problems, `${path}.priceCents`, 'Please enter a price up to $200.00');
    }
    next = toMeals === null ? null : toMeals + 1;
  }
}

function checkTogether(facts: BusinessFacts, problems: FactProblems): void {
  const { people, slotCapacity, holdMinutes, holdExtendableMinutes } = facts;
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
