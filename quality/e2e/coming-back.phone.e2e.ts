import { expect, test } from './app-fixture.ts';
import { countStoredOrders, expectBooked, listCheckouts } from './kitchen-books.ts';
import {
  amountToPay,
  expectStep,
  fillCustomer,
  continueTo,
  goToPayment,
  nameThePeople,
  orderDinnersForOne,
  orderNumberOnScreen,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

test('a reload at any step keeps everything and never pays twice', async ({ page, app }) => {
  await page.goto('/order');
  await nameThePeople(page, ['Mia', 'Ben']);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' }).last()).toHaveValue('Ben');
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: WEEK.slice(0, 2) });
  await page.reload();
  await expectStep(page, 'Meal Selection');
  await expect(
    page.getByRole('button', { name: /^Dinner, Tuesday 13 January: .* Change$/ }),
  ).toBeVisible();
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await page.reload();
  await expectStep(page, 'Customer Info');
  await expect(page.getByLabel('Email')).toHaveValue('mia@example.com');
  await expect(page.getByLabel('Suburb')).toHaveValue('Cleveland');
  await continueTo(page, 'Order Summary');
  await page.reload();
  await expectStep(page, 'Order Summary');
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await page.reload();
  await expectStep(page, 'Complete Your Order');
  expect(await amountToPay(page)).toBe(totalCents);
  await payWith(page, GOOD_CARD);
  const orderNumber = await orderNumberOnScreen(page);
  await page.reload();
  expect(await orderNumberOnScreen(page)).toBe(orderNumber);
  await expect(page.getByRole('link', { name: 'Track your order' })).toBeVisible();

  const order = await expectBooked(app.db, { orderNumber, totalCents });
  expect(await listCheckouts(app.db, order)).toHaveLength(1);
});

test(
  'Back and Forward move through the steps with everything kept',
  { tag: '@release' },
  async ({ page }) => {
    await orderDinnersForOne(page);
    await goToPayment(page);
    // The cell that was opened last is an entry of its own.
    for (const heading of [
      'Order Summary',
      'Customer Info',
      'Meal Selection',
      'Meal Selection',
      'Number of People',
    ]) {
      await page.goBack();
      await expectStep(page, heading);
    }
    for (const heading of [
      'Meal Selection',
      'Meal Selection',
      'Customer Info',
      'Order Summary',
      'Complete Your Order',
    ]) {
      await page.goForward();
      await expectStep(page, heading);
    }
  },
);

test(
  'Back closes a closer look, then the cell, and not the step',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/order');
    await nameThePeople(page, ['Mia']);
    await continueTo(page, 'Meal Selection');
    await page
      .getByRole('button', { name: /^Lunch/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Look closer/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { name: /^Lunch for Mia/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^Dinner for Mia/ })).toBeVisible();
    await expectStep(page, 'Meal Selection');
  },
);

test(
  'after the order, Back does not lead to a second payment',
  { tag: '@release' },
  async ({ page, app }) => {
    await orderDinnersForOne(page);
    await goToPayment(page);
    await payWith(page, GOOD_CARD);
    await orderNumberOnScreen(page);
    const orders = await countStoredOrders(app.db);
    await page.goBack();
    await expect(page.getByRole('group', { name: 'Person 1’s days' })).toBeVisible();
    await expect(page.getByText('Please choose at least one meal')).toBeVisible();
    await page.goto('/checkout');
    await expect(page).toHaveURL('/');
    expect(await countStoredOrders(app.db)).toBe(orders);
  },
);
