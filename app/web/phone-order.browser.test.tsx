/** The wizard of customers in the hands of staff: kept apart, filled in, and ended by a link instead of a card form. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getOrder } from '#areas/order-book/calls/admin-orders.ts';
import {
  type CustomerReply,
  getCustomer,
  listCustomers,
} from '#areas/customers/calls/customers.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import {
  getPhoneOrder,
  listPhoneOrders,
  type PhoneOrderReply,
  takePhoneOrder,
} from '#areas/checkout/calls/phone-orders.ts';
import { getOrderingWeek, quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { anAdminOrder } from '#areas/orders/web/portal/test-order.ts';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { TakePhoneOrder } from '#areas/customers/web/portal/take-phone-order.tsx';
import { OrderPage } from '#areas/checkout/web/site/order/order-page.tsx';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { saveRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';

const TUESDAY = '2026-11-24';
const DINNER = anOrderedMeal({ allergens: ['milk'], shelfLifeDays: 3, freezable: true });
const ID = '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11';

const SUMMARY = {
  id: 7,
  name: 'Mia Nguyễn',
  email: 'mia@example.com',
  phone: '+61412345678',
  suburb: 'Cleveland',
  orders: 2,
  firstOrderAt: '2026-01-07T02:00:00.000Z',
  lastOrderAt: '2026-01-07T02:00:00.000Z',
};
const CUSTOMER: CustomerReply = {
  ...SUMMARY,
  paid: '0.00',
  refunded: '0.00',
  spent: '0.00',
  phones: [],
  addresses: [],
  orderList: [
    {
      id: 9,
      orderNumber: 'RT-7K3F-9Q2X',
      status: 'delivered',
      createdAt: SUMMARY.lastOrderAt,
      deliveryDates: [],
      total: '20.98',
      refunded: '0.00',
    },
  ],
  foodNeeds: [{ name: 'Mia', allergens: ['peanut'], avoid: [], diets: [], note: '' }],
  messages: [],
  emails: ['mia@example.com'],
  notes: [],
  waitlist: [],
  samePhone: [],
};
const LAST_ORDER = anAdminOrder({
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'mia@example.com',
    phone: '+61412345678',
    address: '12 Shore Street West, Unit 3, Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: 'Only that week: the blue door',
  },
  people: [
    { name: 'Mia', allergens: ['egg'], avoid: [], diets: [], note: '' },
    { name: 'Ben', allergens: [], avoid: [], diets: ['vegetarian'], note: '' },
  ],
});

const SENT: PhoneOrderReply = {
  id: ID,
  state: 'waiting',
  takenBy: 'jo@example.com',
  takenAt: '2026-11-18T02:00:00.000Z',
  heldUntil: '2026-11-18T04:00:00.000Z',
  remindedAt: null,
  sends: 1,
  sendBy: 'email_and_text',
  link: 'https://example.com/pay/abc',
  total: '20.98',
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'mia@example.com',
    phone: '+61412345678',
  },
  meals: 1,
  deliveries: [{ date: TUESDAY, window: '11:00-13:00' }],
  order: null,
  cancelledBy: null,
  seenAt: null,
};

const server = fakeServer();

beforeEach(async () => {
  await page.viewport(1280, 900);
  sessionStorage.clear();
  localStorage.clear();
  server.answers(getSignedIn, () => signedInAs('phone'));
  server.answers(listMeals, () => [DINNER]);
  server.answers(listPhoneOrders, () => ({ phoneOrders: [] }));
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-11-18T02:00:00Z',
    cutoff: '2026-11-22T07:00:00Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: TUESDAY,
    weekEnd: '2026-11-30',
    days: weekFrom(TUESDAY).map((date) => ({
      date,
      windows: offeredWindows(defaultBusiness).map((timeSlot) => ({
        timeSlot,
        open: true,
        placesLeft: null,
      })),
      limited: [],
    })),
  }));
  server.answers(quoteOrder, ({ body }) => ({
    deliveryType: 'weekly' as const,
    items: body.orderData.orderItems.map((item) => ({
      ...item,
      mealDate: item.mealDate ?? item.deliveryDate,
      mealName: DINNER.name,
      price: '14.99',
      advice: null,
    })),
    fees: [],
    offers: [],
    deliveryLines: [],
    dietWarnings: [],
    subtotal: '14.99',
    deliveryFee: '5.99',
    tax: '0.00',
    total: '20.98',
  }));
});

function open(at = '/phone-order') {
  return openPage(
    <RequireStaff asksFor={null} fallback={null}>
      <TakePhoneOrder Wizard={OrderPage} />
    </RequireStaff>,
    { at, meals: [DINNER] },
  );
}

const RUTH = {
  firstName: 'Ruth',
  lastName: 'Okafor',
  phone: '+61498765432',
  isGift: true,
  message: 'Happy birthday',
  news: 'both' as const,
  namesPayer: true,
};

/** Taken up again, at its last step: the shortest way to a whole order. */
async function openWholeOrder(
  recipient: typeof RUTH | null = null,
  answer: () => Promise<void> = async () => {},
) {
  server.answers(getPhoneOrder, () => ({
    phoneOrder: { ...SENT, state: 'not_paid' as const, link: null },
    orderData: {
      customer: { ...LAST_ORDER.customer, specialInstructions: '' },
      deliveryType: 'weekly' as const,
      people: [{ name: 'Mia', calorieTarget: 1800, allergens: [], avoid: [], diets: [], note: '' }],
      orderItems: [
        {
          mealId: DINNER.id,
          mealName: DINNER.name,
          mealType: 'dinner' as const,
          personName: 'Mia',
          mealDate: TUESDAY,
          deliveryDate: TUESDAY,
          deliveryWindow: '16:00-18:00' as const,
        },
      ],
      recipient,
    },
  }));
  const opened = await open(`/phone-order?from=${ID}`);
  await expect.element(page.getByText('Phone order for Mia Nguyễn')).toBeVisible();
  await answer();
  opened.goTo('/phone-order?step=4');
  await expect.element(page.getByRole('button', { name: 'Send pay link' })).toBeEnabled();
  return opened;
}

