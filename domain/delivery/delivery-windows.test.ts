import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DELIVERY_WINDOWS,
  parseDeliveryWindow,
  windowLabel,
} from '#domain/delivery/delivery-windows.ts';

describe('the two delivery windows', () => {
  test('are 11am-1pm and 4pm-6pm', () => {
    expect(DELIVERY_WINDOWS.map((window) => [window, windowLabel(window)])).toEqual([
      ['11:00-13:00', '11am-1pm'],
      ['16:00-18:00', '4pm-6pm'],
    ]);
  });

  test.each([
    ['11:00-13:00', '11:00-13:00'],
    ['16:00-18:00', '16:00-18:00'],
    ['11am-1pm', '11:00-13:00'],
    ['4pm-6pm', '16:00-18:00'],
  ])('"%s" is understood as %s', (text, window) => {
    expect(parseDeliveryWindow(text)).toBe(window);
  });

  test.each([
    '',
    'lunch',
    '11:00',
    '11-1',
    '13:00-11:00',
    '11:00-18:00',
    '4pm-6am',
    '16:00-18:00:00',
    'toString',
  ])('"%s" is none', (text) => {
    expect(parseDeliveryWindow(text)).toBeNull();
  });

  test('are the only ones, whatever is sent', () => {
    const spellings = DELIVERY_WINDOWS.flatMap((window) => [window, windowLabel(window)]);
    assert(
      property(string(), (text) => {
        expect(parseDeliveryWindow(text) !== null).toBe(spellings.includes(text));
      }),
    );
  });
});
