import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readConflict } from './checkout-queries.ts';

test('a conflict is read with what the customer needs to go on', () => {
  const text = JSON.stringify({
    message: 'A delivery window you chose has just filled up.',
    code: 'slot_full',
    full: [{ date: '2026-11-24', timeSlot: '11:00-13:00' }],
    alternatives: [{ date: '2026-11-24', timeSlot: '16:00-18:00', placesLeft: 2 }],
  });
  expect(readConflict(new ApiError(409, text))).toMatchObject({
    code: 'slot_full',
    alternatives: [{ timeSlot: '16:00-18:00', placesLeft: 2 }],
  });
});

test.each([
  ['another status', new ApiError(400, '{"message":"Invalid","code":"slot_full"}')],
  ['a code we do not know', new ApiError(409, '{"message":"Odd","code":"odd"}')],
  ['a text that is no reply', new ApiError(409, 'Conflict')],
  ['no answer', new TypeError('Failed to fetch')],
])('%s is not a conflict of the checkout', (_, error) => {
  expect(readConflict(error)).toBeNull();
});