test('someone who has ordered before is found, and filled in with all that was told of allergies', async () => {
  server.answers(listCustomers, () => ({ customers: [SUMMARY], nextCursor: null }));
  server.answers(getCustomer, () => CUSTOMER);
  server.answers(getOrder, () => LAST_ORDER);
  saveRecommendedPlan({ planCalories: 1200, secondHelpings: 0 });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Who is calling?' })).toBeVisible();
  await page.getByRole('searchbox').fill('mia');
  await page.getByRole('button', { name: /Mia Nguyễn/ }).click();
  await expect.element(page.getByText('Phone order for Mia Nguyễn')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  const kept = readOrderDraft('phoneOrderDraft')?.draft;
  expect(kept?.customer).toMatchObject({
    email: 'mia@example.com',
    phone: '0412 345 678',
    addressLine1: '12 Shore Street West',
    addressLine2: 'Unit 3',
    suburb: 'Cleveland',
    specialInstructions: '',
  });
  expect(kept?.people).toMatchObject([
    { name: 'Mia', calorieTarget: 1500, allergens: ['peanut', 'egg'] },
    { name: 'Ben', avoid: [], diets: ['vegetarian'] },
  ]);
  expect(readOrderDraft()).toBeNull();
});

test('ends with a link instead of a card form, and says what to tell the caller', async () => {
  server.answers(takePhoneOrder, () => SENT);
  await openWholeOrder();
  expect(page.getByText('Continue to Payment').query()).toBeNull();
  const panel = page.getByRole('region', { name: 'Pay link' });
  await expect.element(panel).toMatchTextContent(/held for 2 hours/);
  await page.getByRole('radio', { name: 'Email only' }).click();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Send pay link' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'The pay link is on its way' }))
    .toBeVisible();
  expect(server.sent(takePhoneOrder)).toMatchObject([
    {
      body: {
        sendBy: 'email',
        orderData: {
          total: '20.98',
          customer: { email: 'mia@example.com' },
          people: [{ name: 'Mia', calorieTarget: 1800 }],
          orderItems: [{ personName: 'Mia', deliveryWindow: '16:00-18:00' }],
        },
      },
    },
  ]);
  expect(readOrderDraft('phoneOrderDraft')).toBeNull();
  await page.getByRole('button', { name: 'Take another order' }).click();
  await expect.element(page.getByRole('heading', { name: 'Who is calling?' })).toBeVisible();
});

test.each([
  ['a break', { state: 'break', reason: 'Works' }, [], /closed until further notice \(Works\)/],
  [
    'before the launch, which staff see as a preview',
    { state: 'open', preview: 'tests' },
    ['11:00-13:00', '16:00-18:00'],
    /We’re not open to the public/,
  ],
] as const)(
  'while the public cannot order, staff are asked first: %s',
  async (_when, asked, offered, says) => {
    server.answers(takePhoneOrder, () => SENT);
    const windows = offered.map((timeSlot) => ({ timeSlot, open: true, placesLeft: null }));
    const days = weekFrom(TUESDAY).map((date) => ({ date, windows, limited: [] }));
    server.answers(getOrderingWeek, () => ({
      timeZone: 'Australia/Brisbane',
      now: '2026-11-18T02:00:00Z',
      cutoff: '2026-11-22T07:00:00Z',
      pastDeadline: false,
      sale: asked,
      weekStart: TUESDAY,
      weekEnd: '2026-11-30',
      days,
    }));
    const opened = await openWholeOrder(null, async () => {
      await expect
        .element(page.getByText('The kitchen is closed. Sell all the same?'))
        .toBeVisible();
      await expect.element(page.getByText(says)).toBeVisible();
      expect(await listViolations()).toEqual([]);
      await page.getByRole('button', { name: 'Sell all the same' }).click();
    });
    await page.getByRole('button', { name: 'Send pay link' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'The pay link is on its way' }))
      .toBeVisible();
    expect(server.sent(quoteOrder).at(-1)).toMatchObject({ body: { evenIfClosed: true } });
    expect(server.sent(takePhoneOrder)).toMatchObject([{ body: { evenIfClosed: true } }]);
    await opened.close();
  },
);

