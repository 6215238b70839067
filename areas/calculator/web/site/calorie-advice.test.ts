import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { refusalIn } from './calorie-advice-queries.ts';

test('a refusal of figures comes back to their fields, and one for health as a sentence', () => {
  const fields = { age: 'Please enter an age from 18 to 100 years.' };
  const invalid = JSON.stringify({ message: 'Invalid', code: 'invalid_request', fields });
  expect(refusalIn(new ApiError(400, invalid))).toEqual({ fields, message: null });
  const blocked = JSON.stringify({ message: 'Please see a doctor.', code: 'underweight-lose' });
  expect(refusalIn(new ApiError(422, blocked))).toEqual({
    fields: {},
    message: 'Please see a doctor.',
  });
});

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['too many requests', new ApiError(429, '{"message":"Slow down","code":"too_many"}')],
  ['a broken server', new ApiError(503, 'x')],
  ['an odd 400', new ApiError(400, 'x')],
])('%s is no refusal', (_what, error) => {
  expect(refusalIn(error)).toBeNull();
});
