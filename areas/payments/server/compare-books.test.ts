/** Our clock and the card provider's may differ: MEALRUN_NOW sets ours, and servers drift. */
import { expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { compareBooks } from './check-books.ts';
import { refundOrder } from '#areas/orders/server/refund-order.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import {
  anOrder,
  checkOut,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  priced,
} from '#quality/support/an-order.ts';
import { startTestApp } from '#quality/support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

test('money too young to be compared is left out, however old our clock says it is', async () => {
  const t = await startTestApp();
  try {
    const { id } = await aPaidOrder(t);
    const { staff } = await aStaffClient(t);
    t.setNow(new Date(Date.now() - DAY_MS).toISOString());
    await refundOrder(t.context, staff, id, { amount: '5.00', reason: 'A test', notify: false });
    expect(await compareBooks(t.context, 3)).toMatchObject({ problems: [], notCompared: 2 });
    expect(await compareBooks(t.context, 3, 0)).toMatchObject({ problems: [], compared: 2 });
  } finally {
    await t.close();
  }
});

test('an approval that is neither taken nor let go for 15 minutes is a finding, of whatever it pays for', async () => {
  const t = await startTestApp();
  try {
    const { listIntentsSince } = t.context.gateway;
    const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
    await t.context.db.insert(deliverySlots).values({
      date: day(0),
      window: DELIVERY_WINDOWS[0],
      maxDeliveries: 1,
    });
    await checkOut(t, await priced(t, anOrder([lunch])));
    const orderData = await priced(t, anOrder([lunch]));
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { amount: Number(orderData.total), orderData, onPayment: true },
    });
    const checkout = reply.json<CheckoutReply>();
    await pay(t, checkout);
    const after = async (minutes: number) => {
      t.context.gateway.listIntentsSince = async (since) =>
        (await listIntentsSince(since)).map((intent) => ({
          ...intent,
          approvedAt: intent.approvedAt && intent.approvedAt - minutes * 60_000,
        }));
      return (await compareBooks(t.context, 3)).problems;
    };
    expect(await after(14)).toEqual([]);
    expect(await after(16)).toMatchObject([
      { rule: 'I1 every approval older than 15 minutes is captured or cancelled', count: 1 },
    ]);
  } finally {
    await t.close();
  }
});
