import { assert, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryWindow,
  inTimeOrder,
  minutesOf,
  windowLabel,
  isDeliveryWindow,
  parseDeliveryWindow,
  windowBetween,
} from '#areas/business/rules/delivery-windows.ts';

describe('a delivery window', () => {
  test.each<[DeliveryWindow, string]>([
    ['11:00-13:00', '11am-1pm'],
    ['16:00-18:00', '4pm-6pm'],
    ['07:30-09:00', '7:30am-9am'],
    ['10:00-12:00', '10am-midday'],
    ['12:00-13:45', 'midday-1:45pm'],
    ['00:00-00:30', 'midnight-12:30am'],
  ])('%s reads %s', (window, label) => {
    expect(windowLabel(window)).toBe(label);
    expect(parseDeliveryWindow(label)).toBe(window);
    expect(parseDeliveryWindow(window)).toBe(window);
  });

  test.each([
    '',
    'lunch',
    '11:00',
    '11-1',
    '13:00-11:00',
    '11:00-11:00',
    '23:00-24:00',
    '7:00-9:00',
    '4pm-6am',
    '13pm-2pm',
    '0am-2am',
    '11:60am-1pm',
    '16:00-18:00:00',
    ' 16:00-18:00',
    'toString',
  ])('"%s" is none', (text) => {
    expect(parseDeliveryWindow(text)).toBeNull();
  });

  test('is understood from its label and from its wire form, whatever its times are', () => {
    const minute = integer({ min: 0, max: 1439 });
    assert(
      property(minute, minute, (a, b) => {
        if (a === b) return;
        const window = windowBetween(Math.min(a, b), Math.max(a, b));
        expect(isDeliveryWindow(window)).toBe(true);
        expect(parseDeliveryWindow(windowLabel(window))).toBe(window);
        expect(minutesOf(window)).toEqual({
          startMinute: Math.min(a, b),
          endMinute: Math.max(a, b),
        });
      }),
    );
  });

  test('is never made of anything else', () => {
    assert(
      property(string(), (text) => {
        const window = parseDeliveryWindow(text);
        expect(window === null || isDeliveryWindow(window)).toBe(true);
      }),
    );
  });
});

test('windows stand in the sequence of the day, each once', () => {
  expect(inTimeOrder(['16:00-18:00', '07:00-09:00', '16:00-18:00', '11:00-13:00'])).toEqual([
    '07:00-09:00',
    '11:00-13:00',
    '16:00-18:00',
  ]);
});
