import { expect, test } from 'vitest';
import {
  overrideLabel,
  type OrderAction,
  failureToast,
  successToast,
} from './order-actions-provider.tsx';
import { anAdminOrder, aRefund } from './test-order.ts';

const order = anAdminOrder();
const cancelled = anAdminOrder({ status: 'cancelled' });

test('a new status is reported with the order number', () => {
  const action = { kind: 'status', order, status: 'delivered' } as const;
  expect(successToast(action, anAdminOrder({ status: 'delivered' }))).toEqual({
    title: 'Order Updated',
    description: 'RT-7K3F-9Q2X is now delivered.',
    tone: 'success',
  });
});

test('cancelling reports what happened to the money', () => {
  const action = { kind: 'cancel', order, refund: 'full' } as const;
  const refunds = [aRefund({ amount: '20.98' })];
  expect(successToast(action, { ...cancelled, refunds })).toEqual({
    title: 'Order Cancelled',
    description: 'RT-7K3F-9Q2X is cancelled. $20.98 has been refunded to the card.',
    tone: 'success',
  });
  expect(successToast({ ...action, refund: 'none' }, cancelled).description).toBe(
    'RT-7K3F-9Q2X is cancelled.',
  );
});

test('a failed refund is not a success, and an older refund is not reported again', () => {
  const old = aRefund({ id: 1 });
  const failed = aRefund({ id: 2, state: 'failed' });
  const action: OrderAction = {
    kind: 'cancel',
    order: { ...order, refunds: [old] },
    refund: 'full',
  };
  expect(successToast(action, { ...cancelled, refunds: [old, failed] })).toMatchObject({
    title: 'Order Cancelled',
    tone: 'error',
  });
  expect(successToast(action, { ...cancelled, refunds: [old] }).description).toBe(
    'RT-7K3F-9Q2X is cancelled.',
  );
});

test('the status set to cancelled is reported as cancelling', () => {
  const action = { kind: 'status', order, status: 'cancelled' } as const;
  expect(successToast(action, cancelled).title).toBe('Order Cancelled');
});

test('failures are reported in the words of the specification', () => {
  expect(failureToast({ kind: 'status', order, status: 'pending' }).description).toBe(
    'Failed to update order status. Please try again.',
  );
  expect(failureToast({ kind: 'cancel', order, refund: 'none' }).description).toBe(
    'Failed to cancel order. Please try again.',
  );
});

test('only another person’s change can be overridden, a full slot cannot', () => {
  const action = { kind: 'status', order, status: 'confirmed' } as const;
  expect(overrideLabel(action, { code: 'changed_meanwhile', message: '' })).toBe(
    'Set to confirmed anyway',
  );
  expect(overrideLabel(action, { code: 'slot_full', message: '' })).toBeNull();
});
