import { expect, test } from 'vitest';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { countedOf, deliveriesMovedBy, totalsToCook } from '#areas/kitchen/rules/cook-progress.ts';

const aBag = (deliveryId: number, meals: number[], deliveryStatus: DeliveryStatus = 'planned') => ({
  deliveryId,
  deliveryStatus,
  items: meals.map((mealId) => ({ mealId })),
});

test('a tick counts all that was cooked, and takes back at most what is done', () => {
  expect(countedOf(5, 20)).toBe(5);
  expect(countedOf(-5, 3)).toBe(-3);
  expect(countedOf(-5, 7)).toBe(-5);
});

test('a delivery is cooked once every portion of every meal in it is done', () => {
  const bags = [aBag(1, [1, 2]), aBag(2, [1]), aBag(3, [2, 3]), aBag(4, [1], 'cancelled')];
  expect(totalsToCook(bags)).toEqual(
    new Map([
      [1, 2],
      [2, 2],
      [3, 1],
    ]),
  );
  expect(deliveriesMovedBy(1, bags, new Map([[1, 1]]))).toEqual([]);
  expect(deliveriesMovedBy(1, bags, new Map([[1, 2]]))).toEqual([
    { deliveryId: 2, status: 'cooked' },
  ]);
  expect(
    deliveriesMovedBy(
      2,
      bags,
      new Map([
        [1, 2],
        [2, 2],
      ]),
    ),
  ).toEqual([{ deliveryId: 1, status: 'cooked' }]);
});

test('a portion on hold is not to be cooked, and its delivery waits for it', () => {
  const held = {
    ...aBag(1, [1, 1]),
    items: [{ mealId: 1 }, { mealId: 1, onHold: 'contains MILK' }],
  };
  const bags = [held, aBag(2, [1])];
  expect(totalsToCook(bags)).toEqual(new Map([[1, 2]]));
  expect(deliveriesMovedBy(1, bags, new Map([[1, 2]]))).toEqual([
    { deliveryId: 2, status: 'cooked' },
  ]);
});

test('a tick taken back makes its deliveries planned again, but no packed one', () => {
  const bags = [aBag(1, [1], 'cooked'), aBag(2, [1], 'packed'), aBag(3, [2], 'cooked')];
  expect(deliveriesMovedBy(1, bags, new Map([[1, 1]]))).toEqual([
    { deliveryId: 1, status: 'planned' },
  ]);
});
