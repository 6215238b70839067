/** Kinds of facts that are lists with fields of their own: suburbs, windows, closures, prices. */
import {
  type Closure,
  minutesOf,
  type WindowFact,
  windowLabel,
  isDeliveryWindow,
} from '#areas/business/rules/delivery-windows.ts';
import {
  DELIVERY_TYPES,
  type DeliveryType,
  type Service,
  SERVICE_TYPES,
  SERVICES_OF_THE_SPEC,
} from '#areas/business/rules/services.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatDate, isPlainDate, weekdayName } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import {
  addProblem,
  type FactProblems,
  isWholeWithin,
  type Kind,
  LONGEST_LIST,
  textProblem,
  weekdaysProblem,
} from './fact-kinds.ts';
import { weekdaysText } from './weekdays-text.ts';

/** `aliases`: names it had before; an address that says one is read as this suburb. */
export type ServedSuburb = { name: string; postcode: string; aliases?: string[] | undefined };

export type PriceTier = { fromMeals: number; toMeals: number | null; priceCents: number };

const MOST_SUBURBS = 500;
export const MOST_WINDOWS = 10;
export const MOST_CLOSURES = 100;
export const LONGEST_SERVICE = 16;
export const LONGEST_WINDOW_LABEL = 20;
export const LONGEST_CLOSED_REASON = 60;
/** More are counted, not listed. */
const MOST_TOLD = 3;

export const suburbs = (preset: ServedSuburb[]): Kind<ServedSuburb[]> => ({
  preset,
  shape: {
    listOf: {
      parts: { name: 'text', postcode: 'text', aliases: { optional: { listOf: 'text' } } },
    },
  },
  field: 'suburbs',
  check: checkSuburbs,
  describe: (list) =>
    list.length > MOST_TOLD
      ? `${list.length} suburbs`
      : list.map(({ name, postcode }) => `${name} ${postcode}`).join(', '),
});

/** Suburbs of old orders that stay unserved: settled, so nobody is asked about them. Not a field of its own. */
export const formerSuburbs = (): Kind<string[]> => ({
  preset: [],
  shape: { listOf: 'text' },
  field: null,
  check(list) {
    if (list.length > MOST_SUBURBS) return { '': `Please keep to ${MOST_SUBURBS} suburbs` };
    const problems: FactProblems = {};
    for (const [index, name] of list.entries()) {
      const message = textProblem(name, 'the name of the suburb', LONGEST_SUBURB);
      if (message !== null) addProblem(problems, `${index}`, message);
    }
    return problems;
  },
  describe: (list) => (list.length === 0 ? 'none' : list.join(', ')),
});

function checkSuburbs(list: readonly ServedSuburb[]): FactProblems {
  if (list.length === 0) return { '': 'Please add the first suburb that you deliver to' };
  if (list.length > MOST_SUBURBS)
    return { '': `Please keep to ${MOST_SUBURBS} suburbs: there are ${list.length}` };
  const problems: FactProblems = {};
  const seen = new Map<string, number>();
  for (const [index, { name, postcode, aliases = [] }] of list.entries()) {
    if (!/^\d{4}$/.test(postcode))
      addProblem(problems, `${index}.postcode`, 'Please enter a postcode of four digits');
    for (const each of [name, ...aliases]) {
      const message = textProblem(each, 'the name of the suburb', LONGEST_SUBURB);
      if (message !== null) addProblem(problems, `${index}.name`, message);
      const key = each.trim().replaceAll(/\s+/g, ' ').toLowerCase();
      const first = seen.get(key);
      seen.set(key, first ?? index);
      if (first === undefined) continue;
      const twice = `Please remove one: ${each.trim()} is on the list twice, as number ${first + 1} and ${index + 1}`;
      addProblem(problems, `${index}.name`, twice);
    }
  }
  return problems;
}

/** Windows of one weekday never overlap. */
export const windows = (preset: WindowFact[]): Kind<WindowFact[]> => ({
  preset,
  shape: {
    listOf: {
      parts: { timeSlot: 'window', label: { orNone: 'text' }, weekdays: { listOf: 'number' } },
    },
  },
  field: 'windows',
  check: checkWindows,
  describe: (list) =>
    list
      .map(({ timeSlot, label, weekdays }) =>
        [label, windowLabel(timeSlot), weekdaysText(weekdays)].filter(Boolean).join(' '),
      )
      .join(', '),
});

