import { expect, test } from 'vitest';
import { keepingText } from './storage-advice.ts';

test.each([
  [3, true, 'Keeps 3 days in the fridge after delivery. You can freeze it on the day it arrives.'],
  [1, false, 'Keeps 1 day in the fridge after delivery. Do not freeze it.'],
  [null, null, 'Keeps 2-3 days in the fridge after delivery. Ask us before you freeze it.'],
])('%s days, freezable %s: %s', (shelfLifeDays, freezable, said) => {
  expect(keepingText({ shelfLifeDays, freezable }, { keepsFreshDays: 3 })).toBe(said);
});
