/**
 * The checkout page as with real cards, under its own security policy; Stripe's script is replaced by a fake, because
 * journeys reach no other site.
 */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as base } from './app-fixture.ts';
import {
  goToPayment,
  orderDinnersForOne,
  orderNumberOnScreen,
  payButton,
} from './order-journey.ts';
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';

type Asked = { call: string; key?: string; kind?: string; options?: Record<string, unknown> };

/** As sent by the server on this page when it takes real cards: see platform/server/http/security-headers.test.ts. */
const ADMITTED: Record<string, string> = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'connect-src': 'https://api.stripe.com',
};

/** Here one other site may be requested: Stripe's. Anything the policy blocks is still an error. */
const test = base.extend({
  quietBrowser: async ({ page }, use) => {
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
    });
    await takeRealCards(page);
    await use();
    expect(troubles, 'errors in the browser').toEqual([]);
  },
});
test.use({ serviceWorkers: 'block' });

async function takeRealCards(page: Page): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ path: path.join(import.meta.dirname, 'fake-stripe.js') }),
  );
  await page.route('**/site-data/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"mode":"sandbox"', '"mode":"stripe"');
    await route.fulfill({ response, body });
  });
  await page.route('**/checkout', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const policy = admitStripe(response.headers()['content-security-policy'] ?? '');
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });
}

function admitStripe(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name = ''] = directive.split(' ');
      return name in ADMITTED ? `${directive} ${ADMITTED[name]}` : directive;
    })
    .join(';');
}

function askedOfStripe(page: Page): Promise<Asked[]> {
  return page.evaluate(() => (globalThis as unknown as { askedOfStripe: Asked[] }).askedOfStripe);
}

async function typeCard(page: Page, card: string): Promise<void> {
  await page.evaluate((number) => Object.assign(globalThis, { cardToUse: number }), card);
}

test('the form has our colours, asks for nothing twice, and pays once after a decline', async ({
  page,
}) => {
  await orderDinnersForOne(page);
  await goToPayment(page);
  await expect(page.getByText('The card form of Stripe')).toBeVisible();
  const [started, opened, created] = await askedOfStripe(page);
  expect(started).toMatchObject({ call: 'Stripe', key: expect.stringMatching(/^pk_test_/) });
  expect(opened).toMatchObject({
    call: 'elements',
    options: {
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      locale: 'en-AU',
      appearance: { variables: { colorPrimary: '#1d5b46', colorBackground: '#fffdf8' } },
    },
  });
  expect(created).toMatchObject({
    kind: 'payment',
    options: { layout: 'tabs', business: { name: 'Redlands Table' } },
  });

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(async () => (await askedOfStripe(page)).at(-1))
    .toMatchObject({
      call: 'update',
      options: { appearance: { variables: { colorPrimary: '#8fd0b0' } } },
    });

  await typeCard(page, DECLINED_CARD);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your bank declined this card');
  await typeCard(page, GOOD_CARD);
  await payButton(page).click();
  await orderNumberOnScreen(page);
});

test(
  'a form that does not load says so, and that nothing was charged',
  { tag: '@release' },
  async ({ page }) => {
    await page.addInitScript(() => Object.assign(globalThis, { stripeFails: true }));
    await orderDinnersForOne(page);
    await goToPayment(page);
    const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t load the card form' });
    await expect(alert).toContainText('Nothing was charged');
    await expect(payButton(page)).toBeHidden();
  },
);
