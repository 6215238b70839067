import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#domain/business.ts';
import { priceOrder } from '#domain/ordering/price/order-pricing.ts';
import { refundOfPart } from '#domain/ordering/change/refund-part.ts';

type RefundableItem = Parameters<typeof refundOfPart>[0]['items'][number];

const NOTHING: ReadonlySet<number> = new Set();

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
  expect(refundOfPart(order, new Set([1]), NOTHING)).toBe(1001);
});

test("somebody's last meal takes their weekly fee along, of a daily order that date's", () => {
  const items = [item(1, 'Mia', TUESDAY), item(2, 'Mia', FRIDAY), item(3, 'Ben', FRIDAY)];
  const weekly = anOrder(items, 'weekly');
  expect(refundOfPart(weekly, new Set([3]), NOTHING)).toBe(1003 + defaultBusiness.weeklyFeeCents);
  expect(refundOfPart(weekly, new Set([2]), new Set([1]))).toBe(
    1002 + defaultBusiness.weeklyFeeCents,
  );
  const daily = anOrder(items, 'daily');
  expect(refundOfPart(daily, new Set([2, 3]), NOTHING)).toBe(
    1002 + 1003 + 2 * defaultBusiness.dailyFeeCents,
  );
});

test('a delivery that was free does not go back', () => {
  const order = { ...anOrder([item(1, 'Mia', TUESDAY)], 'weekly'), deliveryFeeCents: 0 };
  expect(refundOfPart(order, new Set([1]), NOTHING)).toBe(1001);
});

test('in whatever parts an order goes back, together they are what it cost without tax', () => {
  const anItem = fc.record({
    personName: fc.constantFrom('Mia', 'Ben', 'mia '),
    deliveryDate: fc.constantFrom(TUESDAY, '2026-01-14', FRIDAY),
    priceCents: fc.integer({ min: 0, max: 5000 }),
    turn: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(anItem, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('daily' as const, 'weekly' as const),
      (drawn, deliveryType) => {
        const items = drawn.map((one, index) => ({ ...one, id: index + 1 }));
        const order = anOrder(items, deliveryType);
        const before = new Set<number>();
        let backCents = 0;
        for (let turn = 0; turn <= 4; turn += 1) {
          const part = new Set(items.filter((one) => one.turn <= turn).map(({ id }) => id));
          backCents += refundOfPart(order, part, before);
          for (const id of part) before.add(id);
        }
        expect(backCents).toBe(order.subtotalCents + order.deliveryFeeCents);
      },
    ),
  );
});
