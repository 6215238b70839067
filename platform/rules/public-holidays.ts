/**
 * The public holidays of a state, by rule, to suggest days to close. Without those of single regions and those that a
 * state declares for one year: an owner adds them.
 */
import { addDays, type PlainDate, weekdayFrom, weekdayOf } from '#platform/rules/plain-date.ts';

export type PublicHoliday = { date: PlainDate; name: string };

type Year = number;
type OfYear = (year: Year) => PublicHoliday[];

const MONDAY = 1;
const WEEKEND = [0, 6];
const DAYS_IN_WEEK = 7;

const newYear = fixed('01-01', 'New Year’s Day');
const australiaDay: OfYear = (year) => {
  const date = `${year}-01-26`;
  const isWeekend = WEEKEND.includes(weekdayOf(date));
  return [{ date: isWeekend ? weekdayFrom(date, MONDAY) : date, name: 'Australia Day' }];
};
const goodFriday = aroundEaster(-2, 'Good Friday');
const easterSaturday = aroundEaster(-1, 'Easter Saturday');
const easterDay = aroundEaster(0, 'Easter Sunday');
const easterMonday = aroundEaster(1, 'Easter Monday');
const anzacDay: OfYear = (year) => [{ date: `${year}-04-25`, name: 'Anzac Day' }];
const christmas: OfYear = (year) => withSubstitutes(year);
const NATIONAL = [newYear, australiaDay, goodFriday, easterMonday, anzacDay, christmas];
const MOST_OF_EASTER = [...NATIONAL, easterSaturday, easterDay];
const kingsBirthday = nth(2, '06', 'King’s Birthday');
const labourInOctober = nth(1, '10', 'Labour Day');

const OF_STATES: Record<string, readonly OfYear[]> = {
  ACT: [
    ...MOST_OF_EASTER,
    nth(2, '03', 'Canberra Day'),
    (year) => [{ date: weekdayFrom(`${year}-05-27`, MONDAY), name: 'Reconciliation Day' }],
    kingsBirthday,
    labourInOctober,
  ],
  NSW: [...MOST_OF_EASTER, kingsBirthday, labourInOctober],
  NT: [...MOST_OF_EASTER, nth(1, '05', 'May Day'), kingsBirthday, nth(1, '08', 'Picnic Day')],
  QLD: [...MOST_OF_EASTER, nth(1, '05', 'Labour Day'), nth(1, '10', 'King’s Birthday')],
  SA: [...MOST_OF_EASTER, nth(2, '03', 'Adelaide Cup'), kingsBirthday, labourInOctober],
  TAS: [...NATIONAL, nth(2, '03', 'Eight Hours Day'), kingsBirthday],
  VIC: [
    ...MOST_OF_EASTER,
    nth(2, '03', 'Labour Day'),
    kingsBirthday,
    nth(1, '11', 'Melbourne Cup', 2),
  ],
  WA: [
    ...NATIONAL,
    easterDay,
    nth(1, '03', 'Labour Day'),
    nth(1, '06', 'Western Australia Day'),
    (year) => [{ date: lastMondayOfSeptember(year), name: 'King’s Birthday' }],
  ],
};

/** By date; empty for a state that we do not know. */
export function publicHolidays(state: string, year: Year): PublicHoliday[] {
  return (OF_STATES[state] ?? [])
    .flatMap((ofYear) => ofYear(year))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** On a weekend, the Monday after is a holiday too. */
function fixed(monthAndDay: string, name: string): OfYear {
  return (year) => {
    const date = `${year}-${monthAndDay}`;
    const isWeekend = WEEKEND.includes(weekdayOf(date));
    const monday = { date: weekdayFrom(date, MONDAY), name: `${name}, additional day` };
    return [{ date, name }, ...(isWeekend ? [monday] : [])];
  };
}

/** Christmas Day and Boxing Day: each that falls on a weekend has another day after both. */
function withSubstitutes(year: Year): PublicHoliday[] {
  const days = [
    { date: `${year}-12-25`, name: 'Christmas Day' },
    { date: `${year}-12-26`, name: 'Boxing Day' },
  ];
  const onWeekend = days.filter(({ date }) => WEEKEND.includes(weekdayOf(date)));
  const [first] = onWeekend;
  if (!first) return days;
  // The weekday after both: a Monday, unless Boxing Day is that Monday itself.
  const monday = weekdayFrom(`${year}-12-27`, MONDAY);
  const start = weekdayOf(`${year}-12-26`) === MONDAY ? `${year}-12-27` : monday;
  return [
    ...days,
    ...onWeekend.map(({ name }, index) => ({
      date: addDays(start, index),
      name: `${name}, additional day`,
    })),
  ];
}

function nth(count: number, month: string, name: string, weekday: number = MONDAY): OfYear {
  return (year) => [
    {
      date: addDays(weekdayFrom(`${year}-${month}-01`, weekday), (count - 1) * DAYS_IN_WEEK),
      name,
    },
  ];
}

function lastMondayOfSeptember(year: Year): PlainDate {
  return addDays(weekdayFrom(`${year}-10-01`, MONDAY), -DAYS_IN_WEEK);
}

function aroundEaster(days: number, name: string): OfYear {
  return (year) => [{ date: addDays(easterOf(year), days), name }];
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterOf(year: Year): PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century + 8) / 25);
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - moonShift + 1) / 3) +
      15) %
    30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const day = epact + toSunday - 7 * correction + 114;
  const month = Math.floor(day / 31);
  return `${year}-${String(month).padStart(2, '0')}-${String((day % 31) + 1).padStart(2, '0')}`;
}
