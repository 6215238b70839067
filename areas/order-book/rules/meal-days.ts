/**
 * Meal days: the days of a week on which a meal can be eaten. A delivery day is one; so is a later day to which a meal keeps
 * from the delivery before it. Others are not drawn. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type DeliveryTypeFacts,
  offeredDeliveryTypes,
  type ServiceFacts,
  isServed,
} from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import {
  type PlainDate,
  weekdayFrom,
  weekdayName,
  weekdayOf,
  weekFrom,
} from '#platform/rules/plain-date.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { weekdaysText } from '#areas/business/rules/weekdays-text.ts';

export type DayOfWeek = { date: PlainDate; hasDelivery: boolean };

type KeepingMeal = Parameters<typeof keepsUntil>[0] &
  Parameters<typeof isMealAvailableOn>[0] & { mealType: MealType };

type MealDayFacts = DeliveryTypeFacts & ServiceFacts & Pick<BusinessFacts, 'keepsFreshDays'>;

/** `days`: of one week, the earliest first. */
export function mealDaysOf(
  days: readonly DayOfWeek[],
  meals: readonly KeepingMeal[],
  facts: MealDayFacts,
): PlainDate[] {
  const isKept = offeredDeliveryTypes(facts).includes('weekly');
  return days.flatMap(({ date, hasDelivery }, index) => {
    if (hasDelivery) return [date];
    const from = days.slice(0, index).findLast((day) => day.hasDelivery)?.date;
    if (from === undefined || !isKept) return [];
    const keeps = (meal: KeepingMeal) =>
      isServed(meal.mealType, facts) &&
      isMealAvailableOn(meal, date) &&
      keepsUntil(meal, { deliveryDate: from, mealDate: date }, facts);
    return meals.some(keeps) ? [date] : [];
  });
}

/** A day of the ordering week as the wizard is told of it. */
type DayWithWindows = { date: PlainDate; windows: readonly unknown[] };

/** For an order: its meal days, and those on which it has meals whatever they are by now. */
export function mealDaysOfWeek(
  days: readonly DayWithWindows[],
  { meals, people = [] }: { meals: readonly KeepingMeal[]; people?: readonly Person[] },
  facts: MealDayFacts,
): PlainDate[] {
  const known = days.map(({ date, windows }) => ({ date, hasDelivery: windows.length > 0 }));
  const mealDays = mealDaysOf(known, meals, facts);
  const placed = people.flatMap(({ mealAssignments }) => mealAssignments.map(({ date }) => date));
  return days.map(({ date }) => date).filter((date) => [...mealDays, ...placed].includes(date));
}

export type WeekStartAdvice = {
  /** "You deliver on Saturdays, so Tuesday to Friday can’t be ordered." */
  words: string;
  /** The weekday with which more days can be ordered, and how many meals keep to its end. Null: there is none. */
  better: { weekday: number; words: string } | null;
};

type WeekFacts = MealDayFacts & Pick<BusinessFacts, 'orderWeekStart'>;

/** Which weekdays nobody can order for, and with which first day they could. Null: all seven can be ordered. */
export function weekStartAdvice(
  facts: WeekFacts,
  meals: readonly Omit<KeepingMeal, 'availableFrom' | 'availableTo' | 'offered'>[],
): WeekStartAdvice | null {
  const always = meals.map((meal) => ({ ...meal, availableFrom: null, availableTo: null }));
  const now = orderable(facts, always);
  const lost = now.days.filter((day) => !now.mealDays.includes(day.date));
  const weekdays = now.days.filter((day) => day.hasDelivery).map(({ date }) => weekdayOf(date));
  const [only] = weekdays;
  if (lost.length === 0 || only === undefined) return null;
  const when = weekdays.length === 1 ? `on ${weekdayName(only)}s` : weekdaysText(weekdays);
  const words = `You deliver ${when}, so ${runsOf(now.days, lost)} can’t be ordered.`;
  const ways = weekdays.map((orderWeekStart) => orderable({ ...facts, orderWeekStart }, always));
  const most = Math.max(...ways.map(({ mealDays }) => mealDays.length));
  const best = ways.find(({ mealDays }) => mealDays.length === most);
  if (!best || most <= now.mealDays.length) return { words, better: null };
  return { words, better: { weekday: best.weekday, words: keepingWords(best, always, facts) } };
}

/** Far from changes of clocks; any week is like all others. */
const SOME_DAY = '2026-06-10';

function orderable(facts: WeekFacts, meals: readonly KeepingMeal[]) {
  const { orderWeekStart: weekday, deliveryWindows } = facts;
  const days = weekFrom(weekdayFrom(SOME_DAY, weekday)).map((date) => ({
    date,
    hasDelivery: windowsOfWeekday({ deliveryWindows }, weekdayOf(date)).length > 0,
  }));
  return { weekday, days, mealDays: mealDaysOf(days, meals, facts) };
}

/** "Start the week on Saturday: 24 of 36 meals keep until Friday." */
function keepingWords(
  { weekday, days, mealDays }: ReturnType<typeof orderable>,
  meals: readonly KeepingMeal[],
  facts: WeekFacts,
): string {
  const start = `Start the week on ${weekdayName(weekday)}`;
  const last = mealDays.at(-1);
  const from = days.findLast((day) => day.hasDelivery)?.date;
  if (last === undefined || from === undefined || last === from) return `${start}.`;
  const sold = meals.filter(({ mealType }) => isServed(mealType, facts));
  const kept = sold.filter((meal) =>
    keepsUntil(meal, { deliveryDate: from, mealDate: last }, facts),
  );
  return `${start}: ${kept.length} of ${sold.length} meals keep until ${weekdayName(weekdayOf(last))}.`;
}

/** "Tuesday to Friday", "Sunday", "Tuesday and Wednesday": days that follow one another, each run once. */
function runsOf(days: readonly DayOfWeek[], some: readonly DayOfWeek[]): string {
  const runs: PlainDate[][] = [];
  for (const { date } of some) {
    const run = runs.at(-1);
    const before = days[days.findIndex((day) => day.date === date) - 1];
    if (run && run.at(-1) === before?.date) run.push(date);
    else runs.push([date]);
  }
  const nameOf = (date = '') => weekdayName(weekdayOf(date));
  const names = runs.flatMap((run) =>
    run.length > 2 ? `${nameOf(run[0])} to ${nameOf(run.at(-1))}` : run.map(nameOf),
  );
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}
