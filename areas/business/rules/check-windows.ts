/** When the kitchen delivers. */
import type { BusinessFacts, WindowFact } from '#areas/business/rules/business.ts';
import { isPlainDate, weekdayName } from '#platform/rules/plain-date.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isDeliveryWindow } from '#areas/business/rules/parse-window.ts';
import { textProblem } from './check-names.ts';
import { addProblem, type FactProblems } from './fact-problems.ts';

export const MOST_WINDOWS = 10;
export const MOST_CLOSED_DATES = 100;
export const LONGEST_WINDOW_LABEL = 20;
export const LONGEST_CLOSED_REASON = 60;

const LAST_WEEKDAY = 6;

export function checkWindows(
  { deliveryWindows: windows, defaultWindow }: BusinessFacts,
  problems: FactProblems,
): void {
  if (windows.length === 0) {
    addProblem(problems, 'deliveryWindows', 'Please add the first window in which you deliver');
    return;
  }
  if (windows.length > MOST_WINDOWS) {
    const message = `Please keep to ${MOST_WINDOWS} windows: these are ${windows.length}`;
    addProblem(problems, 'deliveryWindows', message);
    return;
  }
  for (const [index, window] of windows.entries()) {
    checkWindow(window, `deliveryWindows.${index}`, problems);
    checkAgainst(window, windows.slice(0, index), `deliveryWindows.${index}`, problems);
  }
  if (!windows.some(({ timeSlot }) => timeSlot === defaultWindow)) {
    addProblem(problems, 'defaultWindow', 'Please choose one of your windows');
  }
}

function checkWindow(
  { timeSlot, label, weekdays }: WindowFact,
  path: string,
  problems: FactProblems,
): void {
  if (!/^\d\d:\d\d-\d\d:\d\d$/.test(timeSlot)) {
    addProblem(problems, `${path}.timeSlot`, 'Please enter when it starts and when it ends');
  } else if (!isDeliveryWindow(timeSlot)) {
    addProblem(problems, `${path}.timeSlot`, 'Please choose an end that is later than the start');
  }
  if (label !== null) {
    const message = textProblem(label, 'a name, or leave it empty', LONGEST_WINDOW_LABEL);
    if (message !== null) addProblem(problems, `${path}.label`, message);
  }
  const areGood = weekdays.every((day) => Number.isInteger(day) && day >= 0 && day <= LAST_WEEKDAY);
  if (weekdays.length === 0) {
    addProblem(
      problems,
      `${path}.weekdays`,
      'Please choose at least one day, or remove the window',
    );
  } else if (!areGood || new Set(weekdays).size < weekdays.length) {
    addProblem(problems, `${path}.weekdays`, 'Please choose each day of the week once');
  }
}

/** The same window twice is one window on more weekdays. */
function checkAgainst(
  window: WindowFact,
  before: readonly WindowFact[],
  path: string,
  problems: FactProblems,
): void {
  if (!isDeliveryWindow(window.timeSlot)) return;
  const name = windowLabel(window.timeSlot);
  if (before.some(({ timeSlot }) => timeSlot === window.timeSlot)) {
    const message = `Please remove one: ${name} is on the list twice. One window can have several days.`;
    addProblem(problems, `${path}.timeSlot`, message);
    return;
  }
  const { startMinute, endMinute } = minutesOf(window.timeSlot);
  for (const other of before) {
    if (!isDeliveryWindow(other.timeSlot)) continue;
    const theirs = minutesOf(other.timeSlot);
    const overlaps = startMinute < theirs.endMinute && theirs.startMinute < endMinute;
    const day = window.weekdays.find((each) => other.weekdays.includes(each));
    if (!overlaps || day === undefined) continue;
    const message = `Please choose times that do not overlap ${windowLabel(other.timeSlot)} on ${weekdayName(day)}`;
    addProblem(problems, `${path}.timeSlot`, message);
  }
}

export function checkClosedDates({ closedDates }: BusinessFacts, problems: FactProblems): void {
  if (closedDates.length > MOST_CLOSED_DATES) {
    const message = `Please keep to ${MOST_CLOSED_DATES} closed days: these are ${closedDates.length}. Remove those that are over.`;
    addProblem(problems, 'closedDates', message);
    return;
  }
  const seen = new Map<string, number>();
  for (const [index, { date, reason }] of closedDates.entries()) {
    const path = `closedDates.${index}`;
    if (!isPlainDate(date)) {
      addProblem(problems, `${path}.date`, 'Please choose a date');
    } else if (seen.has(date)) {
      const message = 'Please remove one: this day is on the list twice';
      addProblem(problems, `${path}.date`, message);
    }
    seen.set(date, index);
    const message = textProblem(reason, 'why you are closed', LONGEST_CLOSED_REASON);
    if (message !== null) addProblem(problems, `${path}.reason`, message);
  }
}

/** Shapes are checked by the contract; a kitchen that never cooks could not deliver. */
export function checkCookWeekdays({ cookWeekdays }: BusinessFacts, problems: FactProblems): void {
  if (cookWeekdays.length === 0)
    addProblem(problems, 'cookWeekdays', 'Please choose at least one day');
}
