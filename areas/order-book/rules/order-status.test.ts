import { describe, expect, test } from 'vitest';
import type { DeliveryStatus } from './delivery.ts';
import {
  canCancelOrder,
  deliveryStatusAfter,
  needsPlaces,
  ORDER_STATUSES,
  type OrderStatus,
  orderStatusAfter,
} from '#areas/order-book/rules/order-status.ts';

test('the cancel button is there for pending and confirmed orders only', () => {
  expect(ORDER_STATUSES.filter((status) => canCancelOrder({ status }))).toEqual([
    'pending',
    'confirmed',
  ]);
});

describe('an order needs its places', () => {
  test.each([
    ['cancelled', 'pending', true],
    ['cancelled', 'confirmed', true],
    ['cancelled', 'delivered', true],
    ['pending', 'confirmed', true],
    ['pending', 'delivered', true],
    ['confirmed', 'pending', false],
    ['confirmed', 'cancelled', false],
    ['pending', 'cancelled', false],
  ] as const)('from %s to %s: %s', (from, to, needed) => {
    expect(needsPlaces(from, to)).toBe(needed);
  });
});

describe('deliveries follow an order whose status is set by hand', () => {
  const today = '2026-01-14';
  const after = (status: DeliveryStatus, date: string, from: OrderStatus, to: OrderStatus) =>
    deliveryStatusAfter({ status, date }, { from, to, today });

  test('to delivered: those up to today; later ones are still cooked and driven', () => {
    expect(after('out', '2026-01-14', 'confirmed', 'delivered')).toBe('delivered');
    expect(after('missed', '2026-01-13', 'confirmed', 'delivered')).toBe('delivered');
    expect(after('cooked', '2026-01-15', 'confirmed', 'delivered')).toBe('cooked');
    expect(after('cancelled', '2026-01-13', 'confirmed', 'delivered')).toBe('cancelled');
  });

  test('back to confirmed: nothing that happened is forgotten', () => {
    expect(after('delivered', '2026-01-13', 'delivered', 'confirmed')).toBe('delivered');
    expect(after('cooked', '2026-01-14', 'delivered', 'confirmed')).toBe('cooked');
  });

  test('to cancelled, but for what has arrived', () => {
    expect(after('planned', '2026-01-15', 'confirmed', 'cancelled')).toBe('cancelled');
    expect(after('delivered', '2026-01-13', 'confirmed', 'cancelled')).toBe('delivered');
  });

  test('to cancelled, but for what is on the road: it stays so until its driver says what became of it', () => {
    expect(after('out', '2026-01-14', 'confirmed', 'cancelled')).toBe('out');
  });

  test('reopened', () => {
    expect(after('cancelled', '2026-01-15', 'cancelled', 'pending')).toBe('planned');
    expect(after('cancelled', '2026-01-15', 'cancelled', 'delivered')).toBe('planned');
    expect(after('cancelled', '2026-01-13', 'cancelled', 'delivered')).toBe('delivered');
  });
});

describe('an order follows its deliveries', () => {
  test('it is delivered once everything that was neither cancelled nor missed is', () => {
    expect(orderStatusAfter('confirmed', ['out', 'planned'], ['delivered', 'planned'])).toBe(
      'confirmed',
    );
    expect(orderStatusAfter('confirmed', ['delivered', 'out'], ['delivered', 'delivered'])).toBe(
      'delivered',
    );
    expect(orderStatusAfter('confirmed', ['missed', 'out'], ['missed', 'delivered'])).toBe(
      'delivered',
    );
  });

  test('it is not delivered when everything was missed', () => {
    expect(orderStatusAfter('confirmed', ['missed', 'out'], ['missed', 'missed'])).toBe(
      'confirmed',
    );
  });

  test('it is open again when a delivery is taken back', () => {
    expect(orderStatusAfter('delivered', ['delivered'], ['out'])).toBe('confirmed');
  });

  test('what was set by hand stays, and so do a cancelled order and one that needs a decision', () => {
    expect(orderStatusAfter('delivered', ['delivered', 'planned'], ['delivered', 'out'])).toBe(
      'delivered',
    );
    expect(orderStatusAfter('cancelled', ['cancelled'], ['delivered'])).toBe('cancelled');
    expect(orderStatusAfter('pending', ['out'], ['delivered'])).toBe('pending');
  });
});
