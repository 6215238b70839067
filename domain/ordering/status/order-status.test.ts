import { describe, expect, test } from 'vitest';
import {
  canCancelOrder,
  deliveryStatusAfter,
  needsPlaces,
  ORDER_STATUSES,
} from '#domain/ordering/status/order-status.ts';

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

describe('deliveries follow their order', () => {
  test('to delivered, and back', () => {
    expect(deliveryStatusAfter('packed', 'delivered')).toBe('delivered');
    expect(deliveryStatusAfter('delivered', 'confirmed')).toBe('planned');
    expect(deliveryStatusAfter('cooked', 'confirmed')).toBe('cooked');
  });

  test('to cancelled, but for what has arrived', () => {
    expect(deliveryStatusAfter('planned', 'cancelled')).toBe('cancelled');
    expect(deliveryStatusAfter('delivered', 'cancelled')).toBe('delivered');
    expect(deliveryStatusAfter('cancelled', 'pending')).toBe('planned');
  });
});
