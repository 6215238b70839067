import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatMinuteOfDay,
  instantOf,
  type WallTime,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';

const KITCHEN = 'Australia/Brisbane';
const ZONES = [
  KITCHEN,
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Europe/London',
  'America/St_Johns',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
];

const anyInstant = integer({
  min: Temporal.Instant.from('1990-01-01T00:00Z').epochMilliseconds,
  max: Temporal.Instant.from('2100-12-31T23:59:59.999Z').epochMilliseconds,
});
const anyMinute = integer({
  min: Temporal.Instant.from('1990-01-01T00:00Z').epochMilliseconds / 60_000,
  max: Temporal.Instant.from('2100-12-31T00:00Z').epochMilliseconds / 60_000,
});
const anyZone = constantFrom(...ZONES);

function instant(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}

function wall(text: string): WallTime {
  const shown = Temporal.PlainDateTime.from(text);
  return { date: shown.toPlainDate().toString(), minuteOfDay: shown.hour * 60 + shown.minute };
}

describe('the clock on the wall', () => {
  test.each([
    ['2026-11-22T06:59:59.999Z', KITCHEN, '2026-11-22T16:59'],
    ['2026-11-22T07:00:00Z', KITCHEN, '2026-11-22T17:00'],
    ['2026-11-22T13:59:59.999Z', KITCHEN, '2026-11-22T23:59'],
    ['2026-11-22T14:00:00Z', KITCHEN, '2026-11-23T00:00'],
    ['2026-12-31T14:00:00Z', KITCHEN, '2027-01-01T00:00'],
    ['2028-02-28T14:00:00Z', KITCHEN, '2028-02-29T00:00'],
    ['2026-10-03T15:59:00Z', 'Australia/Sydney', '2026-10-04T01:59'],
    ['2026-10-03T16:00:00Z', 'Australia/Sydney', '2026-10-04T03:00'],
    ['2026-04-04T15:30:00Z', 'Australia/Sydney', '2026-04-05T02:30'],
    ['2026-04-04T16:30:00Z', 'Australia/Sydney', '2026-04-05T02:30'],
    ['2026-03-08T09:59:00Z', 'America/Los_Angeles', '2026-03-08T01:59'],
    ['2026-03-08T10:00:00Z', 'America/Los_Angeles', '2026-03-08T03:00'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59'],
  ])('at %s in %s shows %s', (at, zone, shown) => {
    expect(wallTimeAt(instant(at), zone)).toEqual(wall(shown));
  });

  test('shows what Temporal shows, in any zone from 1990 to 2100', () => {
    assert(
      property(anyInstant, anyZone, (at, zone) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
        expect(wallTimeAt(at, zone)).toEqual({
          date: shown.toPlainDate().toString(),
          minuteOfDay: shown.hour * 60 + shown.minute,
        });
      }),
      { numRuns: 3000 },
    );
  });

  test('in the kitchen has been ten hours ahead of UTC since daylight saving ended there in 1992', () => {
    const since = integer({ min: instant('1992-03-01T00:00Z'), max: instant('2100-12-31T00:00Z') });
    assert(
      property(since, (at) => {
        const { date, minuteOfDay } = wallTimeAt(at, KITCHEN);
        const tenHoursOn = Temporal.Instant.fromEpochMilliseconds(
          at + 36_000_000,
        ).toZonedDateTimeISO('UTC');
        expect(date).toBe(tenHoursOn.toPlainDate().toString());
        expect(minuteOfDay).toBe(tenHoursOn.hour * 60 + tenHoursOn.minute);
      }),
    );
  });
});

