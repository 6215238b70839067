import { expect, test } from 'vitest';
import { isMealAvailableOn } from './menu-week.ts';

test.each([
  [null, null, true],
  ['2026-11-24', null, true],
  ['2026-11-25', null, false],
  [null, '2026-11-24', true],
  [null, '2026-11-23', false],
  ['2026-11-24', '2026-11-24', true],
])(
  'a meal sold from %s to %s is available on 24 November: %s',
  (availableFrom, availableTo, expected) => {
    expect(isMealAvailableOn({ availableFrom, availableTo }, '2026-11-24')).toBe(expected);
  },
);
