/** A page translator of the browser replaces every text, while the page is used. */
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import { cardsOf, cellOf, fillCard, fillCustomer, nameThePeople, WEEK } from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';
import { translatePage } from '#platform/web/testing/translate-page.ts';

test('an order is chosen, paid, followed and cancelled in another language', async ({
  page,
  app,
}) => {
  const next = () => page.getByRole('button', { name: '«Continue»', exact: true }).click();
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await page.evaluate(translatePage);
  await next();
  await expect(page.getByRole('heading', { level: 1, name: '«Meal Selection»' })).toBeVisible();
  for (const date of WEEK.slice(0, 3)) {
    const cell = cellOf(page, { person: 'Mia', date, mealType: 'dinner' });
    await cell.click();
    await cardsOf(page).first().getByRole('button').first().click();
    await expect(cell).toBeHidden();
  }
  await next();
  await fillCustomer(page);
  await next();
  await expect(page.getByRole('heading', { level: 1, name: '«Order Summary»' })).toBeVisible();
  await page.getByRole('button', { name: '«Continue to Payment»' }).click();
  await fillCard(page, GOOD_CARD);
  const pay = page.getByRole('button', { name: /Pay/ });
  const [, dollars = '', cents = ''] = /\$(\d+)\.(\d\d)/.exec(await pay.innerText()) ?? [];
  await pay.click();
  await expect(page.getByRole('main')).toContainText(/RT-\w{4}-\w{4}/);
  const [orderNumber = ''] = /RT-\w{4}-\w{4}/.exec(await page.getByRole('main').innerText()) ?? [];
  await expectBooked(app.db, { orderNumber, totalCents: Number(dollars + cents) });

  await page.getByRole('link', { name: 'Track your order' }).click();
  await expect(page.getByRole('main')).toContainText(orderNumber);
  await page.evaluate(translatePage);
  await page.getByText('More about this order').click();
  await page.getByRole('button', { name: 'Change instructions' }).click();
  await page.getByLabel('For the driver and the kitchen').fill('Side gate, mind the dog');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main')).toContainText('Side gate, mind the dog');
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('main')).toContainText('Cancelled.');
});