describe('the instant of a wall time', () => {
  test.each([
    ['2026-11-22T17:00', KITCHEN, '2026-11-22T07:00:00Z'],
    ['2026-11-23T00:00', KITCHEN, '2026-11-22T14:00:00Z'],
    ['2027-01-01T00:00', KITCHEN, '2026-12-31T14:00:00Z'],
    ['2026-10-04T01:59', 'Australia/Sydney', '2026-10-03T15:59:00Z'],
    ['2026-10-04T03:00', 'Australia/Sydney', '2026-10-03T16:00:00Z'],
    ['2026-04-05T01:59', 'Australia/Sydney', '2026-04-04T14:59:00Z'],
    ['2026-04-05T03:00', 'Australia/Sydney', '2026-04-04T17:00:00Z'],
    ['2026-03-08T01:59', 'America/Los_Angeles', '2026-03-08T09:59:00Z'],
    ['2026-03-08T03:00', 'America/Los_Angeles', '2026-03-08T10:00:00Z'],
    ['2026-11-01T00:59', 'America/Los_Angeles', '2026-11-01T07:59:00Z'],
    ['2026-11-01T02:00', 'America/Los_Angeles', '2026-11-01T10:00:00Z'],
  ])('%s in %s is %s', (shown, zone, at) => {
    expect(instantOf(wall(shown), zone)).toBe(instant(at));
  });

  test.each([
    ['2026-10-04T02:30', 'Australia/Sydney', '2026-10-04T03:30'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45'],
    ['2026-03-29T01:30', 'Europe/London', '2026-03-29T02:30'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T03:30'],
    ['2026-03-08T02:30', 'America/Los_Angeles', '2026-03-08T03:30'],
    ['2026-03-08T02:30', 'America/St_Johns', '2026-03-08T03:30'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T12:00'],
  ])(
    '%s, which the clocks of %s skip, is just as far after the gap: %s',
    (skipped, zone, after) => {
      const found = instantOf(wall(skipped), zone);
      expect(wallTimeAt(found, zone)).toEqual(wall(after));
      expect(found).toBe(
        Temporal.PlainDateTime.from(skipped).toZonedDateTime(zone).epochMilliseconds,
      );
    },
  );

  test.each([
    ['2026-04-05T02:30', 'Australia/Sydney'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe'],
    ['2026-10-25T01:30', 'Europe/London'],
    ['2026-11-01T01:30', 'America/Los_Angeles'],
  ])('%s, which %s has twice, is one of the two', (shown, zone) => {
    const twice = (['earlier', 'later'] as const).map(
      (disambiguation) =>
        Temporal.PlainDateTime.from(shown).toZonedDateTime(zone, { disambiguation })
          .epochMilliseconds,
    );
    expect(new Set(twice).size).toBe(2);
    expect(twice).toContain(instantOf(wall(shown), zone));
  });

  test('is found again from what the wall shows, in any zone from 1990 to 2100', () => {
    assert(
      property(anyMinute, anyZone, (minute, zone) => {
        const shown = wallTimeAt(minute * 60_000, zone);
        expect(wallTimeAt(instantOf(shown, zone), zone)).toEqual(shown);
      }),
      { numRuns: 2000 },
    );
  });

  test('is the very minute again in the kitchen, whose clocks never change', () => {
    const since = integer({
      min: instant('1992-03-01T00:00Z') / 60_000,
      max: instant('2100-01-01T00:00Z') / 60_000,
    });
    assert(
      property(since, (minute) => {
        expect(instantOf(wallTimeAt(minute * 60_000, KITCHEN), KITCHEN)).toBe(minute * 60_000);
      }),
      { numRuns: 1000 },
    );
  });

  test('is right for every minute of the hours around each change of clocks in 2026', () => {
    const wrong = [];
    for (const zone of ZONES) {
      for (const change of changesOfClocks(zone)) {
        for (let minute = -180; minute < 180; minute += 1) {
          const at = change + minute * 60_000;
          const shown = wallTimeAt(at, zone);
          const found = instantOf(shown, zone);
          const foundShows = wallTimeAt(found, zone);
          if (foundShows.date !== shown.date || foundShows.minuteOfDay !== shown.minuteOfDay) {
            wrong.push({ zone, shown, foundShows });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

function changesOfClocks(zone: string): number[] {
  const changes = [];
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next');
  while (at !== null && at.year === 2026) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

describe('a time of day in print', () => {
  test.each([
    [0, 'midnight'],
    [1, '12:01am'],
    [59, '12:59am'],
    [60, '1am'],
    [660, '11am'],
    [690, '11:30am'],
    [719, '11:59am'],
    [720, 'midday'],
    [780, '1pm'],
    [965, '4:05pm'],
    [1020, '5pm'],
    [1439, '11:59pm'],
  ])('minute %i of the day is %s', (minuteOfDay, text) => {
    expect(formatMinuteOfDay(minuteOfDay)).toBe(text);
  });

  test('differs for every minute of the day', () => {
    const texts = Array.from({ length: 1440 }, (_, minute) => formatMinuteOfDay(minute));
    expect(new Set(texts).size).toBe(1440);
  });
});