test('an order for someone else is still theirs when it is taken up again', async () => {
  server.answers(takePhoneOrder, () => SENT);
  await openWholeOrder(RUTH);
  await expect.element(page.getByText('Ruth Okafor, a present')).toBeVisible();
  await page.getByRole('button', { name: 'Send pay link' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'The pay link is on its way' }))
    .toBeVisible();
  expect(server.sent(takePhoneOrder)).toMatchObject([
    { body: { orderData: { recipient: { ...RUTH, phone: '0498 765 432' } } } },
  ]);
});

test('a window that has filled up is said, and the order stays', async () => {
  server.answers(takePhoneOrder, () =>
    refused(409, { code: 'slot_full', message: 'A delivery window has just filled up.' }),
  );
  await openWholeOrder();
  await page.getByRole('button', { name: 'Send pay link' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Pay link' }))
    .toMatchTextContent(/A delivery window has just filled up/);
  expect(readOrderDraft('phoneOrderDraft')?.draft.customer.firstName).toBe('Mia');
});

test('a caller for whom another order waits is named before a second is sent', async () => {
  server.answers(listPhoneOrders, () => ({ phoneOrders: [SENT] }));
  await openWholeOrder();
  await expect
    .element(page.getByText('This customer already has a phone order that waits'))
    .toBeVisible();
});

test('is discarded only after asking', async () => {
  await openWholeOrder();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('heading', { name: 'Who is calling?' })).toBeVisible();
  expect(readOrderDraft('phoneOrderDraft')).toBeNull();
});
