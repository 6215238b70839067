import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
  expectStep,
  continueTo,
  goToPayment,
  orderDinnersForOne,
  orderNumberOnScreen,
  payWith,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

/** Sunday 11 January, 4:50pm in Brisbane. */
// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({ now: '2026-01-11T06:50:00Z' });

const FIVE_O_CLOCK = '2026-01-11T07:00:00Z';
const FIVE_PAST_FIVE = '2026-01-11T07:05:00Z';

test('an order that reaches the payment too late moves to the next week and keeps its meals', async ({
  page,
  app,
  setNow,
}) => {
  await orderDinnersForOne(page);
  await setNow(FIVE_O_CLOCK);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectStep(page, 'Ordering for this week has closed');
  await expect(page.getByRole('status')).toContainText('Nothing was charged.');
  await page.getByRole('link', { name: 'Choose new dates' }).click();
  await expectStep(page, 'Meal Selection');
  await expect(
    page.getByText(/^Ordering for .* closed at 5pm\. Your meals are now on/),
  ).toBeVisible();
  await page.getByRole('button', { name: '1 more' }).click();
  await expect(page.getByText('This week’s order deadline has passed')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await continueTo(page, 'Customer Info');
  await continueTo(page, 'Order Summary');
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const order = await expectBooked(app.db, {
    orderNumber: await orderNumberOnScreen(page),
    totalCents,
  });
  expect(order.items.map(({ mealDate }) => mealDate)).toEqual(['2026-01-20', '2026-01-21']);
});

test(
  'a payment opened in time can still be made shortly after the cutoff',
  { tag: '@release' },
  async ({ page, app, setNow }) => {
    await orderDinnersForOne(page);
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await setNow(FIVE_PAST_FIVE);
    await payWith(page, GOOD_CARD);
    const order = await expectBooked(app.db, {
      orderNumber: await orderNumberOnScreen(page),
      totalCents,
    });
    expect(order.items.map(({ mealDate }) => mealDate)).toEqual(['2026-01-13', '2026-01-14']);
  },
);
