import { spawnSync } from 'node:child_process';
import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import {
  cutoffOf,
  isPastCutoff,
  orderingWeekAt,
  weekStartOf,
} from '#areas/business/rules/ordering-week.ts';

const BRISBANE = 'Australia/Brisbane';

function instantIn(zone: string, wallClock: string): number {
  return Temporal.PlainDateTime.from(wallClock).toZonedDateTime(zone).epochMilliseconds;
}

function brisbane(wallClock: string): number {
  return instantIn(BRISBANE, wallClock);
}

/**
 * The agreed rule, computed with Temporal: the first Tuesday whose Sunday 17:00 is still ahead; a warning from Sunday
 * 17:00 through Monday.
 */
function oracle(now: number): {
  today: string;
  weekStart: string;
  weekEnd: string;
  cutoff: number;
  pastDeadline: boolean;
} {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(BRISBANE);
  const today = local.toPlainDate();
  let tuesday = today.subtract({ days: today.dayOfWeek - 2 });
  while (closing(tuesday) <= now) tuesday = tuesday.add({ weeks: 1 });
  return {
    today: today.toString(),
    weekStart: tuesday.toString(),
    weekEnd: tuesday.add({ days: 6 }).toString(),
    cutoff: closing(tuesday),
    pastDeadline: local.dayOfWeek === 1 || (local.dayOfWeek === 7 && local.hour >= 17),
  };
}

function closing(tuesday: Temporal.PlainDate): number {
  const sunday = tuesday.subtract({ days: 2 });
  return sunday.toZonedDateTime({ timeZone: BRISBANE, plainTime: '17:00' }).epochMilliseconds;
}

/** Results that differ from the oracle's. */
function disagreements(instants: Iterable<number>) {
  const found = [];
  for (const now of instants) {
    const { days, ...week } = orderingWeekAt(now, defaultBusiness);
    const expected = oracle(now);
    const isSame = (Object.keys(expected) as (keyof typeof expected)[]).every(
      (key) => week[key] === expected[key],
    );
    if (
      !isSame ||
      days.length !== 7 ||
      days[0] !== expected.weekStart ||
      days[6] !== expected.weekEnd
    ) {
      found.push({
        now: Temporal.Instant.fromEpochMilliseconds(now).toString(),
        week,
        days,
        expected,
      });
    }
  }
  return found;
}

