import { addDays } from '#platform/rules/plain-date.ts';
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
  goToPayment,
  nameThePeople,
  orderDinnersForOne,
  orderNumberOnScreen,
  payWith,
  WEEK,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

/** Sunday 11 January, 5:30pm in Brisbane. */
test.use({ now: '2026-01-11T07:30:00Z' });

const WEEK_AFTER = WEEK.map((date) => addDays(date, 7));

test('after Sunday 5pm customers order for the week after next, and the wizard says so', async ({
  page,
  app,
}) => {
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await expect(page.getByText('This week’s order deadline has passed')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Orders for Tue 13 Jan to Mon 19 Jan closed')).toBeVisible();
  await expect(page.getByText('Tue 20 Jan to Mon 26 Jan 2026').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await orderDinnersForOne(page, WEEK_AFTER);
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const order = await expectBooked(app.db, {
    orderNumber: await orderNumberOnScreen(page),
    totalCents,
  });
  expect(order.deliveries).toEqual([{ date: '2026-01-20', window: '11:00-13:00' }]);
  expect(order.items.map(({ mealDate }) => mealDate)).toEqual(['2026-01-20', '2026-01-21']);
});
