/**
 * From an empty folder to the first paid order of a kitchen in Hobart, then to card keys, mail and backups of its own: only through
 * the screens, as its owner does it.
 */
import { readFile } from 'node:fs/promises';
import { makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import type { RunningApp } from './running-app.ts';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { kitchenInHobart, WORDS_OF_THE_DEFAULTS } from '#quality/support/a-kitchen-in-hobart.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { type FakeStripe, startFakeStripe } from '#quality/support/stripe/fake-stripe.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { expect, test as base } from './app-fixture.ts';
import { continueTo, goToPayment, MIA, nameThePeople, payWith, pickMeal } from './order-journey.ts';

const OWNER = { email: 'nell@derwentkitchen.example', password: 'mangoes and mangroves' };
const { name, tagline, phone, email, location, premises, region } = kitchenInHobart;
const HEADLINE = 'Lunch from the river, at your door';
const TUESDAY = '2026-01-13';
/** What an owner does, one after the other: a click, a field, a choice. 15 minutes allow ten seconds for each. */
const MOST_STEPS = 90;
/** To card keys, emails and encrypted backups, on one page. */
const MOST_STEPS_TO_CONNECT = 25;

let stripe: FakeStripe;
let smtp: MailServer;

/** What the owner connects is there before the app. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs: nothing.
  variables: async ({}, use) => {
    [stripe, smtp] = [await startFakeStripe(), await startMailServer()];
    const { host, port } = stripe.address;
    await use({ FAKE_STRIPE: `${host}:${port}` });
    await smtp.down();
    await stripe.close();
  },
});

// The first account, and settings of its own.
test.use({ ownApp: 'own-kitchen', expectedStatuses: [400, 401] });

/** The owner's hands, counted. */
function startHands(page: Page) {
  let steps = 0;
  const count = async (action: Promise<unknown>) => {
    steps += 1;
    await action;
  };
  return {
    count: () => steps,
    click: (target: Locator) => count(target.click()),
    fill: (label: string, text: string) =>
      count(page.getByLabel(label, { exact: true }).fill(text)),
    type: (target: Locator, text: string) => count(target.fill(text)),
    choose: (label: string, option: string) =>
      count(page.getByLabel(label, { exact: true }).selectOption(option)),
    upload: (target: Locator, buffer: Buffer) =>
      count(target.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })),
  };
}
type Hands = ReturnType<typeof startHands>;

async function makeAccount(page: Page, hands: Hands, app: RunningApp): Promise<void> {
  await page.goto((await makeSetupLink(app, app.url))?.url ?? '');
  await hands.fill('Email', OWNER.email);
  await hands.fill('First name', 'Nell');
  await hands.fill('Last name', 'Baker');
  await page.getByLabel('New password').fill(OWNER.password);
  await hands.click(page.getByRole('button', { name: 'Create account' }));
  // Hashing a password takes its time on a busy machine.
  await expect(page.getByText('0 of 14 done')).toBeVisible({ timeout: 60_000 });
}

