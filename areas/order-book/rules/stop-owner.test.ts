import { describe, expect, test } from 'vitest';
import { ownerAt, type Turn, wasWith } from './delivery.ts';

const turns: Turn[] = [
  { driverId: 'sam', at: 100 },
  { driverId: null, at: 200 },
  { driverId: 'ana', at: 300 },
];

describe('whose stop it is for a driver', () => {
  test.each([
    ['who has it now', 'ana', 'ana', 50, 'theirs'],
    ['who had it at that time, and another has now', 'ana', 'sam', 150, 'given_on'],
    ['from whom it was taken before', 'ana', 'sam', 250, 'taken_before'],
    ['who had it at that time, and nobody has now', null, 'sam', 150, 'theirs'],
    ['who had it once, of one that nobody has now', null, 'sam', 250, 'nobodys'],
    ['who never had it, of one that nobody has', null, 'zoe', 150, 'nobodys'],
    ['who never had it, of another’s', 'ana', 'zoe', 150, 'anothers'],
  ] as const)('%s', (_words, now, driverId, at, owner) => {
    expect(ownerAt({ driverId: now }, turns, { driverId, at })).toBe(owner);
  });
});

describe('with whom it was on a day', () => {
  test.each([
    ['sam', 0, 100, false],
    ['sam', 0, 101, true],
    ['sam', 199, 500, true],
    ['sam', 200, 500, false],
    ['ana', 400, 500, true],
    [null, 0, 50, true],
    [null, 100, 200, false],
    [null, 250, 260, true],
    [null, 300, 900, false],
    ['zoe', 0, 900, false],
  ] as const)('%s from %i until %i: %s', (driverId, from, until, was) => {
    expect(wasWith(turns, driverId, { from, until })).toBe(was);
  });
});
