import { expect, test } from 'vitest';
import { mostToSend } from '#areas/kitchen/rules/cook-days.ts';

const NOTHING = { sameDay: 0, later: 0 };

test.each([
  [
    'no limit at all',
    { ordered: { sameDay: 9, later: 2 }, leftOfDay: null, leftOfWeek: null, usualLater: 4 },
    null,
  ],
  [
    'a day of daily deliveries',
    { ordered: { sameDay: 30, later: 0 }, leftOfDay: 10, leftOfWeek: null, usualLater: 0 },
    40,
  ],
  [
    'weekly boxes, as many as usual',
    { ordered: { sameDay: 30, later: 5 }, leftOfDay: 10, leftOfWeek: null, usualLater: 12 },
    52,
  ],
  [
    'weekly boxes, more than usual',
    { ordered: { sameDay: 30, later: 15 }, leftOfDay: 0, leftOfWeek: null, usualLater: 12 },
    45,
  ],
  [
    'a week that is nearly sold out',
    { ordered: { sameDay: 30, later: 15 }, leftOfDay: 50, leftOfWeek: 3, usualLater: 12 },
    48,
  ],
  ['a week alone', { ordered: NOTHING, leftOfDay: null, leftOfWeek: 7, usualLater: 0 }, 7],
])('%s', (_name, limits, most) => {
  expect(mostToSend(limits)).toBe(most);
});
