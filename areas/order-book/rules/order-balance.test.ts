import { describe, expect, test } from 'vitest';
import { orderBalance } from '#areas/order-book/rules/order-balance.ts';

const paid = { status: 'confirmed', totalCents: 2097, capturedCents: 2097, refunds: [] } as const;

test('an order that is paid and not refunded is even', () => {
  expect(orderBalance(paid)).toEqual({
    refundedCents: 0,
    balanceCents: 0,
    owedCents: 0,
    warning: null,
  });
});

describe('staff are warned', () => {
  test('of money to give back when an order has become cheaper', () => {
    expect(orderBalance({ ...paid, totalCents: 1498 })).toMatchObject({
      balanceCents: -599,
      warning: 'The customer overpaid by $5.99.',
    });
  });

  test('of money that is missing when an order has become dearer or was opened again', () => {
    const refunds = [{ amountCents: 2097, waivedCents: 0, state: 'succeeded' }] as const;
    expect(orderBalance({ ...paid, totalCents: 2696 }).balanceCents).toBe(599);
    expect(orderBalance({ ...paid, refunds })).toEqual({
      refundedCents: 2097,
      balanceCents: 2097,
      owedCents: 2097,
      warning: '$20.97 of this order is unpaid.',
    });
  });

  test('of money kept on a cancelled order, and of a refund that failed', () => {
    expect(orderBalance({ ...paid, status: 'cancelled' }).warning).toBe(
      'This order is cancelled, but $20.97 was not refunded.',
    );
    const refunds = [{ amountCents: 2097, waivedCents: 0, state: 'failed' }] as const;
    expect(orderBalance({ ...paid, status: 'cancelled', refunds })).toEqual({
      refundedCents: 0,
      balanceCents: -2097,
      owedCents: 0,
      warning: 'A refund failed: $20.97 still needs to be refunded.',
    });
  });
});

test('a refund under way counts as gone, but not yet as refunded', () => {
  const refunds = [{ amountCents: 2097, waivedCents: 0, state: 'pending' }] as const;
  expect(orderBalance({ ...paid, status: 'cancelled', refunds })).toEqual({
    refundedCents: 0,
    balanceCents: 0,
    owedCents: 0,
    warning: null,
  });
});

test('what staff gave back as a present is not asked for again, even once the meal is taken off', () => {
  const refunds = [{ amountCents: 599, waivedCents: 599, state: 'succeeded' }] as const;
  expect(orderBalance({ ...paid, refunds })).toEqual({
    refundedCents: 599,
    balanceCents: 599,
    owedCents: 0,
    warning: null,
  });
  expect(orderBalance({ ...paid, totalCents: 1498, refunds })).toMatchObject({
    balanceCents: 0,
    warning: null,
  });
  expect(orderBalance({ ...paid, totalCents: 2397, refunds })).toMatchObject({
    owedCents: 300,
    warning: '$3.00 of this order is unpaid.',
  });
});

test('a present that failed on its way was not given', () => {
  const refunds = [{ amountCents: 599, waivedCents: 599, state: 'failed' }] as const;
  expect(orderBalance({ ...paid, totalCents: 2397, refunds }).owedCents).toBe(300);
});
