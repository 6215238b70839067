import { describe, expect, test } from 'vitest';
import { carriedText, shortText, waysToReach } from './door-words.ts';

const COLD = { bags: 2, temperature: 'cold', meals: 5, missing: 0 } as const;

test('a driver reads bags, meals and how warm they are', () => {
  expect(carriedText(COLD)).toBe('2 bags, 5 meals, COLD');
  expect(carriedText({ ...COLD, bags: 1, meals: 1, temperature: 'warm' })).toBe(
    '1 bag, 1 meal, WARM',
  );
});

test('of a short bag, what is in it counts, and whether its customer knows', () => {
  expect(carriedText({ ...COLD, missing: 1 })).toBe('2 bags, 4 meals, COLD');
  expect(shortText({ ...COLD, missing: 1, isTold: true })).toBe(
    'SHORT: 1 of 5 meals is missing. The customer knows.',
  );
  expect(shortText({ ...COLD, missing: 2, isTold: false })).toBe(
    'SHORT: 2 of 5 meals are missing. The customer was not told.',
  );
  expect(shortText({ ...COLD, isTold: false })).toBeNull();
});

describe('a customer is reached', () => {
  test.each([
    ['by a call first', '+61412345678', 'Side gate', ['call', 'text']],
    ['by a text first where they ask for one', '+61412345678', 'Please text me', ['text', 'call']],
    ['also as SMS', '+61412345678', 'SMS on arrival, baby asleep', ['text', 'call']],
    ['not by what they don’t want', '+61412345678', "don't text, call", ['call', 'text']],
    ['by no text on a landline', '+61738210000', 'Please text me', ['call']],
    ['not by the name of a street', '+61412345678', 'Context Street', ['call', 'text']],
  ])('%s', (_what, phone, instructions, ways) => {
    expect(waysToReach({ phone, instructions })).toEqual(ways);
  });
});
