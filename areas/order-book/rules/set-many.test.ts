import { describe, expect, test } from 'vitest';
import type { DeliveryStatus } from './delivery.ts';
import { ORDER_STATUSES, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { refusalAmongMany, stillToCome } from './judge-step.ts';

const TODAY = '2026-01-14';

const due = (date: string, status: DeliveryStatus) => ({ date, status });
const anOrder = (status: OrderStatus, ...deliveries: ReturnType<typeof due>[]) => ({
  status,
  deliveries,
});

test('only what is open and after today is still to come', () => {
  const deliveries = [
    due('2026-01-13', 'planned'),
    due(TODAY, 'out'),
    due('2026-01-15', 'packed'),
    due('2026-01-16', 'cancelled'),
    due('2026-01-17', 'planned'),
  ];
  expect(stillToCome(deliveries, TODAY).map(({ date }) => date)).toEqual([
    '2026-01-15',
    '2026-01-17',
  ]);
});

describe('an order among many', () => {
  const codeOf = (order: ReturnType<typeof anOrder>, to: OrderStatus) =>
    refusalAmongMany(order, to, TODAY)?.code ?? null;

  test.each(ORDER_STATUSES)('is left as it is when it is %s already', (status) => {
    expect(codeOf(anOrder(status), status)).toBe('already_so');
  });

  test.each([
    ['pending', 'confirmed', null],
    ['confirmed', 'pending', null],
    ['pending', 'cancelled', null],
    ['confirmed', 'cancelled', null],
    ['delivered', 'confirmed', null],
    ['delivered', 'cancelled', 'already_delivered'],
    ['cancelled', 'confirmed', 'already_cancelled'],
    ['cancelled', 'delivered', 'already_cancelled'],
  ] as const)('from %s to %s: %s', (from, to, code) => {
    expect(codeOf(anOrder(from, due('2026-01-20', 'planned')), to)).toBe(code);
  });

  test('is not called delivered before its last day', () => {
    const ahead = anOrder('confirmed', due(TODAY, 'planned'), due('2026-01-15', 'planned'));
    expect(refusalAmongMany(ahead, 'delivered', TODAY)).toEqual({
      code: 'still_to_come',
      message: '1 delivery is still to come.',
    });
    expect(codeOf(anOrder('confirmed', due(TODAY, 'planned')), 'delivered')).toBe(null);
    expect(codeOf(anOrder('confirmed', due('2026-01-15', 'cancelled')), 'delivered')).toBe(null);
  });
});