async function makeItTheirs(page: Page, hands: Hands): Promise<void> {
  const { click, fill, choose } = hands;
  /** Each part of Settings is saved on its own. */
  async function saveAndOpen(part: string, change = '→') {
    await click(page.getByRole('button', { name: 'Preview and save' }));
    const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
    await expect(dialog).toContainText(change);
    await click(dialog.getByRole('button', { name: 'Save settings' }));
    await expect(dialog).toBeHidden();
    await click(
      page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }),
    );
  }
  await click(page.getByRole('link', { name: 'Open “Your kitchen” in Settings' }));
  await fill('Name', name);
  await fill('Tagline', tagline);
  const picture = sharp({
    create: { width: 600, height: 200, channels: 4, background: '#7a2e5d' },
  });
  await hands.upload(page.getByLabel('Logo file'), await picture.png().toBuffer());
  await click(page.getByRole('button', { name: 'Plum' }));
  await fill('Phone', phone);
  await fill('Email', email);
  await fill('Street address of the kitchen', premises);
  await fill('Order number prefix', kitchenInHobart.orderPrefix);

  await saveAndOpen('Site');
  await fill('Place', location);
  const places = kitchenInHobart.suburbs.map((suburb) => `${suburb.name} ${suburb.postcode}`);
  await page.getByLabel(/^Suburbs \(/).fill(places.join('\n'));
  await fill('Your suburbs, in a text', region.suburbsPhrase);
  await fill('Your area, in a text', region.areaPhrase);
  await fill('Short name of your area', region.shortName);
  await choose('State', region.state);
  await choose('Time zone', kitchenInHobart.timeZone);

  await saveAndOpen('Days and windows');
  await choose('First day of an ordering week', 'Monday');
  await choose('Cut-off day', 'Thursday');
  await fill('Cut-off time', '12:00');
  for (const [number, from, to] of [
    ['1', '07:00', '09:00'],
    ['2', '17:00', '20:00'],
  ] as const) {
    await fill(`Window ${number} from`, from);
    await fill(`Window ${number} to`, to);
    const days = page.getByRole('group', { name: `Days of window ${number}` });
    for (const day of ['Sat', 'Sun']) await click(days.getByRole('checkbox', { name: day }));
  }
  await saveAndOpen('Prices', 'Sunday 5pm → Thursday midday');
  await fill('Daily delivery, each date ($)', '3.50');
  await fill('Weekly delivery ($)', '7.50');
  await click(
    page.getByRole('group', { name: 'What you serve' }).getByRole('checkbox', { name: 'Dinner' }),
  );
  await saveAndOpen('Your kitchen', '$5.99 → $7.50');
  await expect(page.getByText('Version 5, in force')).toBeVisible();
  await click(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Page texts' }),
  );
  await hands.type(page.getByRole('textbox', { name: 'Headline' }), HEADLINE);
  await click(page.getByRole('button', { name: 'Save Headline' }));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

/** Two lunches on one of the kitchen's days, at the door in its morning window. */
async function order(customer: Page): Promise<string> {
  await customer.goto('/');
  await expect(customer.getByRole('heading', { level: 1, name: HEADLINE })).toBeVisible();
  await customer.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  await nameThePeople(customer, ['Mia']);
  await continueTo(customer, 'Meal Selection');
  await pickMeal(customer, { person: 'Mia', mealType: 'lunch', date: TUESDAY });
  await pickMeal(customer, { person: 'Mia', mealType: 'lunch', date: '2026-01-14' });
  const days = customer.getByRole('group', { name: 'Delivery day' });
  await expect(days.getByRole('radio', { name: /Sat|Sun/ })).toHaveCount(0);
  await days.getByRole('radio', { name: /13/ }).check();
  await customer.getByRole('radio', { name: '7am-9am' }).check();
  await continueTo(customer, 'Customer Info');
  for (const [label, text] of [
    ['First name', MIA.firstName],
    ['Last name', MIA.lastName],
    ['Email', MIA.email],
    ['Phone', MIA.phone],
    ['Street address', '12 Wharf Street'],
  ] as const)
    await customer.getByLabel(label).fill(text);
  await customer.getByLabel('Suburb').selectOption('Sandy Bay');
  await continueTo(customer, 'Order Summary');
  await expect(customer.getByText('one fee of $7.50')).toBeVisible();
  await goToPayment(customer);
  await payWith(customer, GOOD_CARD);
  const number = customer.getByRole('main').getByRole('strong').first();
  await expect(number).toHaveText(/^DK-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  return number.innerText();
}

/** Keys, mail and the recovery sheet, each proved by what came back. No file, no setting of the installation. */
async function connect(page: Page, hands: Hands): Promise<string[]> {
  const { click, fill, choose, type } = hands;
  await page.goto('/admin?tab=first-hour');
  const step = (title: string) => page.getByRole('listitem', { name: title, exact: true });
  const dialog = page.getByRole('dialog');

  const account = stripe.account();
  await click(page.getByRole('button', { name: 'Set up: Card payments' }));
  await fill('Secret or restricted key', account.secretKey);
  await fill('Publishable key', account.publishableKey);
  await click(dialog.getByRole('button', { name: 'Check these keys' }));
  await expect(dialog.getByText('These keys work')).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Use these keys' }));
  await expect(step('Card payments')).toContainText('“Derwent Kitchen”, Australia');
  await expect(step('Card payments')).toContainText('Done');

  await click(page.getByRole('button', { name: 'Set up: Emails' }));
  await fill('Server', 'localhost');
  await fill('Port', new URL(smtp.url).port);
  await choose('Encryption', 'None, on this machine');
  await click(dialog.getByRole('button', { name: 'Connect' }));
  const emails = step('Emails');
  await click(emails.getByRole('button', { name: 'Send a test email' }));
  await expect.poll(() => smtp.received.length).toBe(1);
  const [sent] = smtp.received;
  expect(sent).toMatchObject({ from: email, recipients: [OWNER.email] });
  const code = /Code: (\d{6})/.exec(sent?.raw ?? '')?.[1] ?? '';
  await type(emails.getByLabel('Code in the email'), code);
  await click(emails.getByRole('button', { name: 'Confirm code' }));
  await expect(emails).toContainText('Done');

  await click(step('Backups').getByRole('button', { name: 'Save the sheet' }));
  const sheet = page.waitForEvent('download');
  await click(dialog.getByRole('button', { name: 'Download the sheet' }));
  const [text = ''] = await pdfPages(await readFile(await (await sheet).path()));
  const [key = ''] = /AGE-SECRET-KEY-1[\dA-Z]{58}/.exec(text.replaceAll(/\s/g, '')) ?? [];
  await type(dialog.getByLabel('Last six characters of the key'), key.slice(-6));
  await click(dialog.getByRole('button', { name: 'I have saved it' }));
  await expect(step('Backups')).toContainText('Recovery sheet saved');
  return [account.secretKey, key, code];
}

async function expectOwnWords(page: Page, where: string): Promise<void> {
  const text = `${await page.title()} ${await page.locator('body').innerText()}`;
  expect(WORDS_OF_THE_DEFAULTS.exec(text)?.[0], where).toBeUndefined();
  expect(text, where).not.toContain(defaultBusiness.name);
}

test('an owner in Hobart takes the first paid order, and nothing says where we came from', async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.slow();
  const hands = startHands(page);
  await makeAccount(page, hands, app);
  await makeItTheirs(page, hands);
  await page.goto('/admin?tab=first-hour');
  for (const step of [
    'Name and contact',
    'Where you deliver',
    'When you deliver',
    'What it costs',
  ]) {
    const card = page.getByRole('listitem', { name: step, exact: true });
    await expect(card, step).toContainText('Done');
  }
  await hands.click(page.getByRole('button', { name: 'Keep the sample menu' }));
  await expect(page.getByText('5 of 14 done')).toBeVisible();
  expect(hands.count()).toBeLessThanOrEqual(MOST_STEPS);
  console.log(`The owner took ${hands.count()} steps to the first order.`);

  const phoneOfMia = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    ...(baseURL !== undefined && { baseURL }),
  });
  const customer = await phoneOfMia.newPage();
  const number = await order(customer);
  await customer.getByRole('link', { name: 'Track your order' }).click();
  await customer.getByText('More about this order').click();
  await expect(customer.getByRole('heading', { name: 'What you paid' })).toBeVisible();
  await expectOwnWords(customer, 'the tracking page');
  const tracking = new URL(customer.url()).pathname.replace('/track/', '/api/orders/track/');
  for (const url of ['/', '/menu', '/how-it-works', '/faq', '/about', '/terms', '/privacy']) {
    await customer.goto(url);
    await expectOwnWords(customer, url);
  }
  await phoneOfMia.close();

  for (const url of [
    `/api/admin/labels?date=${TUESDAY}&stock=label_4x6in`,
    `/api/admin/run-sheet?date=${TUESDAY}`,
    `/api/admin/prep-sheet?date=${TUESDAY}`,
    `${tracking}/receipt.pdf`,
  ]) {
    const file = await page.request.get(url);
    expect(file.status(), url).toBe(200);
    const text = (await pdfPages(await file.body())).join('\n');
    expect(text, url).toContain('7am-9am');
    expect(WORDS_OF_THE_DEFAULTS.exec(text)?.[0], url).toBeUndefined();
  }
  await page.goto('/admin?tab=mail');
  await expect(page.getByText('mia@example.com').first()).toBeVisible();
  const { messages } = (await (await page.request.get('/api/admin/messages')).json()) as {
    messages: { id: number }[];
  };
  const confirmation = await page.request.get(`/api/admin/messages/${messages[0]?.id}/page`);
  expect(await confirmation.text()).toContain(name);
  expect(WORDS_OF_THE_DEFAULTS.exec(await confirmation.text())?.[0]).toBeUndefined();
  await page.goto('/admin?tab=orders');
  await expect(page.getByText(number).first()).toBeVisible();
  await expectOwnWords(page, 'the orders of the portal');

  const before = hands.count();
  const secrets = await connect(page, hands);
  expect(hands.count() - before).toBeLessThanOrEqual(MOST_STEPS_TO_CONNECT);
  console.log(`The owner took ${hands.count() - before} steps to keys, mail and backups.`);
  for (const secret of [...secrets, OWNER.password])
    expect(app.said().includes(secret), 'the log of the whole run').toBe(false);
  await page.goto('about:blank');
});
