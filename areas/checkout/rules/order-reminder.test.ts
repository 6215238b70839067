import { describe, expect, test } from 'vitest';
import { isTimeToRemind, reminderTime } from '#areas/checkout/rules/order-reminder.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';

/** The order's week starts on Tue 24 Nov 2026. Brisbane has no daylight saving: 17:00 is 07:00 UTC all year. */
const FIRST_MEAL = '2026-11-25';
const at = (text: string) => Date.parse(text);

function timeOf(createdAt: string) {
  const time = reminderTime({ createdAt: at(createdAt), firstMeal: FIRST_MEAL }, defaultBusiness);
  return {
    weekStart: time.weekStart,
    from: new Date(time.from).toISOString(),
    until: new Date(time.until).toISOString(),
  };
}

describe('a reminder', () => {
  test.each([
    ['a week after an order', '2026-11-18T01:30:00Z', '2026-11-25T01:30:00.000Z'],
    ['not before the new week is open', '2026-11-10T01:30:00Z', '2026-11-22T07:00:00.000Z'],
    [
      'on Saturday morning, for an order at the last minute',
      '2026-11-22T06:59:00Z',
      '2026-11-27T23:00:00.000Z',
    ],
  ])('goes %s', (_, createdAt, from) => {
    expect(timeOf(createdAt)).toEqual({
      weekStart: '2026-12-01',
      from,
      until: '2026-11-29T01:00:00.000Z',
    });
  });

  test.each([
    ['before its time', '2026-11-25T01:29:59Z', false],
    ['at its time', '2026-11-25T01:30:00Z', true],
    ['in the evening', '2026-11-25T10:00:00Z', false],
    ['the next morning', '2026-11-25T23:00:00Z', true],
    ['six hours before the new week closes', '2026-11-29T01:00:00Z', false],
    ['a second earlier', '2026-11-29T00:59:59Z', true],
    ['in a later week', '2026-12-02T01:30:00Z', false],
  ])('%s', (_, now, expected) => {
    const order = { createdAt: at('2026-11-18T01:30:00Z'), firstMeal: FIRST_MEAL };
    expect(isTimeToRemind(order, at(now), defaultBusiness)).toBe(expected);
  });
});
