import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import {
  chooseWindows,
  createPaymentIntent,
  letApprovalGo,
} from '#areas/checkout/calls/payments.ts';
import { Checkout } from '#areas/checkout/web/site/checkout-page.tsx';
import { ConfirmingOrder } from '#areas/checkout/web/site/confirming-order.tsx';
import { HoldGaveWay, OnPaymentNotice } from './order-payment.tsx';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const server = fakeServer();
const TUESDAY_LUNCH = { date: '2026-12-01', timeSlot: '11:00-13:00' as const };
const TUESDAY_DINNER = { date: '2026-12-01', timeSlot: '16:00-18:00' as const, placesLeft: 3 };
const MONDAY_DINNER = { date: '2026-11-30', timeSlot: '16:00-18:00' as const, placesLeft: null };
const WEDNESDAY_LUNCH = { date: '2026-12-02', timeSlot: '11:00-13:00' as const, placesLeft: null };
const FREE = [MONDAY_DINNER, TUESDAY_DINNER, WEDNESDAY_LUNCH];
const CHECKOUT_ID = '0190a000-0000-7000-8000-000000000001';

const ORDER: PreparedOrder = {
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyen',
    email: 'mia@example.com',
    phone: '0412 345 678',
    address: '12 Shore Street West, Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  deliveryType: 'daily',
  orderItems: [
    {
      mealId: 1,
      mealType: 'lunch',
      mealDate: '2026-12-01',
      deliveryDate: '2026-12-01',
      deliveryWindow: '11:00-13:00',
      price: '14.99',
      personName: 'Mia',
    },
  ],
  subtotal: '55.97',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '61.96',
};

const button = (name: string | RegExp) => page.getByRole('button', { name });
const status = () => page.getByRole('main');

afterEach(() => vi.useRealTimers());

function approvalKept(milliseconds: number, alternatives = FREE) {
  return refused(409, {
    message: 'The last place went to someone else. Your card was not charged.',
    code: 'slot_full',
    full: [TUESDAY_LUNCH],
    alternatives,
    approvedUntil: new Date(Date.now() + milliseconds).toISOString(),
    checkoutId: CHECKOUT_ID,
    clientSecret: 'pi_1_secret_2',
  });
}

function weekIsKnown() {
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: new Date().toISOString(),
    cutoff: new Date().toISOString(),
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-12-01',
    weekEnd: '2026-12-07',
    days: [],
  }));
}

const openConfirming = (orderData = ORDER, meals: MealReply[] = []) =>
  openPage(
    <main>
      <ConfirmingOrder
        paymentIntentId="pi_1"
        clientSecret="pi_1_secret_2"
        orderData={orderData}
        isApproval
      />
    </main>,
    { at: '/checkout', meals },
  );

test('before the card: someone is paying for the last place, and other windows are one tap', async () => {
  const chosen: PreparedOrder[] = [];
  await openPage(
    <main>
      <OnPaymentNotice
        checkout={{ crowded: [TUESDAY_LUNCH], alternatives: FREE }}
        orderData={ORDER}
        onNewOrder={(order) => chosen.push(order)}
      />
    </main>,
    { at: '/checkout' },
  );
  await expect
    .element(status())
    .toMatchTextContent(
      'Someone is paying for the last place on Tue 1 Dec, 11am-1pm. You can still try: your card is only charged if there’s a place for you. Or choose:',
    );
  expect(await listViolations()).toEqual([]);
  // Meals for Tuesday that come each day cannot come on another.
  await expect.element(button(/Wed 2 Dec/)).not.toBeInTheDocument();
  await button('Tue 1 Dec, 4pm-6pm, 3 places').click();
  expect(chosen).toMatchObject([
    { total: '61.96', orderItems: [{ deliveryDate: '2026-12-01', deliveryWindow: '16:00-18:00' }] },
  ]);
});

test('all on one day, it may come before its first meal, and not after', async () => {
  await openPage(
    <OnPaymentNotice
      checkout={{ crowded: [TUESDAY_LUNCH], alternatives: FREE }}
      orderData={{ ...ORDER, deliveryType: 'weekly' }}
      onNewOrder={() => {}}
    />,
    { at: '/checkout' },
  );
  await expect.element(button('Mon 30 Nov, 4pm-6pm')).toBeVisible();
  await expect.element(button(/Wed 2 Dec/)).not.toBeInTheDocument();
});

