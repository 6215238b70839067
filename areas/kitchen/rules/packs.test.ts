import {
  array,
  assert,
  constant,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Pack, packs, type Stock } from './packs.ts';

const SUNDAY = '2026-11-29';
const aDay = integer({ min: 0, max: 9 }).map((day) => addDays(SUNDAY, day));
const aQty = integer({ min: 1, max: 4000 });

const aPack = tuple(
  aQty,
  integer({ min: 1, max: 6 }),
  integer({ min: 1, max: 3 }),
  option(integer({ min: 0, max: 9 })),
).map(([qty, step, steps, keepsDays]): Pack => ({ qty, step, minPacks: step * steps, keepsDays }));

const aShop = record({
  stock: array(record({ qty: aQty, useBy: option(aDay) }), { maxLength: 5 }),
  uses: array(record({ date: aDay, qty: aQty }), { maxLength: 8 }),
  pack: aPack,
});
const arrivals = shuffledSubarray(
  Array.from({ length: 10 }, (_, day) => addDays(SUNDAY, day)),
  { maxLength: 4 },
);

function sumOf(amounts: readonly { qty: number }[]): number {
  return amounts.reduce((total, { qty }) => total + qty, 0);
}

describe('packs', () => {
  test('are by the step, at least the minimum, none for nothing, and enough', () => {
    assert(
      property(aShop, arrivals, (shop, days) => {
        for (const { missing, packs: count, left } of packs(shop, days).orders) {
          expect(count % shop.pack.step).toBe(0);
          expect(count * shop.pack.qty).toBeGreaterThanOrEqual(missing);
          expect(left).toBeGreaterThanOrEqual(0);
          if (missing === 0) expect(count).toBe(0);
          else expect(count).toBeGreaterThanOrEqual(shop.pack.minPacks);
        }
      }),
    );
  });

  test('balance: what is used is on the shelf, bought or short', () => {
    assert(
      property(aShop, arrivals, (shop, days) => {
        // Nothing expires, so nothing is lost on the way.
        const lasting = {
          ...shop,
          stock: shop.stock.map(({ qty }): Stock => ({ qty, useBy: null })),
          pack: { ...shop.pack, keepsDays: null },
        };
        const { shortBefore, orders } = packs(lasting, days);
        const bought = orders.reduce((total, order) => total + order.packs, 0) * shop.pack.qty;
        const used = sumOf(shop.uses) - shortBefore;
        const last = orders.at(-1);
        if (last) expect(last.left).toBe(sumOf(lasting.stock) + bought - used);
        else expect(shortBefore).toBe(Math.max(0, sumOf(shop.uses) - sumOf(lasting.stock)));
      }),
    );
  });

  test('do not count stock that is out of date on the day of a use', () => {
    const expired = tuple(aDay, aDay, aQty, aQty).filter(([useBy, date]) => useBy < date);
    assert(
      property(expired, aPack, ([useBy, date, qty, used], pack) => {
        const shop = { stock: [{ qty, useBy }], uses: [{ date, qty: used }], pack };
        expect(packs(shop, [SUNDAY]).orders[0]?.missing).toBe(used);
      }),
    );
  });

  test('with more on the shelf never need more of the first order', () => {
    assert(
      property(aShop, arrivals, aQty, option(aDay), (shop, days, qty, useBy) => {
        const more = { ...shop, stock: [...shop.stock, { qty, useBy }] };
        const [before, after] = [packs(shop, days), packs(more, days)];
        expect(after.shortBefore).toBeLessThanOrEqual(before.shortBefore);
        expect(after.orders[0]?.missing ?? 0).toBeLessThanOrEqual(before.orders[0]?.missing ?? 0);
      }),
    );
  });

  test('do not depend on the sequence of uses and stock', () => {
    const shuffled = aShop.chain((shop) =>
      tuple(
        constant(shop),
        shuffledSubarray(shop.uses, { minLength: shop.uses.length }),
        shuffledSubarray(shop.stock, { minLength: shop.stock.length }),
      ),
    );
    assert(
      property(shuffled, arrivals, ([shop, uses, stock], days) => {
        expect(packs({ ...shop, uses, stock }, days)).toEqual(packs(shop, days));
      }),
    );
  });
});
