import { array, assert, constantFrom, integer, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  AmountText,
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  text,
} from '#platform/calls/wire-values.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';

function accepts(schema: z.ZodType, sent: unknown): boolean {
  return schema.safeParse(sent).success;
}

describe('text', () => {
  test.each([
    ['nothing', ''],
    ['as much as is allowed', 'x'.repeat(10)],
    ['letters of any script', 'Nguyễn 王'],
    ['an emoji', 'Ben 🥑'],
    ['a line break', 'a\nb'],
  ])('may be %s', (_what, sent) => {
    expect(text(10).parse(sent)).toBe(sent);
  });

  test.each([
    ['too long', 'x'.repeat(11)],
    ['with a NUL, which cannot be stored', 'a\u0000b'],
    ['with half of an emoji, which cannot be sent', 'Ben \uD83E'],
    ['a number', 5],
    ['null', null],
    ['missing', undefined],
    ['a list', ['a']],
  ])('is refused when it is %s', (_what, sent) => {
    expect(accepts(text(10), sent)).toBe(false);
  });

  test('comes out as it was sent, or is refused', () => {
    const anyCharacter = integer({ min: 0, max: 0x10_ff_ff }).map((code) =>
      String.fromCodePoint(code),
    );
    const unstorable = constantFrom('\u0000', '\uD83E', '\uDD51');
    const anyText = array(oneof({ arbitrary: anyCharacter, weight: 20 }, unstorable), {
      maxLength: 24,
    });
    assert(
      property(anyText, (characters) => {
        const sent = characters.join('');
        const { success, data } = text(40).safeParse(sent);
        expect(success).toBe(
          sent.length <= 40 && !sent.includes('\u0000') && !/\p{Cs}/u.test(sent),
        );
        if (success) expect(data).toBe(sent);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an id', () => {
  test.each([
    [1, true],
    [2_147_483_647, true],
    [2_147_483_648, false],
    [0, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    [Infinity, false],
    ['1', false],
    [null, false],
    [undefined, false],
  ])('may be %j: %s', (sent, accepted) => {
    expect(accepts(Id, sent)).toBe(accepted);
  });

  test('in a path is read from its digits', () => {
    assert(
      property(integer({ min: 1, max: 2_147_483_647 }), (id) => {
        expect(IdInPath.parse(String(id))).toBe(id);
      }),
    );
  });

  test.each([
    '',
    ' ',
    'abc',
    '0',
    '-1',
    '1.5',
    '1,5',
    '2147483648',
    'NaN',
    'Infinity',
    '1e400',
    '1;drop table meals',
    'null',
  ])('in a path is not "%s"', (sent) => {
    expect(accepts(IdInPath, sent)).toBe(false);
  });
});

describe('a date', () => {
  test.each(['2026-11-24', '2028-02-29', '2026-12-31'])('may be %s', (sent) => {
    expect(PlainDateText.parse(sent)).toBe(sent);
  });

  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-11-24T00:00:00Z',
    '24/11/2026',
    '0000-01-01',
    '9999-12-31',
    20_261_124,
    null,
  ])('is not %j', (sent) => {
    expect(accepts(PlainDateText, sent)).toBe(false);
  });
});

describe('an amount', () => {
  test.each(['14.99', '0.00', '1234.50'])('may be "%s"', (sent) => {
    expect(AmountText.parse(sent)).toBe(sent);
  });

  test.each(['', '-14.99', '14.999', '1e3', '$14.99', 'NaN', 14.99, null])('is not %j', (sent) => {
    expect(accepts(AmountText, sent)).toBe(false);
  });
});

describe('a meal type', () => {
  test.each([
    ['lunch', true],
    ['dinner', true],
    ['breakfast', false],
    ['Lunch', false],
    ['', false],
    [null, false],
  ])('may be %j: %s', (sent, accepted) => {
    expect(accepts(MealTypeText, sent)).toBe(accepted);
  });
});

describe('a delivery window', () => {
  test.each([
    ['11:00-13:00', '11:00-13:00'],
    ['16:00-18:00', '16:00-18:00'],
    ['11am-1pm', '11:00-13:00'],
    ['4pm-6pm', '16:00-18:00'],
  ])('sent as %s is %s', (sent, window) => {
    expect(DeliveryWindowText.parse(sent)).toBe(window);
  });

  test.each(['', '11:00', '13:00-11:00', 'lunch', 'morning', 11, null, undefined])(
    'is not %j',
    (sent) => {
      expect(accepts(DeliveryWindowText, sent)).toBe(false);
    },
  );

  test('that is unknown is answered with an example', () => {
    const { error } = DeliveryWindowText.safeParse('noon');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be a window such as 09:30-11:00',
    ]);
  });
});

describe('a moment', () => {
  test.each(['2026-11-22T07:00:00Z', '2026-11-22T06:59:59.999Z'])('may be %s', (sent) => {
    expect(InstantText.parse(sent)).toBe(sent);
  });

  test.each([
    '',
    '2026-11-22',
    '2026-11-22T17:00',
    '2026-11-31T07:00:00Z',
    '2026-11-22T25:00:00Z',
    'now',
    1_795_330_800_000,
  ])('is not %j', (sent) => {
    expect(accepts(InstantText, sent)).toBe(false);
  });
});
