import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getPayPage, openPayLink, type PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { saveOrderDraft, readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { PaymentByLink } from './pay-link-page.tsx';

const NOW = '2026-01-07T02:00:00.000Z';

const QUOTE: CheckoutReply['quote'] = {
  deliveryType: 'weekly',
  items: [
    {
      mealId: 7,
      mealName: 'Bulgogi',
      mealType: 'dinner',
      personName: 'Mia',
      mealDate: '2026-01-14',
      deliveryDate: '2026-01-13',
      deliveryWindow: '11:00-13:00',
      price: '14.99',
      advice: null,
    },
  ],
  fees: [{ personName: 'Mia', reason: 'Mia: weekly delivery', amount: '5.99' }],
  offers: [],
  deliveryLines: [{ label: 'Mia: weekly delivery', amount: '5.99' }],
  dietWarnings: [],
  subtotal: '14.99',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '20.98',
};

const OPEN: PayPageReply = {
  state: 'open',
  firstName: 'Mia',
  heldUntil: '2026-01-07T04:00:00.000Z',
  orderNumber: null,
  order: {
    quote: QUOTE,
    people: [{ name: 'Mia', allergens: ['peanut'], avoid: [], diets: [], note: 'no olives' }],
    name: 'Mia Nguyễn',
    address: '12 Shore Street West, Cleveland 4163',
    deliveryPreference: 'cold',
    specialInstructions: 'Ring twice',
    recipient: null,
  },
};

const CHECKOUT: CheckoutReply = {
  clientSecret: 'pi_1_secret',
  paymentIntentId: 'pi_1',
  checkoutId: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
  holdExpiresAt: OPEN.heldUntil,
  canExtendHold: true,
  justOrdered: false,
  quote: QUOTE,
};

const server = fakeServer();
let shown: PayPageReply;
let checkout: CheckoutReply;

beforeEach(async () => {
  await page.viewport(390, 800);
  shown = OPEN;
  checkout = CHECKOUT;
  server.answers(getPayPage, () => shown);
  server.answers(openPayLink, () => checkout);
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: NOW,
    cutoff: '2026-01-11T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
    days: [],
  }));
});

const open = () =>
  openPage(
    <main>
      <PaymentByLink token="a-token" />
    </main>,
    { at: '/pay/a-token' },
  );
const main = () => page.elementLocator(document.body);

test('a caller reads what was ordered and until when it is held, and gets the card form', async () => {
  await open();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Mia, your order is ready to pay');
  const ordered = page.getByRole('region', { name: 'Is this what you ordered?' });
  await expect.element(ordered).toMatchTextContent(/Mia can’t have: peanut. “no olives”/);
  await expect.element(ordered).toMatchTextContent(/Tuesday 13 January, 11am-1pm/);
  await expect.element(ordered).toMatchTextContent(/Bulgogi · Mia, dinner Wed 14 Jan/);
  await expect.element(ordered).toMatchTextContent(/Call us before you pay/);
  await expect.element(main()).toMatchTextContent(/delivery windows until 2pm on Wed 7 Jan/);
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay $20.98' })).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('an order for someone else says who gets it, what is on the card and who hears of it', async () => {
  shown = {
    ...OPEN,
    order: {
      ...OPEN.order!,
      recipient: {
        firstName: 'Ruth',
        lastName: 'Okafor',
        phone: '+61498765432',
        isGift: true,
        message: 'Happy birthday',
        news: 'both',
        namesPayer: true,
      },
    },
  };
  await open();
  const ordered = page.getByRole('region', { name: 'Is this what you ordered?' });
  await expect.element(ordered).toMatchTextContent(/Delivered to\s*Ruth Okafor, a present/);
  await expect.element(ordered).toMatchTextContent(/0498 765 432/);
  await expect.element(ordered).toMatchTextContent(/Card: “Happy birthday”/);
  await expect.element(ordered).toMatchTextContent(/We tell you and Ruth about the delivery/);
  await expect.element(ordered).toMatchTextContent(/left at their door/);
  const summary = page.getByRole('region', { name: 'Your order', exact: true });
  await expect.element(summary).toMatchTextContent(/A present for Ruth Okafor/);
  expect(await listViolations()).toEqual([]);
});

test('in its last hour the time runs down', async () => {
  checkout = { ...CHECKOUT, holdExpiresAt: '2026-01-07T02:30:00.000Z' };
  await open();
  await expect.element(page.getByRole('timer')).toMatchTextContent(/^(30:00|29:5\d)$/);
});

test.each([
  ['ended', 'We’ve given your places back', /not paid by 2pm on Wed 7 Jan.*Nothing was charged/],
  ['cancelled', 'This order was cancelled', /link no longer works. Nothing was charged/],
] as const)('a link that has %s says so, and what to do now', async (state, heading, words) => {
  shown = { ...OPEN, state, order: null };
  await open();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  await expect.element(main()).toMatchTextContent(words);
  await expect.element(page.getByRole('link', { name: 'Order online' })).toBeVisible();
  expect(server.sent(openPayLink)).toEqual([]);
  expect(await listViolations()).toEqual([]);
});

test('a paid order says its number and asks for nothing', async () => {
  shown = { ...OPEN, state: 'paid', order: null, orderNumber: 'RT-7K3F-9Q2X' };
  await open();
  await expect.element(main()).toMatchTextContent(/Order RT-7K3F-9Q2X is paid/);
  await expect.element(page.getByLabelText('Card number')).not.toBeInTheDocument();
});

test('a link that nobody sent says how to go on', async () => {
  server.answers(getPayPage, () =>
    refused(404, { code: 'not_found', message: 'This order was not found' }),
  );
  await open();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This link doesn’t work');
});

test('an order that ends while it is read shows that it has', async () => {
  server.answers(openPayLink, () => {
    shown = { ...OPEN, state: 'ended', order: null };
    return refused(409, { code: 'hold_ended', message: 'The time to pay is over' });
  });
  await open();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('We’ve given your places back');
});

test('a recipe that has changed since says to call, and can be tried again', async () => {
  server.answers(openPayLink, () =>
    refused(400, { code: 'allergen_clash', message: 'Bulgogi now contains peanut.' }),
  );
  await open();
  await expect.element(main()).toMatchTextContent(/now contains peanut. Nothing was charged/);
  server.answers(openPayLink, () => checkout);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
});

test('the order that is put together in this browser stays as it is', async () => {
  const draft = {
    draft: {
      cartKey: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
      weekStart: '2026-01-13',
      people: [
        {
          name: 'Ben',
          calorieTarget: 1500,
          allergens: [],
          avoid: [],
          diets: [],
          note: '',
          mealAssignments: [],
        },
      ],
      deliveryType: null,
      weeklyDeliveryDay: null,
      deliveryWindow: null,
      windowByDate: {},
      customer: {
        firstName: '',
        lastName: '',
        email: '',
        phone: '',
        addressLine1: '',
        addressLine2: '',
        suburb: '',
        deliveryPreference: 'cold' as const,
        specialInstructions: '',
      },
    },
    mealNames: {},
    planTaken: null,
    helpingsTaken: 0,
    notices: [],
    household: null,
  };
  saveOrderDraft(draft);
  await open();
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
  expect(readOrderDraft()?.draft.people[0]?.name).toBe('Ben');
  sessionStorage.clear();
});
