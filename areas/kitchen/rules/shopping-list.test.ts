import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { orderableRounds } from '#areas/menu/rules/supplier-rounds.ts';
import { changesSince, chooseArrivals, type SupplierNeeds, topUp, weigh } from './shopping-list.ts';
import { buyPacks, choosePack, type Pack, packCount, shelfAfter } from './packs.ts';
import { stockRuleOf } from '#areas/menu/rules/storage-advice.ts';
import { countedStock, shelvesToCount, stockOnHand, usualWeek } from './stock.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import values from './shopping-values.json' with { type: 'json' };

const SUN = '2026-11-29';
const MON = '2026-11-30';
const TUE = '2026-12-01';
const WED = '2026-12-02';
const THU = '2026-12-03';

const A_PACK = { id: 1, cents: 0, step: 1, minPacks: 0, keepsDays: null, isPreferred: false };

function packsOf(packs: readonly { qty: number; cents: number; keepsDays: number | null }[]) {
  return packs.map((pack, id): Pack => ({ ...A_PACK, ...pack, id }));
}

function wallTime(text: string) {
  const [date = '', time = ''] = text.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { date, minuteOfDay: hours * 60 + minutes };
}

describe('what can still be ordered', () => {
  test.each(values.orderBy)('$id: $says', ({ inputs, expected }) => {
    const { rounds, now, from, to, closed } = inputs;
    const closures = closed.map((day) => ({ from: day, until: day, reason: 'Off' }));
    expect(orderableRounds({ rounds, now: wallTime(now), from, to, closures })).toEqual(
      expected.map(({ arrives, orderBy }) => ({ arrives, orderBy: wallTime(orderBy) })),
    );
  });

  test('is any day by 8pm the day before where nobody entered rounds', () => {
    const now = { date: SUN, minuteOfDay: 1199 };
    const asked = { rounds: [], now, from: SUN, to: TUE, closures: [] };
    expect(orderableRounds(asked).map(({ arrives }) => arrives)).toEqual([MON, TUE]);
    const later = { ...asked, now: { date: SUN, minuteOfDay: 1200 } };
    expect(orderableRounds(later).map(({ arrives }) => arrives)).toEqual([TUE]);
  });
});