function checkWindows(list: readonly WindowFact[]): FactProblems {
  if (list.length === 0) return { '': 'Please add the first window in which you deliver' };
  if (list.length > MOST_WINDOWS)
    return { '': `Please keep to ${MOST_WINDOWS} windows: there are ${list.length}` };
  const problems: FactProblems = {};
  for (const [index, window] of list.entries()) {
    checkWindow(window, `${index}`, problems);
    checkAgainst(window, list.slice(0, index), `${index}.timeSlot`, problems);
  }
  return problems;
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
  const message =
    label === null ? null : textProblem(label, 'a name, or leave it empty', LONGEST_WINDOW_LABEL);
  if (message !== null) addProblem(problems, `${path}.label`, message);
  const days =
    weekdays.length === 0
      ? 'Please choose at least one day, or remove the window'
      : weekdaysProblem(weekdays);
  if (days !== null) addProblem(problems, `${path}.weekdays`, days);
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
    addProblem(problems, path, message);
    return;
  }
  const { startMinute, endMinute } = minutesOf(window.timeSlot);
  for (const other of before) {
    if (!isDeliveryWindow(other.timeSlot)) continue;
    const otherMinutes = minutesOf(other.timeSlot);
    const overlaps = startMinute < otherMinutes.endMinute && otherMinutes.startMinute < endMinute;
    const day = window.weekdays.find((each) => other.weekdays.includes(each));
    if (!overlaps || day === undefined) continue;
    const message = `Please choose times that do not overlap ${windowLabel(other.timeSlot)} on ${weekdayName(day)}`;
    addProblem(problems, path, message);
  }
}

export const closures = (): Kind<Closure[]> => ({
  preset: [],
  shape: {
    listOf: {
      parts: {
        from: 'text',
        until: { orNone: 'text' },
        reason: 'text',
        fromMinute: { optional: 'number' },
      },
    },
  },
  field: 'closures',
  check: checkClosures,
  describe: (list) =>
    list.length > MOST_TOLD
      ? `${list.length} closures`
      : list.map((each) => `${closureDays(each)} (${each.reason})`).join(', ') || 'none',
});

/** "Fri 25 Dec 2026", "Tue 22 Dec 2026 to Mon 11 Jan 2027", "Thu 24 Dec 2026 from 4pm", "from Tue 22 Dec 2026 on". */
export function closureDays({ from, until, fromMinute }: Closure): string {
  const day = formatDate(from);
  if (fromMinute !== undefined) return `${day} from ${formatMinuteOfDay(fromMinute)}`;
  if (until === null) return `from ${day} on`;
  return until === from ? day : `${day} to ${formatDate(until)}`;
}

function checkClosures(list: readonly Closure[]): FactProblems {
  if (list.length > MOST_CLOSURES) {
    const message = `Please keep to ${MOST_CLOSURES} closures: there are ${list.length}. Remove those that are over.`;
    return { '': message };
  }
  const problems: FactProblems = {};
  for (const [index, closure] of list.entries()) {
    checkClosure(closure, `${index}`, problems);
    const other = list.slice(0, index).find((each) => areOverlapping(each, closure));
    if (!other) continue;
    const message = `Please choose days that do not overlap the closure ${closureDays(other)}`;
    addProblem(problems, `${index}.from`, message);
  }
  return problems;
}

function checkClosure(closure: Closure, path: string, problems: FactProblems): void {
  const { from, until, reason, fromMinute } = closure;
  if (!isPlainDate(from)) addProblem(problems, `${path}.from`, 'Please choose the first day');
  if (until !== null && !isPlainDate(until))
    addProblem(problems, `${path}.until`, 'Please choose the last day, or until further notice');
  else if (until !== null && until < from)
    addProblem(problems, `${path}.until`, 'Please choose a last day that is not before the first');
  const message = textProblem(reason, 'why you are closed', LONGEST_CLOSED_REASON);
  if (message !== null) addProblem(problems, `${path}.reason`, message);
  if (fromMinute === undefined) return;
  if (!isWholeWithin(fromMinute, { from: 1, to: 24 * 60 - 1 }))
    addProblem(problems, `${path}.fromMinute`, 'Please enter a time, or leave it empty');
  else if (until !== from)
    addProblem(problems, `${path}.fromMinute`, 'Please leave this empty: only one day can have it');
}

