import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { arrivalDays, usualArrivals } from './receipts.ts';
import { changesSince } from './order-changes.ts';
import { sumShopping } from './shopping-list.ts';
import { stockOnHand } from './packs.ts';

const SUN = '2026-11-29';
const MON = '2026-11-30';
const TUE = '2026-12-01';
const WED = '2026-12-02';
const THU = '2026-12-03';
const WEEKDAYS_ONLY = { weekdays: [1, 2, 3, 4, 5], closures: [] };

describe('usual arrivals', () => {
  test.each([
    ['the day of the first use', [TUE, THU], WEEKDAYS_ONLY, SUN, [TUE]],
    ['the last delivery day before it', [TUE, THU], { weekdays: [1, 4], closures: [] }, SUN, [MON]],
    [
      'not a closed day',
      [TUE],
      { weekdays: [1, 2], closures: [{ from: TUE, until: TUE, reason: 'Off' }] },
      SUN,
      [MON],
    ],
    ['not in the past', [TUE, THU], WEEKDAYS_ONLY, WED, [WED]],
    ['too late for all', [TUE], { weekdays: [5], closures: [] }, TUE, []],
    ['any day when none is entered', [TUE], { weekdays: [], closures: [] }, SUN, [TUE]],
    ['none when all is over', [TUE], WEEKDAYS_ONLY, addDays(TUE, 30), []],
    [
      'one a week of a long plan',
      [TUE, addDays(TUE, 15)],
      { weekdays: [2], closures: [] },
      SUN,
      [TUE, addDays(TUE, 7), addDays(TUE, 14)],
    ],
  ])('%s', (_what, uses, supplier, today, expected) => {
    expect(usualArrivals(uses, supplier, today)).toEqual(expected);
  });

  test('nothing is used: nothing arrives', () => {
    expect(usualArrivals([], WEEKDAYS_ONLY, SUN)).toEqual([]);
  });

  test('delivery days are those of the supplier within a range', () => {
    expect(arrivalDays({ weekdays: [7, 2], closures: [] }, SUN, THU)).toEqual([SUN, TUE]);
  });
});

describe('the sums of a shopping list', () => {
  const pack = { qty: 1000, step: 1, minPacks: 0, keepsDays: null };
  const needed = (uses: { date: string; qty: number }[], stock: number) => ({
    ingredientId: 1,
    supplierId: 2,
    pack,
    uses,
    stock: [{ qty: stock, useBy: null }],
  });

  test('are by arrival day, with what is there and what is over', () => {
    const uses = [
      { date: MON, qty: 200 },
      { date: TUE, qty: 900.2 },
      { date: THU, qty: 1500 },
    ];
    expect(sumShopping([needed(uses, 300)], () => [THU, TUE])).toEqual({
      short: [],
      lines: [
        // 100 of the 300 are left after Monday.
        {
          ingredientId: 1,
          supplierId: 2,
          arrives: TUE,
          packs: 1,
          need: 901,
          onHand: 100,
          over: 199,
          wouldSpoil: [],
        },
        {
          ingredientId: 1,
          supplierId: 2,
          arrives: THU,
          packs: 2,
          need: 1500,
          onHand: 199,
          over: 699,
          wouldSpoil: [],
        },
      ],
    });
  });

  test('say what is short when nothing arrives', () => {
    expect(sumShopping([needed([{ date: MON, qty: 500 }], 100)], () => [])).toEqual({
      lines: [],
      short: [{ ingredientId: 1, qty: 400 }],
    });
  });
});

describe('stock on hand', () => {
  const aLot = record({
    useBy: option(constantFrom(MON, TUE, WED)),
    qty: integer({ min: -500, max: 2000 }),
  });

  test('is never below 0, and is the sum of all movements unless more went out than came in', () => {
    assert(
      property(array(aLot, { maxLength: 6 }), integer({ min: -3000, max: 3000 }), (lots, loose) => {
        const left = stockOnHand(lots, loose);
        const total = lots.reduce((sum, { qty }) => sum + qty, loose);
        expect(left.every(({ qty }) => qty > 0)).toBe(true);
        expect(left.reduce((sum, { qty }) => sum + qty, 0)).toBe(Math.max(0, total));
      }),
    );
  });

  test('takes what nobody ascribed to a lot from the one that expires first', () => {
    const lots = [
      { useBy: null, qty: 100 },
      { useBy: WED, qty: 300 },
      { useBy: TUE, qty: 200 },
    ];
    expect(stockOnHand(lots, -250)).toEqual([
      { useBy: WED, qty: 250 },
      { useBy: null, qty: 100 },
    ]);
  });
});

test('changes since an order name what differs, what is new and what is gone', () => {
  const sent = [
    { packId: 1, packs: 2 },
    { packId: 2, packs: 1 },
    { packId: 3, packs: 4 },
  ];
  const now = [
    { packId: 1, packs: 2 },
    { packId: 4, packs: 1 },
    { packId: 3, packs: 5 },
  ];
  expect(changesSince(sent, now).map(({ line, was, packs }) => [line.packId, was, packs])).toEqual([
    [4, 0, 1],
    [3, 4, 5],
    [2, 1, 0],
  ]);
  expect(changesSince(sent, sent.toReversed())).toEqual([]);
});