test('approved, and the place is gone: another window is one tap, with the time it has', async () => {
  weekIsKnown();
  server.answers(placeOrder, () => approvalKept(581_000));
  await openConfirming();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('The last place went to someone else');
  await expect
    .element(status())
    .toMatchTextContent(
      'Your card was not charged; your bank may show $61.96 as pending for a few days.',
    );
  await expect.element(page.getByRole('timer')).toMatchTextContent('9:');
  expect(await listViolations()).toEqual([]);
  server.answers(placeOrder, () => ({ orderNumber: 'RT-1', trackingToken: 'a'.repeat(32) }));
  server.answers(chooseWindows, () => ({ orderNumber: 'RT-1', trackingToken: 'a'.repeat(32) }));
  await button('Tue 1 Dec, 4pm-6pm, 3 places').click();
  await expect.element(page.getByText('Another page')).toBeVisible();
  expect(server.sent(chooseWindows)).toMatchObject([
    {
      params: { id: CHECKOUT_ID },
      body: {
        clientSecret: 'pi_1_secret_2',
        orderData: { orderItems: [{ deliveryWindow: '16:00-18:00' }] },
      },
    },
  ]);
});

test('a day from which a meal would not keep is no other window, and none is promised', async () => {
  weekIsKnown();
  server.answers(placeOrder, () => approvalKept(581_000, [MONDAY_DINNER]));
  const [lunch] = ORDER.orderItems;
  const friday = { ...lunch!, mealDate: '2026-12-04' };
  const salad = anOrderedMeal({ id: lunch!.mealId, shelfLifeDays: 3, freezable: false });
  await openConfirming({ ...ORDER, deliveryType: 'weekly', orderItems: [friday] }, [salad]);
  await expect.element(status()).toMatchTextContent('No other window fits these meals.');
  await expect.element(button(/Mon 30 Nov/)).not.toBeInTheDocument();
});

test('“No, let it go” ends the approval and leads back to the basket', async () => {
  weekIsKnown();
  server.answers(placeOrder, () => approvalKept(581_000));
  server.answers(letApprovalGo, () => ({ state: 'ended' }));
  const opened = await openConfirming();
  await button('No, let it go').click();
  await expect.element(page.getByText('Another page')).toBeVisible();
  expect(opened.address()).toBe('/order?step=2');
});

test('with another price, the page says so and nothing is charged', async () => {
  weekIsKnown();
  server.answers(placeOrder, () => approvalKept(581_000));
  server.answers(chooseWindows, () =>
    refused(409, { code: 'quote_changed', message: 'It costs something else.' }),
  );
  await openConfirming();
  await button('Tue 1 Dec, 4pm-6pm, 3 places').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('It costs something else.');
});

test('while someone pays for the same place, the page says so and asks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.answers(placeOrder, () => refused(409, { code: 'place_pending', message: 'Wait.' }));
  await openConfirming();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Your bank has approved, booking your place');
  await expect.element(status()).toMatchTextContent('Someone is paying for the same place');
  const before = server.sent(placeOrder).length;
  await vi.advanceTimersByTimeAsync(5_500);
  await expect.poll(() => server.sent(placeOrder).length).toBeGreaterThan(before);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a hold that gave way says so, and that nothing was charged', async () => {
  await openPage(
    <main>
      <HoldGaveWay
        conflict={{
          code: 'hold_gave_way',
          message: 'Gone.',
          full: [TUESDAY_LUNCH],
          alternatives: FREE,
        }}
        orderData={ORDER}
        onNewOrder={() => {}}
        onRetry={() => {}}
      />
    </main>,
    { at: '/checkout' },
  );
  await expect
    .element(status())
    .toMatchTextContent(
      'Someone paid for the last place on Tue 1 Dec, 11am-1pm before you. Your card was not charged and your basket is safe.',
    );
  expect(await listViolations()).toEqual([]);
});

test('others on the network were faster: the page says so, asks again by itself and loses nothing', async () => {
  weekIsKnown();
  const busy = refused(
    429,
    { message: 'Too many requests from your connection.', code: 'too_many_requests' },
    { 'retry-after': '2' },
  );
  const closed = refused(409, { message: 'We open on Monday.', code: 'sale_closed' });
  server.answers(createPaymentIntent, () =>
    server.sent(createPaymentIntent).length < 2 ? busy : closed,
  );
  await openPage(
    <main>
      <Checkout orderData={ORDER} onNewPrice={() => {}} />
    </main>,
    { at: '/checkout' },
  );
  await expect
    .element(status())
    .toMatchTextContent(
      'Many people on your network are ordering. Trying again in 2 seconds… Your basket is safe and nothing was charged.',
    );
  expect(await listViolations()).toEqual([]);
  await expect.element(status(), { timeout: 5000 }).toMatchTextContent('We open on Monday.');
  const sent = server.sent(createPaymentIntent);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});