function areOverlapping(one: Closure, other: Closure): boolean {
  const areDays = [one, other].every(
    ({ from, until }) => isPlainDate(from) && (until === null || isPlainDate(until)),
  );
  return (
    areDays &&
    (one.until === null || other.from <= one.until) &&
    (other.until === null || one.from <= other.until)
  );
}

/** Lunch, dinner or both, each once, with names of their own. */
export const services = (): Kind<Service[]> => ({
  preset: SERVICES_OF_THE_SPEC,
  shape: { listOf: { parts: { type: { oneOf: SERVICE_TYPES }, name: 'text', plural: 'text' } } },
  field: 'services',
  check: checkServices,
  describe: (list) => list.map(({ plural }) => plural).join(' and ') || 'none',
});

function checkServices(list: readonly Service[]): FactProblems {
  if (list.length === 0) return { '': 'Please choose at least one: lunch or dinner' };
  const problems: FactProblems = {};
  for (const [index, { type, name, plural }] of list.entries()) {
    for (const [part, text] of Object.entries({ name, plural })) {
      const message = textProblem(text, 'what you call it, such as lunch', LONGEST_SERVICE);
      if (message !== null) addProblem(problems, `${index}.${part}`, message);
    }
    const before = list.slice(0, index);
    if (before.some((other) => other.type === type))
      addProblem(problems, '', `Please remove one: ${type} is there twice`);
    const isTaken = before.some((other) =>
      [other.name, other.plural].some((text) => [name, plural].some(isSameWord(text))),
    );
    if (isTaken) addProblem(problems, `${index}.name`, 'Please give each a name of its own');
  }
  return problems;
}

function isSameWord(text: string) {
  return (other: string) => other.trim().toLowerCase() === text.trim().toLowerCase();
}

export const deliveryTypes = (): Kind<DeliveryType[]> => ({
  preset: [...DELIVERY_TYPES],
  shape: { listOf: { oneOf: DELIVERY_TYPES } },
  field: 'deliveryTypes',
  check(list) {
    if (list.length === 0) return { '': 'Please choose at least one: daily or weekly' };
    const problems: FactProblems = {};
    if (new Set(list).size < list.length) addProblem(problems, '', 'Please choose each once');
    return problems;
  },
  describe: (list) => DELIVERY_TYPES.filter((type) => list.includes(type)).join(' and ') || 'none',
});

/** Each starts where the one before ends; the last has no end. */
export const tiers = (preset: PriceTier[], mostCents: number): Kind<PriceTier[]> => ({
  preset,
  shape: {
    listOf: { parts: { fromMeals: 'number', toMeals: { orNone: 'number' }, priceCents: 'number' } },
  },
  field: 'tiers',
  check: (list) => checkTiers(list, mostCents),
  describe: (list) =>
    list
      .map(({ fromMeals, toMeals, priceCents }) =>
        toMeals === null
          ? `${fromMeals}+ meals ${formatDollars(priceCents)}`
          : `${fromMeals} to ${toMeals} meals ${formatDollars(priceCents)}`,
      )
      .join(', '),
});

function checkTiers(list: readonly PriceTier[], mostCents: number): FactProblems {
  const problems: FactProblems = {};
  if (list.length === 0 || list.length > LONGEST_LIST)
    addProblem(problems, '', `Please enter 1 to ${LONGEST_LIST} prices`);
  let next: number | null = 1;
  for (const [index, { fromMeals, toMeals, priceCents }] of list.entries()) {
    if (next === null || (fromMeals !== next && !Number.isNaN(next))) {
      const message = `Please start at ${next ?? 1}: each price starts where the one before ends`;
      addProblem(problems, `${index}.fromMeals`, message);
    }
    const isLast = index === list.length - 1;
    if (isLast !== (toMeals === null)) {
      const message = isLast
        ? 'Please leave the last price without an end'
        : 'Please enter where it ends: only the last price has no end';
      addProblem(problems, `${index}.toMeals`, message);
    } else if (toMeals !== null && !isWholeWithin(toMeals, { from: fromMeals, to: 100 })) {
      addProblem(problems, `${index}.toMeals`, `Please enter ${fromMeals} to 100 meals`);
    }
    if (!isWholeWithin(priceCents, { from: 1, to: mostCents }))
      addProblem(
        problems,
        `${index}.priceCents`,
        `Please enter a price up to ${formatDollars(mostCents)}`,
      );
    next = toMeals === null ? null : toMeals + 1;
  }
  return problems;
}
