import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { priceOrder } from '#areas/order-book/rules/order-pricing.ts';
import {
  refundedBefore,
  refundOfFee,
  refundOfPart,
} from '#areas/order-book/rules/change/refund-part.ts';

type RefundableItem = Parameters<typeof refundOfPart>[0]['items'][number];

const NOTHING = { items: new Set<number>(), fees: new Set<number>() };

function anOrder(items: RefundableItem[], deliveryType: 'daily' | 'weekly') {
  const priced = { items, deliveryType, isFirstWaitlistOrder: false };
  return { items, deliveryType, ...priceOrder(priced, defaultBusiness) };
}

const item = (id: number, personName: string, deliveryDate: string): RefundableItem => ({
  id,
  personName,
  deliveryDate,
  priceCents: 1000 + id,
});

const TUESDAY = '2026-01-13';
const FRIDAY = '2026-01-16';

test('one meal of several goes back without any delivery', () => {
  const order = anOrder([item(1, 'Mia', TUESDAY), item(2, 'Mia', TUESDAY)], 'weekly');
  expect(refundOfPart(order, new Set([1]), NOTHING).amountCents).toBe(1001);
});

const without = (...items: number[]) => ({ ...NOTHING, items: new Set(items) });

test("somebody's last meal takes their weekly fee along, of a daily order that date's", () => {
  const items = [item(1, 'Mia', TUESDAY), item(2, 'Mia', FRIDAY), item(3, 'Ben', FRIDAY)];
  const weekly = anOrder(items, 'weekly');
  expect(refundOfPart(weekly, new Set([3]), NOTHING)).toEqual({
    amountCents: 1003 + defaultBusiness.weeklyFeeCents,
    feeCents: defaultBusiness.weeklyFeeCents,
    feeItemIds: [3],
  });
  expect(refundOfPart(weekly, new Set([2]), without(1)).amountCents).toBe(
    1002 + defaultBusiness.weeklyFeeCents,
  );
  const daily = anOrder(items, 'daily');
  expect(refundOfPart(daily, new Set([2, 3]), NOTHING).amountCents).toBe(
    1002 + 1003 + 2 * defaultBusiness.dailyFeeCents,
  );
});

test('a delivery that was free does not go back', () => {
  const order = { ...anOrder([item(1, 'Mia', TUESDAY)], 'weekly'), deliveryFeeCents: 0 };
  expect(refundOfPart(order, new Set([1]), NOTHING).amountCents).toBe(1001);
  expect(refundOfFee(order, new Set([1]), NOTHING).amountCents).toBe(0);
});

test('a fee that went back by itself does not go back again with the last meal', () => {
  const order = anOrder([item(1, 'Mia', TUESDAY), item(2, 'Ben', TUESDAY)], 'weekly');
  const fee = refundOfFee(order, new Set([1]), NOTHING);
  expect(fee).toEqual({
    amountCents: defaultBusiness.weeklyFeeCents,
    feeCents: defaultBusiness.weeklyFeeCents,
    feeItemIds: [1],
  });
  const before = { items: new Set<number>(), fees: new Set(fee.feeItemIds) };
  expect(refundOfPart(order, new Set([1]), before).amountCents).toBe(1001);
  expect(refundOfFee(order, new Set([1, 2]), before).feeItemIds).toEqual([2]);
});

test('a record that does not name its fees had those of everyone whom it left with no meals', () => {
  const order = anOrder(
    [item(1, 'Mia', TUESDAY), item(2, 'Mia', FRIDAY), item(3, 'Ben', FRIDAY)],
    'weekly',
  );
  const refunds = [{ state: 'succeeded' as const, itemIds: [1, 3], feeItemIds: null }];
  expect(refundedBefore(order, refunds)).toEqual({ items: new Set([1, 3]), fees: new Set([3]) });
});

test('in whatever parts, with whatever failures, an order goes back, together they are what it cost without tax', () => {
  const anItem = fc.record({
    personName: fc.constantFrom('Mia', 'Ben', 'mia '),
    deliveryDate: fc.constantFrom(TUESDAY, '2026-01-14', FRIDAY),
    priceCents: fc.integer({ min: 0, max: 5000 }),
  });
  const aTurn = fc.record({
    what: fc.constantFrom('meals', 'fee'),
    of: fc.array(fc.integer({ min: 1, max: 20 })),
    state: fc.constantFrom('succeeded' as const, 'pending' as const, 'failed' as const),
  });
  fc.assert(
    fc.property(
      fc.array(anItem, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('daily' as const, 'weekly' as const),
      fc.array(aTurn, { maxLength: 8 }),
      (drawn, deliveryType, turns) => {
        const items = drawn.map((one, index) => ({ ...one, id: index + 1 }));
        const order = anOrder(items, deliveryType);
        const paidCents = order.subtotalCents + order.deliveryFeeCents;
        const all = items.map(({ id }) => id);
        const rest = [
          { what: 'meals', of: all, state: 'succeeded' as const },
          { what: 'fee', of: all, state: 'succeeded' as const },
        ];
        type Made = Parameters<typeof refundedBefore>[1][number] & { amountCents: number };
        const made: Made[] = [];
        const backCents = () =>
          made.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountCents), 0);
        for (const { what, of, state } of [...turns, ...rest]) {
          const before = refundedBefore(order, made);
          const part = new Set(of);
          const itemIds = what === 'fee' ? [] : all.filter((id) => part.has(id));
          const refund =
            what === 'fee' ? refundOfFee(order, part, before) : refundOfPart(order, part, before);
          made.push({ ...refund, itemIds, state });
          expect(backCents()).toBeLessThanOrEqual(paidCents);
        }
        expect(backCents()).toBe(paidCents);
      },
    ),
  );
});
