import { eq } from 'drizzle-orm';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { expect, test } from './app-fixture.ts';
import { countStoredOrders, expectBooked, listCheckouts } from './kitchen-books.ts';
import {
  amountToPay,
  BANK_ASKS_CARD,
  expectStep,
  fillCard,
  goToPayment,
  orderDinnersForOne,
  orderNumberOnScreen,
  payButton,
  payWith,
  UNKNOWN_CARD,
} from './order-journey.ts';
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';

test('a declined card is explained, and another one pays for the same checkout', async ({
  page,
  app,
}) => {
  await orderDinnersForOne(page);
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, DECLINED_CARD);
  await expect(page.getByRole('alert')).toContainText('Your bank declined this card');
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await expect(toasts).toContainText(/Payment Failed.*Your card was declined\./);
  await payWith(page, GOOD_CARD);
  const order = await expectBooked(app.db, {
    orderNumber: await orderNumberOnScreen(page),
    totalCents,
  });
  expect(await listCheckouts(app.db, order)).toHaveLength(1);
});

test(
  'a card unknown to the test bank gets the number to use',
  { tag: '@release' },
  async ({ page, app }) => {
    const before = await countStoredOrders(app.db);
    await orderDinnersForOne(page);
    await goToPayment(page);
    await payWith(page, UNKNOWN_CARD);
    const toasts = page.getByRole('region', { name: /Notifications/ });
    await expect(toasts).toContainText('Test Payment Notice');
    await expect(toasts).toContainText('4242 4242 4242 4242');
    await expect(payButton(page)).toBeEnabled();
    expect(await countStoredOrders(app.db)).toBe(before);
  },
);

test(
  'a wallet pays in two taps, with nothing to type',
  { tag: '@release' },
  async ({ page, app }) => {
    await orderDinnersForOne(page);
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await page.getByRole('button', { name: 'Use the test wallet' }).click();
    await expect(page.getByRole('dialog', { name: /^Pay \$/ })).toContainText(
      'Visa ending in 4242',
    );
    await page.getByRole('button', { name: 'Approve' }).click();
    await expectBooked(app.db, { orderNumber: await orderNumberOnScreen(page), totalCents });
  },
);

test('a payment approved at the bank comes back as an order', async ({ page, app }) => {
  await orderDinnersForOne(page);
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, BANK_ASKS_CARD);
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expectBooked(app.db, { orderNumber: await orderNumberOnScreen(page), totalCents });
});

test(
  'a payment declined at the bank can be made with another card',
  { tag: '@release' },
  async ({ page, app }) => {
    await orderDinnersForOne(page);
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await payWith(page, BANK_ASKS_CARD);
    await page.getByRole('button', { name: 'Decline payment' }).click();
    await expectStep(page, 'Complete Your Order');
    await expect(page.getByRole('alert')).toContainText('The payment did not go through');
    expect(new URL(page.url()).search, 'no secret stays in the address').toBe('');
    await payWith(page, GOOD_CARD);
    const order = await expectBooked(app.db, {
      orderNumber: await orderNumberOnScreen(page),
      totalCents,
    });
    expect(await listCheckouts(app.db, order)).toHaveLength(1);
  },
);

test('pressing Pay twice charges once', async ({ page, app }) => {
  await orderDinnersForOne(page);
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  const charges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) charges.push(request.url());
  });
  await fillCard(page, GOOD_CARD);
  await payButton(page).dblclick();
  await expectBooked(app.db, { orderNumber: await orderNumberOnScreen(page), totalCents });
  expect(charges).toHaveLength(1);
});

test.describe('with a second tab', () => {
  // The gateway's reply to paying what is already paid.
  test.use({ expectedStatuses: [400] });

  test(
    'the same basket in a second tab is one payment and one order',
    { tag: '@release' },
    async ({ page, context, app }) => {
      await orderDinnersForOne(page);
      await goToPayment(page);
      const totalCents = await amountToPay(page);
      const copied = await page.evaluate(() => Object.entries(sessionStorage));
      const secondTab = await context.newPage();
      await secondTab.goto('/how-it-works');
      await secondTab.evaluate((entries) => {
        for (const [key, value] of entries) sessionStorage.setItem(key, value);
      }, copied);
      await secondTab.goto('/checkout');
      await expect(payButton(secondTab)).toBeVisible();

      await payWith(page, GOOD_CARD);
      const orderNumber = await orderNumberOnScreen(page);
      await expect(
        secondTab.getByRole('heading', { name: `Ordered: ${orderNumber}`, level: 1 }),
      ).toBeVisible();
      const order = await expectBooked(app.db, { orderNumber, totalCents });
      expect(await listCheckouts(app.db, order)).toHaveLength(1);
    },
  );
});

test(
  'the time to pay is shown and, in its last minutes, can be extended once',
  { tag: '@release' },
  async ({ page, app }) => {
    await page.clock.install();
    const longerHeld = () => app.db.$count(checkouts, eq(checkouts.holdExtended, true));
    const before = await longerHeld();
    await orderDinnersForOne(page);
    await goToPayment(page);
    const timer = page.getByRole('timer');
    const longer = page.getByRole('button', { name: 'Give me 10 more minutes' });
    await expect(timer).toHaveText(/^1[45]:\d\d$/);
    await expect(longer).toBeHidden();
    await page.clock.fastForward('10:00');
    await expect(timer).toHaveText(/^[45]:\d\d$/);
    await longer.click();
    await expect(timer).toHaveText(/^1[45]:\d\d$/);
    await expect(longer).toBeHidden();
    await page.reload();
    await expect(timer).toHaveText(/^2[45]:\d\d$/);
    await expect(longer).toBeHidden();
    expect(await longerHeld()).toBe(before + 1);
  },
);

test(
  'when the time to pay runs out nothing is charged, and the payment can be started again',
  { tag: '@release' },
  async ({ page, app, setNow }) => {
    await page.clock.install();
    await orderDinnersForOne(page);
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await page.clock.fastForward('20:00');
    // Long after the hold has ended, however long the app had been running when the payment began.
    await setNow('2026-01-07T06:00:00Z');
    await expect(page.getByText('Your time to pay has run out')).toBeVisible();
    await expect(payButton(page)).toBeHidden();
    await page.getByRole('button', { name: 'Start the payment again' }).click();
    await payWith(page, GOOD_CARD);
    const order = await expectBooked(app.db, {
      orderNumber: await orderNumberOnScreen(page),
      totalCents,
    });
    const unpaid = (await listCheckouts(app.db, order)).filter(({ state }) => state !== 'paid');
    expect(unpaid).toEqual([
      expect.objectContaining({ state: expect.stringMatching(/^(expired|replaced)$/) }),
    ]);
  },
);
