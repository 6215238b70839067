/** When someone works in the kitchen, by weekday, and the settings that follow from it. */
import { weekdayName } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import {
  addProblem,
  count,
  countOrNone,
  fact,
  type FactProblems,
  isWholeWithin,
  type Kind,
  textProblem,
  weekdaysProblem,
} from './fact-kinds.ts';
import { weekdaysText } from './weekdays-text.ts';

/** Sunday is 0. Minutes from midnight by the kitchen's clock. */
export type DayHours = { weekday: number; fromMinute: number; untilMinute: number };

/** What the kitchen has of something that components name: "oven", 2. */
export type Equipment = { name: string; count: number };

export const MOST_EQUIPMENT = 20;
export const LONGEST_EQUIPMENT_NAME = 40;
const END_OF_DAY = 24 * 60;

const kitchenHours = (): Kind<DayHours[]> => ({
  preset: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    fromMinute: 5 * 60,
    untilMinute: 20 * 60,
  })),
  shape: {
    listOf: { parts: { weekday: 'number', fromMinute: 'number', untilMinute: 'number' } },
  },
  field: 'hours',
  check: checkHours,
  describe: (list) =>
    [...Map.groupBy(list, hoursText)]
      .map(([hours, days]) => `${weekdaysText(days.map(({ weekday }) => weekday))} ${hours}`)
      .join(', '),
});

/** "5am-8pm". */
function hoursText({ fromMinute, untilMinute }: DayHours): string {
  return `${formatMinuteOfDay(fromMinute)}-${formatMinuteOfDay(untilMinute % END_OF_DAY)}`;
}

function checkHours(list: readonly DayHours[]): FactProblems {
  if (list.length === 0) return { '': 'Please choose at least one day on which you cook' };
  const problems: FactProblems = {};
  const twice = weekdaysProblem(list.map(({ weekday }) => weekday));
  if (twice !== null) addProblem(problems, '', twice);
  for (const [index, { weekday, fromMinute, untilMinute }] of list.entries()) {
    const day = weekdayName(weekday);
    if (!isWholeWithin(fromMinute, { from: 0, to: END_OF_DAY - 1 }))
      addProblem(problems, `${index}.fromMinute`, `Please enter when the kitchen opens on ${day}`);
    if (!isWholeWithin(untilMinute, { from: 1, to: END_OF_DAY }))
      addProblem(problems, `${index}.untilMinute`, `Please enter when it closes on ${day}`);
    else if (untilMinute <= fromMinute)
      addProblem(problems, `${index}.untilMinute`, 'Please choose an end later than the start');
  }
  return problems;
}

const equipment = (): Kind<Equipment[]> => ({
  preset: [],
  shape: { listOf: { parts: { name: 'text', count: 'number' } } },
  field: 'equipment',
  check: checkEquipment,
  describe: (list) => list.map(({ name, count: owned }) => `${owned} ${name}`).join(', ') || 'none',
});

function checkEquipment(list: readonly Equipment[]): FactProblems {
  if (list.length > MOST_EQUIPMENT)
    return { '': `Please keep to ${MOST_EQUIPMENT} kinds: there are ${list.length}` };
  const problems: FactProblems = {};
  const seen = new Set<string>();
  for (const [index, { name, count: owned }] of list.entries()) {
    const message = textProblem(name, 'what it is, such as oven', LONGEST_EQUIPMENT_NAME);
    if (message !== null) addProblem(problems, `${index}.name`, message);
    const key = name.trim().toLowerCase();
    if (seen.has(key))
      addProblem(problems, `${index}.name`, 'Please remove one: it is named twice');
    seen.add(key);
    if (!isWholeWithin(owned, { from: 1, to: 50 }))
      addProblem(problems, `${index}.count`, 'Please enter how many you have, 1 to 50');
  }
  return problems;
}

export const HOURS_FACTS = {
  /** When someone works in the kitchen. A weekday without hours is no cook day; closed days are none either. */
  kitchenHours: fact(kitchenHours(), {
    label: 'Kitchen hours',
    changes: 'The plan cooks and chills inside these hours only. Deliveries are not changed.',
  }),
  packBeforeMinutes: fact(count(90, { from: 0, to: 720 }), {
    label: 'Minutes before its window that bags are packed',
    changes: 'The plan has everything cold an hour before that.',
  }),
};

export const CAPACITY_FACTS = {
  /** What components are cooked in, as far as there is too little of it at times. */
  equipment: fact(equipment(), {
    label: 'Equipment that may run out',
    changes: 'The plan says how much of its time a day takes. It warns, and moves nothing.',
  }),
  /** At work at once; null: nobody counts their hours. */
  cooks: fact(countOrNone({ from: 1, to: 50 }), {
    label: 'Cooks at work',
    changes: 'The plan says how much of their hours a day takes. Empty: it does not.',
  }),
};
