/** A walk through every page and dialog that customers see, for checks that apply everywhere. */
import { expect, type Page } from '@playwright/test';
import { pages } from '#app/web/pages.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  cardsOf,
  chooseDelivery,
  expectStep,
  fillCustomer,
  fillTheWeek,
  continueTo,
  goToPayment,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
} from './order-journey.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';

/** The address of a page, with a meal of the sample menu where it is about one. */
export function exampleOf(path: string): string {
  return path.replace(':slug', sampleMenu[0]?.slug ?? '');
}

/** What a page to read may send before someone uses it: HTML, styles and scripts, compressed. */
export const READING_KILOBYTES = { total: 25, script: 6 };

/** Pages to read; the wizard and what follows it, the order's own page too, come after them. */
export const addressesToRead = [
  ...pages
    .filter(
      ({ layout, isPrerendered = true, isNotFound, ofOrder }) =>
        !layout && isPrerendered && !isNotFound && !ofOrder,
    )
    .map(({ path }) => exampleOf(path)),
  paths.menu({ type: 'dinner' }),
  paths.waitlist({ suburb: 'Ipswich' }),
  '/unsubscribe',
  '/confirm-news',
  '/no-such-page',
];

/** Calls `look` on each, as the order of these people is chosen, paid and followed; a 404 reply is part of it. */
export async function walkTheSite(
  page: Page,
  look: (where: string) => Promise<void>,
  people: readonly string[] = ['Mia', 'Ben'],
): Promise<void> {
  for (const path of addressesToRead) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(path);
  }
  await page.goto('/order');
  await nameThePeople(page, people);
  await look('people');
  await continueTo(page, 'Meal Selection');
  await look('meals, still empty');
  await cardsOf(page).first().getByRole('button').first().click();
  await page
    .getByRole('button', { name: /^Look closer/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('a meal looked at closer');
  await page.goBack();
  await page.getByRole('button', { name: /^(The whole week|Week)$/ }).click();
  await look('the week');
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByRole('button', { name: 'Fill the week for me' }).click();
  await look('filling the week');
  await page.keyboard.press('Escape');
  await fillTheWeek(page, { meals: 'Both' });
  await chooseDelivery(page, 'Daily');
  await page.getByText('Different time on some days?').click();
  await look('meals');
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await page.getByLabel('Phone').fill('1234');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Please enter a valid Australian phone number')).toBeVisible();
  await look('customer, with a mistake');
  await page.getByLabel('Phone').fill('0412 345 678');
  await continueTo(page, 'Order Summary');
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
  await look('summary');
  await goToPayment(page);
  await payWith(page, DECLINED_CARD);
  await expect(page.getByRole('alert')).toBeVisible();
  await look('checkout, with a declined card');
  await payWith(page, GOOD_CARD);
  await orderNumberOnScreen(page);
  await look('order success');
  await page.getByRole('link', { name: 'Track your order' }).click();
  await expectStep(page, 'Your order');
  await page.getByText('More about this order').click();
  await expect(page.getByRole('heading', { name: 'What you paid' })).toBeVisible();
  await look('tracking');
}
