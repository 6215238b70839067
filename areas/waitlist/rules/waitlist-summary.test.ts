import { describe, expect, test } from 'vitest';
import { formatJoined, summariseWaitlist } from './waitlist-summary.ts';

const entry = (suburb: string, mealsPerWeek: number | null) => ({ suburb, mealsPerWeek });

describe('the summary of the waitlist', () => {
  test('counts a suburb once, however it is written', () => {
    const entries = [entry('Cleveland', 3), entry('  cleveland', 5), entry('Mount  Cotton', 7)];
    const renamed = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton'] }];
    expect(summariseWaitlist([...entries, entry('Mt Cotton', null)], renamed)).toEqual({
      total: 4,
      uniqueSuburbs: 2,
      frequent: 2,
      averageMealsPerWeek: 5,
    });
  });

  test('averages only those who said how many, rounded to whole meals', () => {
    const entries = [entry('A', 3), entry('B', 10), entry('C', null)];
    expect(summariseWaitlist(entries, []).averageMealsPerWeek).toBe(7);
  });

  test('of nobody has no average', () => {
    expect(summariseWaitlist([], [])).toEqual({
      total: 0,
      uniqueSuburbs: 0,
      frequent: 0,
      averageMealsPerWeek: null,
    });
  });
});

test('the day someone joined is by the kitchen’s clock, in the form of the spec', () => {
  const lateEvening = Date.parse('2025-01-04T15:30:00Z');
  expect(formatJoined(lateEvening, 'Australia/Brisbane')).toBe('Jan 5, 2025');
  expect(formatJoined(lateEvening, 'UTC')).toBe('Jan 4, 2025');
});