describe('the week that can be ordered', () => {
  const table: [when: string, now: string, weekStart: string, pastDeadline: boolean][] = [
    ['on Wednesday', '2026-11-18T10:00', '2026-11-24', false],
    ['on Saturday noon', '2026-11-21T12:00', '2026-11-24', false],
    ['as Sunday begins', '2026-11-22T00:00', '2026-11-24', false],
    ['a millisecond before the cutoff', '2026-11-22T16:59:59.999', '2026-11-24', false],
    ['at the very second of the cutoff', '2026-11-22T17:00:00.000', '2026-12-01', true],
    ['late on Sunday', '2026-11-22T23:59:59.999', '2026-12-01', true],
    ['as Monday begins', '2026-11-23T00:00', '2026-12-01', true],
    ['at Monday 17:00', '2026-11-23T17:00', '2026-12-01', true],
    ['late on Monday', '2026-11-23T23:59', '2026-12-01', true],
    ['in the last millisecond of Monday', '2026-11-23T23:59:59.999', '2026-12-01', true],
    ['as Tuesday begins', '2026-11-24T00:00', '2026-12-01', false],
    ['on Tuesday at 17:00', '2026-11-24T17:00', '2026-12-01', false],
    ['on Thursday', '2026-11-26T12:00', '2026-12-01', false],
    ['a week later before the cutoff', '2026-11-29T16:59:59.999', '2026-12-01', false],
    ['a week later at the cutoff', '2026-11-29T17:00', '2026-12-08', true],
    ['over the end of the year', '2026-12-27T17:00', '2027-01-05', true],
    ['before a leap day that is a Tuesday', '2028-02-27T16:59:59.999', '2028-02-29', false],
  ];

  test.each(table)(
    '%s (%s in Brisbane) starts on Tuesday %s, warning %s',
    (_when, now, weekStart, pastDeadline) => {
      expect(orderingWeekAt(brisbane(now), defaultBusiness)).toMatchObject({
        weekStart,
        pastDeadline,
      });
    },
  );

  test('is shown in full, from Tuesday to Monday', () => {
    expect(orderingWeekAt(brisbane('2026-11-18T10:00'), defaultBusiness)).toEqual({
      today: '2026-11-18',
      weekStart: '2026-11-24',
      weekEnd: '2026-11-30',
      days: [
        '2026-11-24',
        '2026-11-25',
        '2026-11-26',
        '2026-11-27',
        '2026-11-28',
        '2026-11-29',
        '2026-11-30',
      ],
      cutoff: brisbane('2026-11-22T17:00'),
      pastDeadline: false,
    });
  });

  test('is nine days away on Sunday evening and eight on Monday', () => {
    const daysAway = (now: string) => {
      const { today, weekStart } = orderingWeekAt(brisbane(now), defaultBusiness);
      return Temporal.PlainDate.from(today).until(weekStart).days;
    };
    expect(daysAway('2026-11-22T17:00')).toBe(9);
    expect(daysAway('2026-11-23T08:00')).toBe(8);
  });

  test.each([
    ['an ordinary week', '2026-11-21T12:00'],
    ['the day on which Sydney puts its clocks forward', '2026-10-03T12:00'],
    ['the day on which Sydney puts its clocks back', '2026-04-04T12:00'],
    ['the end of a year', '2026-12-26T12:00'],
    ['a leap day', '2028-02-26T12:00'],
  ])(
    'is right in every minute from Saturday noon to Wednesday noon around %s',
    (_what, saturdayNoon) => {
      const start = brisbane(saturdayNoon);
      const everyMinute = Array.from(
        { length: 4 * 24 * 60 + 1 },
        (_, minute) => start + minute * 60_000,
      );
      expect(disagreements(everyMinute)).toEqual([]);
    },
  );

  test('is right on every day of three years at 00:00, 16:59, 17:00 and 23:59', () => {
    const first = Temporal.PlainDate.from('2027-01-01');
    const instants = Array.from({ length: 365 + 366 + 365 }, (_, days) =>
      first.add({ days }).toString(),
    ).flatMap((day) =>
      ['00:00', '16:59', '17:00', '23:59'].map((time) => brisbane(`${day}T${time}`)),
    );
    expect(disagreements(instants)).toEqual([]);
  });

  test('is right at any millisecond until 2100', () => {
    const anyInstant = integer({
      min: brisbane('2025-01-01T00:00'),
      max: brisbane('2100-12-31T00:00'),
    });
    assert(
      property(anyInstant, (now) => {
        expect(disagreements([now])).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('closes later than now and within seven days', () => {
    const anyInstant = integer({
      min: brisbane('2025-01-01T00:00'),
      max: brisbane('2100-12-31T00:00'),
    });
    assert(
      property(anyInstant, (now) => {
        const { cutoff } = orderingWeekAt(now, defaultBusiness);
        expect(cutoff).toBeGreaterThan(now);
        expect(cutoff - now).toBeLessThanOrEqual(7 * 86_400_000);
        expect(orderingWeekAt(cutoff, defaultBusiness).cutoff - cutoff).toBe(7 * 86_400_000);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the past-deadline warning', () => {
  test('lasts from the cutoff to the end of Monday, to the millisecond', () => {
    const warned = (now: number) => orderingWeekAt(now, defaultBusiness).pastDeadline;
    const [from, until] = [brisbane('2026-11-22T17:00'), brisbane('2026-11-24T00:00')];
    expect([from - 1, from, until - 1, until].map(warned)).toEqual([false, true, true, false]);
    const everySecondMinute = Array.from({ length: 31 * 30 }, (_, step) => from + step * 120_000);
    expect(everySecondMinute.every(warned)).toBe(true);
  });
});

describe('the cutoff of a week', () => {
  test.each([
    ['2026-11-24', '2026-11-22T17:00'],
    ['2026-12-01', '2026-11-29T17:00'],
    ['2027-01-05', '2027-01-03T17:00'],
    ['2028-02-29', '2028-02-27T17:00'],
  ])('that starts on %s is %s in Brisbane', (weekStart, cutoff) => {
    expect(cutoffOf(weekStart, defaultBusiness)).toBe(brisbane(cutoff));
  });

  test('moves with the business facts', () => {
    const closesFridayNoon = { ...defaultBusiness, cutoff: { weekday: 5, minuteOfDay: 720 } };
    const at = (now: string) => orderingWeekAt(brisbane(now), closesFridayNoon);
    expect(at('2026-11-20T11:59:59.999')).toMatchObject({
      weekStart: '2026-11-24',
      pastDeadline: false,
    });
    expect(at('2026-11-20T12:00')).toMatchObject({ weekStart: '2026-12-01', pastDeadline: true });
    expect(at('2026-11-23T23:59:59.999')).toMatchObject({
      weekStart: '2026-12-01',
      pastDeadline: true,
    });
    expect(at('2026-11-24T00:00')).toMatchObject({ weekStart: '2026-12-01', pastDeadline: false });
  });
});

describe('the week of a kitchen in Hobart, from Monday and closing on Thursday at noon', () => {
  const hobart = {
    timeZone: 'Australia/Hobart',
    cutoff: { weekday: 4, minuteOfDay: 12 * 60 },
    orderWeekStart: 1,
  };
  const at = (now: string) => orderingWeekAt(Date.parse(now), hobart);

  // Clocks go back on Sunday 5 April 2026 at 3am and forward on Sunday 4 October 2026 at 2am.
  test.each([
    ['in summer time', '2026-03-26T00:59:59.999Z', '2026-03-26T01:00:00Z', '2026-03-30'],
    ['before clocks go back', '2026-04-02T00:59:59.999Z', '2026-04-02T01:00:00Z', '2026-04-06'],
    ['after clocks went back', '2026-04-09T01:59:59.999Z', '2026-04-09T02:00:00Z', '2026-04-13'],
    ['before clocks go forward', '2026-10-01T01:59:59.999Z', '2026-10-01T02:00:00Z', '2026-10-05'],
    ['after clocks went forward', '2026-10-08T00:59:59.999Z', '2026-10-08T01:00:00Z', '2026-10-12'],
  ])('closes at local noon, to the millisecond, %s', (_when, before, cutoff, weekStart) => {
    expect(at(before)).toMatchObject({
      weekStart,
      cutoff: Date.parse(cutoff),
      pastDeadline: false,
    });
    expect(at(cutoff).weekStart > weekStart).toBe(true);
    expect(at(cutoff).pastDeadline).toBe(true);
    expect(cutoffOf(weekStart, hobart)).toBe(Date.parse(cutoff));
  });

  test('has its seven days across both changes, and each belongs to it', () => {
    for (const now of ['2026-03-31T00:00:00Z', '2026-09-30T00:00:00Z']) {
      const { weekStart, weekEnd, days } = at(now);
      expect(days).toHaveLength(7);
      expect([days[0], days[6]]).toEqual([weekStart, weekEnd]);
      expect(new Set(days.map((day) => weekStartOf(day, hobart)))).toEqual(new Set([weekStart]));
    }
  });

  test('begins at local midnight, when the notice of the missed cutoff ends', () => {
    // Monday 6 April, after the change to UTC+10, and Monday 5 October, after the change to UTC+11.
    for (const midnight of ['2026-04-05T14:00:00Z', '2026-10-04T13:00:00Z']) {
      expect(orderingWeekAt(Date.parse(midnight) - 1, hobart).pastDeadline).toBe(true);
      expect(at(midnight).pastDeadline).toBe(false);
    }
  });
});

describe('a day whose cutoff has passed', () => {
  test.each([
    ['on Wednesday is today', '2026-11-18T10:00', '2026-11-18', true],
    [
      'on Wednesday is Monday, the last day of the week that runs',
      '2026-11-18T10:00',
      '2026-11-23',
      true,
    ],
    ['on Wednesday is not Tuesday, which can be ordered', '2026-11-18T10:00', '2026-11-24', false],
    ['is not the coming Tuesday before the cutoff', '2026-11-22T16:59:59.999', '2026-11-24', false],
    ['is the coming Tuesday from the cutoff on', '2026-11-22T17:00', '2026-11-24', true],
    ['is the Monday after it as well', '2026-11-22T17:00', '2026-11-30', true],
    ['is not the Tuesday of the following week', '2026-11-22T17:00', '2026-12-01', false],
    ['on Tuesday is that same Tuesday', '2026-11-24T09:00', '2026-11-24', true],
  ])('%s', (_what, now, date, isPast) => {
    expect(isPastCutoff(date, orderingWeekAt(brisbane(now), defaultBusiness))).toBe(isPast);
  });

  test('is every day still to come of a week that has closed, and no other', () => {
    const anyInstant = integer({
      min: brisbane('2026-01-01T00:00'),
      max: brisbane('2030-12-31T00:00'),
    });
    assert(
      property(anyInstant, integer({ min: -20, max: 30 }), (now, days) => {
        const week = orderingWeekAt(now, defaultBusiness);
        const day = Temporal.PlainDate.from(week.today).add({ days });
        const tuesdayOfItsWeek = day.subtract({ days: (day.dayOfWeek + 5) % 7 });
        const isPast = days >= 0 && closing(tuesdayOfItsWeek) <= now;
        expect(isPastCutoff(day.toString(), week)).toBe(isPast);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a customer anywhere', () => {
  /** What clocks elsewhere show at 17:00 on Sunday 22 November 2026 in Brisbane. */
  const cutoffElsewhere = [
    ['Pacific/Kiritimati', '2026-11-22T21:00'],
    ['Pacific/Auckland', '2026-11-22T20:00'],
    ['Australia/Sydney', '2026-11-22T18:00'],
    ['Australia/Perth', '2026-11-22T15:00'],
    ['Asia/Kathmandu', '2026-11-22T12:45'],
    ['Asia/Kolkata', '2026-11-22T12:30'],
    ['Europe/London', '2026-11-22T07:00'],
    ['America/New_York', '2026-11-22T02:00'],
    ['America/Los_Angeles', '2026-11-21T23:00'],
    ['Pacific/Pago_Pago', '2026-11-21T20:00'],
  ] as const;

  test.each(cutoffElsewhere)('in %s has until %s by the clock there', (zone, localCutoff) => {
    const cutoff = instantIn(zone, localCutoff);
    expect(orderingWeekAt(cutoff - 1, defaultBusiness)).toMatchObject({
      weekStart: '2026-11-24',
      pastDeadline: false,
    });
    expect(orderingWeekAt(cutoff, defaultBusiness)).toMatchObject({
      weekStart: '2026-12-01',
      pastDeadline: true,
    });
  });

  test.each(cutoffElsewhere)(
    'in %s is shown the kitchen’s week at every hour of a month there',
    (zone) => {
      const first = Temporal.PlainDateTime.from('2026-10-01T00:00');
      const everyHour = Array.from({ length: 31 * 24 }, (_, hours) =>
        instantIn(zone, first.add({ hours }).toString()),
      );
      expect(disagreements(everyHour)).toEqual([]);
    },
  );

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'whose device is set to %s sees the same week',
    (zone) => {
      const instants = [
        '2026-11-22T16:59:59.999',
        '2026-11-22T17:00',
        '2026-11-23T23:59',
        '2026-11-24T00:00',
      ].map(brisbane);
      expect(weeksOnADeviceIn(zone, instants)).toEqual({
        deviceZone: zone,
        weeks: instants.map((now) => orderingWeekAt(now, defaultBusiness)),
      });
    },
  );
});

/** A process reads its time zone at start, so another zone needs another process. */
function weeksOnADeviceIn(zone: string, instants: number[]): unknown {
  const program = `
    import { defaultBusiness } from '#areas/business/rules/facts.ts';
    import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
    const weeks = ${JSON.stringify(instants)}.map((now) => orderingWeekAt(now, defaultBusiness));
    console.log(JSON.stringify({ deviceZone: Intl.DateTimeFormat().resolvedOptions().timeZone, weeks }));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      cwd: new URL('../../..', import.meta.url),
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    },
  );
  return stdout === '' ? stderr : JSON.parse(stdout);
}
