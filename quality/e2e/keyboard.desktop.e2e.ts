import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
  cardsOf,
  cellOf,
  expectStep,
  MIA,
  orderNumberOnScreen,
  payButton,
  WEEK,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

test('a whole order can be placed with the keyboard alone', async ({ page, app }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Order Now' }), 'Enter');

  // A document of its own, whose heading has no reason to take the focus.
  await expectStep(page, 'Number of People');
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Mia');
  const plan = page.getByRole('combobox', { name: 'How many calories a day for Mia?' });
  await tabTo(page, plan);
  await page.keyboard.press('ArrowDown');
  await expect(plan).toHaveValue('1800');
  await pressContinue(page);

  await expectFocusedHeading(page, 'Meal Selection');
  const cell = { person: 'Mia', date: WEEK[0]!, mealType: 'lunch' } as const;
  await tabTo(page, cellOf(page, { ...cell, mealType: 'dinner' }));
  // On a wide screen lunch stands left of dinner.
  await page.keyboard.press('ArrowLeft');
  await press(page, cellOf(page, cell), 'Enter');
  await press(page, cardsOf(page).first().getByRole('button').first(), 'Enter');
  await expect(
    page.getByRole('heading', { name: 'Lunch for Mia, Wednesday 14 January' }),
    'choosing moves on, and the focus with it',
  ).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Fill the week for me' }), 'Enter');
  const menu = page.getByRole('dialog');
  await press(page, menu.getByRole('button', { name: 'Add 7 meals' }), 'Enter');
  await expect(page.getByRole('button', { name: 'Fill the week for me' })).toBeFocused();
  await press(page, page.getByRole('radio', { name: /^Daily/ }), 'Space');
  await pressContinue(page);

  await expectFocusedHeading(page, 'Customer Info');
  const typed = {
    'First name': MIA.firstName,
    'Last name': MIA.lastName,
    Email: MIA.email,
    Phone: MIA.phone,
    'Street address': MIA.addressLine1,
    Suburb: MIA.suburb,
  };
  for (const [label, text] of Object.entries(typed)) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  }
  await pressContinue(page);

  await expectFocusedHeading(page, 'Order Summary');
  await press(page, page.getByRole('button', { name: 'Continue to Payment' }), 'Enter');
  await expectFocusedHeading(page, 'Complete Your Order');
  const totalCents = await amountToPay(page);
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type(GOOD_CARD.replaceAll(' ', ''));
  await tabTo(page, page.getByLabel('Expiry'));
  await page.keyboard.type('1240');
  await tabTo(page, page.getByLabel('CVC'));
  await page.keyboard.type('123');
  await press(page, payButton(page), 'Enter');

  const orderNumber = await orderNumberOnScreen(page);
  await expectFocusedHeading(page, 'Thank you for your order!');
  const order = await expectBooked(app.db, { orderNumber, totalCents });
  expect(order.people).toEqual([{ name: 'Mia', calorieTarget: 1800, meals: 8 }]);
  await press(page, page.getByRole('link', { name: 'Track your order' }), 'Enter');
  // A document of its own: the browser begins at its top.
  await expectStep(page, 'Your order');
  await press(page, page.locator('summary', { hasText: 'More about this order' }), 'Enter');
  await press(page, page.getByRole('button', { name: 'Change instructions' }), 'Enter');
  await expect(page.getByLabel('For the driver and the kitchen')).toBeVisible();
});

const PATIENCE = 80;

/** Fails when the key does not reach the target. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < PATIENCE; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

async function press(
  page: Page,
  target: Locator,
  key: 'Enter' | 'Space',
  way: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press(key);
}

async function pressContinue(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Continue', exact: true }), 'Enter');
}

async function expectFocusedHeading(page: Page, heading: string): Promise<void> {
  await expectStep(page, heading);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}