describe('the days of a supplier', () => {
  test.each(values.chooseArrivals)('$id: $says', ({ inputs, expected }) => {
    const { items, days, deliveryCents, minOrderCents, lastDay } = inputs;
    const chosen = chooseArrivals({
      items: items.map(({ packs, uses }, ingredientId) => ({
        ingredientId,
        packs: packsOf(packs),
        uses,
        stock: [],
      })),
      days,
      fixed: [],
      deliveryCents,
      minOrderCents,
      lastDay,
    });
    expect({
      arrivals: chosen.arrivals,
      lines: chosen.lines.map(({ ingredientId, arrives, pack, packs }) => ({
        ingredient: items[ingredientId]?.name,
        arrives,
        pack: pack.qty,
        packs,
      })),
      outOfDate: chosen.outOfDate,
      cost: chosen.cents,
    }).toEqual(expected);
  });

  const aDay = integer({ min: 0, max: 7 }).map((day) => addDays(SUN, day));
  const someNeeds = record({
    items: array(
      record({
        packs: array(
          record({
            qty: integer({ min: 1, max: 3000 }),
            cents: option(integer({ min: 0, max: 5000 })),
            step: constantFrom(1, 1, 2),
            minPacks: constantFrom(0, 2),
            keepsDays: option(integer({ min: 0, max: 12 })),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        uses: array(record({ date: aDay, qty: integer({ min: 1, max: 2000 }) }), { maxLength: 6 }),
        stock: array(record({ qty: integer({ min: 1, max: 2000 }), useBy: option(aDay) }), {
          maxLength: 2,
        }),
        keep: constantFrom(0, 0, 800),
      }),
      { maxLength: 4 },
    ),
    days: shuffledSubarray(Array.from({ length: 7 }, (_, day) => addDays(SUN, day))),
    deliveryCents: constantFrom(0, 1500),
    minOrderCents: constantFrom(0, 3000),
    lastDay: constant(addDays(SUN, 7)),
  }).map(({ items, ...needs }): SupplierNeeds => ({
    ...needs,
    fixed: [],
    items: items.map((item, ingredientId) => ({
      ...item,
      ingredientId,
      packs: item.packs.map((pack, id) => ({ ...pack, id, isPreferred: id === 0 })),
    })),
  }));

  test('are orderable, and no better set exists', () => {
    assert(
      property(someNeeds, (needs) => {
        const chosen = chooseArrivals(needs);
        for (const day of chosen.arrivals) expect(needs.days).toContain(day);
        const figures = (choice: typeof chosen) => [
          choice.short.reduce((sum, { uses }) => sum + uses.length, 0) +
            needs.items.filter(
              ({ ingredientId: _id, ...item }) =>
                choice.arrivals.length === 0 && buyPacks(item, [], needs.lastDay).isBelowKeep,
            ).length,
          choice.outOfDate,
          choice.cents,
          choice.arrivals.length,
        ];
        const best = figures(chosen);
        for (const set of subsetsOf(needs.days)) {
          const other = figures({ ...weigh(needs, set), others: [] });
          const first = best.findIndex((figure, index) => figure !== other[index]);
          if (first >= 0) expect(best[first]).toBeLessThan(other[first] ?? 0);
          else expect([...chosen.arrivals].join() >= [...set].toSorted().join()).toBe(true);
        }
      }),
      { numRuns: howMany(500), seed: 7 },
    );
  });

  test('of a long list are chosen week by week, and nothing is short that one of them brings', () => {
    const days = Array.from({ length: 21 }, (_, day) => addDays(SUN, day));
    const uses = days.slice(1).map((date) => ({ date, qty: 400 }));
    const packs = packsOf([{ qty: 1000, cents: 900, keepsDays: 4 }]);
    const chosen = chooseArrivals({
      items: [{ ingredientId: 1, packs, uses, stock: [] }],
      days,
      fixed: [],
      deliveryCents: 1500,
      minOrderCents: 0,
      lastDay: addDays(SUN, 20),
    });
    expect(chosen).toMatchObject({ short: [], outOfDate: 0, others: [] });
    expect(chosen.arrivals.length).toBeGreaterThanOrEqual(4);
    expect(chosen.arrivals.length).toBeLessThanOrEqual(6);
  });
});

function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  );
}

describe('the pack of a line', () => {
  test.each(values.choosePack)('$id: $says', ({ inputs, expected }) => {
    const { need, packs, arrives, useDate, lastDay } = inputs;
    const chosen = choosePack(packsOf(packs), { need, arrives, useDates: [useDate], lastDay });
    expect(chosen && { ...chosen, pack: chosen.pack.qty }).toEqual(expected);
  });

  const asked = { need: 900, arrives: MON, useDates: [TUE], lastDay: THU };

  test('is the preferred one when two cost the same', () => {
    const [first, second] = packsOf([
      { qty: 1000, cents: 500, keepsDays: 2 },
      { qty: 1000, cents: 500, keepsDays: 2 },
    ]);
    const packs = [first, { ...second, isPreferred: true }] as Pack[];
    expect(choosePack(packs, asked)?.pack.id).toBe(1);
  });

  test('has a price where another has none, and may be without one when it is preferred', () => {
    const [priced, unpriced] = packsOf([
      { qty: 1000, cents: 500, keepsDays: 2 },
      { qty: 1000, cents: 0, keepsDays: 2 },
    ]) as [Pack, Pack];
    expect(choosePack([priced, { ...unpriced, cents: null }], asked)?.pack.id).toBe(0);
    const preferred = { ...unpriced, cents: null, isPreferred: true };
    expect(choosePack([priced, preferred], asked)?.pack.id).toBe(1);
    expect(choosePack([{ ...unpriced, cents: null }], asked)?.paidCents).toBe(0);
  });

  test('keeps to the last use where another does not, whatever it costs', () => {
    const packs = packsOf([
      { qty: 1000, cents: 500, keepsDays: 0 },
      { qty: 1000, cents: 900, keepsDays: 2 },
    ]);
    expect(choosePack(packs, asked)?.pack.id).toBe(1);
  });

  test('is counted by the step, at least the minimum, and none for nothing', () => {
    const pack = { qty: 500, step: 6, minPacks: 12 };
    expect([0, 1, 6001, 9001].map((missing) => packCount(missing, pack))).toEqual([0, 12, 18, 24]);
  });
});

describe('what is bought', () => {
  test('covers the uses until the next delivery, with what is there and what is over', () => {
    const uses = [
      { date: MON, qty: 200 },
      { date: TUE, qty: 900.2 },
      { date: THU, qty: 1500 },
    ];
    const packs = packsOf([{ qty: 1000, cents: 300, keepsDays: 3 }]);
    const found = buyPacks({ packs, uses, stock: [{ qty: 300, useBy: null }] }, [THU, TUE], THU);
    expect(found.short).toEqual([]);
    expect(
      found.orders.map(({ arrives, packs: count, need, missing, over, wasteCents }) => [
        arrives,
        count,
        need,
        missing,
        over,
        wasteCents,
      ]),
    ).toEqual([
      // 100 of the 300 are left after Monday, and 199 of this delivery on Thursday.
      [TUE, 1, 901, 801, 0, 0],
      [THU, 2, 1500, 1301, 699, 210],
    ]);
  });

  test('counts what is ordered on its day and not before', () => {
    const uses = [
      { date: MON, qty: 400 },
      { date: WED, qty: 400 },
    ];
    const stock = [{ qty: 800, useBy: THU, from: TUE }];
    const packs = packsOf([{ qty: 1000, cents: 300, keepsDays: 3 }]);
    expect(buyPacks({ packs, uses, stock }, [], THU)).toMatchObject({
      orders: [],
      short: [{ date: MON, qty: 400 }],
    });
    expect(shelfAfter(stock, uses)).toEqual([{ qty: 400, useBy: THU, from: TUE }]);
  });

  test('leaves a week’s use of a store good, and says when nothing brings it', () => {
    const packs = packsOf([{ qty: 1000, cents: 300, keepsDays: null }]);
    const item = {
      packs,
      uses: [{ date: TUE, qty: 600 }],
      stock: [{ qty: 700, useBy: null }],
      keep: 900,
    };
    expect(buyPacks(item, [MON], THU).orders).toMatchObject([
      { packs: 1, need: 1400, missing: 800, over: 1000 },
    ]);
    expect(buyPacks(item, [], THU)).toMatchObject({ short: [], isBelowKeep: true });
  });
});

test.each(values.topUp)('$id: $says', ({ inputs, expected }) => {
  const { orderCents, minOrderCents, store } = inputs;
  const { added, ...sums } = topUp(orderCents, minOrderCents, store);
  const names = Object.fromEntries([...added].map(([{ name }, packs]) => [name, packs]));
  expect({ added: names, ...sums }).toEqual(expected);
});

test('an order that may not be filled says what is missing to the minimum', () => {
  const salt = { name: 'Salt', weeksLeft: 5, packCents: 900, weekUsePacks: 0.5 };
  expect(topUp(500, 2000, [salt])).toMatchObject({ orderCents: 500, missingCents: 1500 });
});

function stockVector(id: string) {
  const vector = values.stock.find((one) => one.id === id);
  if (!vector) throw new Error(id);
  return vector;
}

describe('stock', () => {
  test('of fresh goods ends at its date by itself', () => {
    const vector = stockVector('stock-01');
    const { lots, used, on } = vector.inputs as {
      lots: { qty: number; useBy: string }[];
      used: { date: string; qty: number }[];
      on: string[];
    };
    const left = shelfAfter(lots, used);
    const counted = on.map((day) => [day, sumOf(countedStock(left, 'day', day))]);
    expect(Object.fromEntries(counted)).toEqual(vector.expected);
  });

  test('of dry goods stays until counted, also past its date', () => {
    const vector = stockVector('stock-02');
    const { lots, used, counted } = vector.inputs as {
      lots: { qty: number; useBy: null }[];
      used: { date: string; qty: number }[];
      counted: { qty: number };
    };
    const left = sumOf(countedStock(shelfAfter(lots, used), 'store', '2026-11-26'));
    const difference = counted.qty - left;
    const after = sumOf(stockOnHand([{ qty: left, useBy: null }], difference));
    expect([left, difference, after]).toEqual([19_099, -499, 18_600]);
    expect({ '2026-11-26': left, '2026-11-27': after }).toEqual(vector.expected);
    expect(countedStock([{ qty: 5, useBy: SUN }], 'store', TUE)).toHaveLength(1);
  });

  test('is asked for where it is short, ran out or is old and has moved', () => {
    const vector = stockVector('stock-03');
    const { store } = vector.inputs as { store: Parameters<typeof shelvesToCount>[0] };
    expect(shelvesToCount(store).map(({ name }) => name)).toEqual(vector.expected);
  });

  test('that was never counted is asked for first, twelve at most', () => {
    const good = (name: string, countedDaysAgo: number | null) => ({
      name,
      onHand: 0,
      needBeforeNext: 1,
      countedDaysAgo,
      usedShare: 0,
    });
    const many = Array.from({ length: 14 }, (_, index) => good(`Good ${index + 10}`, 3));
    const asked = shelvesToCount([...many, good('Rice', null)]);
    expect(asked).toHaveLength(12);
    expect(asked[0]).toMatchObject({ name: 'Rice', why: 'never' });
  });

  test('follows the store area unless the ingredient says otherwise', () => {
    const ofArea = (storeArea: 'dry' | 'freezer' | 'meat' | 'produce') =>
      stockRuleOf({ stockRule: null, storeArea });
    expect([ofArea('dry'), ofArea('freezer'), ofArea('meat'), ofArea('produce')]).toEqual([
      'store',
      'store',
      'day',
      'day',
    ]);
    expect(stockRuleOf({ stockRule: 'none', storeArea: 'dry' })).toBe('none');
  });

  test('is kept at the median of the weeks that are known, two at least', () => {
    expect(usualWeek([0, 0, 0, 0])).toBe(0);
    expect(usualWeek([0, 0, 0, 700])).toBe(0);
    expect(usualWeek([0, 0, 500, 700])).toBe(600);
    expect(usualWeek([900, 0, 500, 700])).toBe(600);
    expect(usualWeek([0, 900, 0, 300])).toBe(300);
  });

  const aLot = record({
    useBy: option(constantFrom(MON, TUE, WED)),
    qty: integer({ min: -500, max: 2000 }),
  });

  test('is never below 0, and is the sum of all movements unless more went out than came in', () => {
    assert(
      property(array(aLot, { maxLength: 6 }), integer({ min: -3000, max: 3000 }), (lots, loose) => {
        const left = stockOnHand(lots, loose);
        expect(left.every(({ qty }) => qty > 0)).toBe(true);
        expect(sumOf(left)).toBe(Math.max(0, sumOf(lots) + loose));
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

function sumOf(amounts: readonly { qty: number }[]): number {
  return amounts.reduce((total, { qty }) => total + qty, 0);
}

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
