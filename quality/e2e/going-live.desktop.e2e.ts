/** Going live: from the link in the log to a label that was printed and an order that was paid. */
import { makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { listPageViolations } from './accessibility.ts';
import { test as base, expect } from './app-fixture.ts';
import { householdOrders } from './household.ts';

const OWNER = { email: 'owner@hobart.example', password: 'mangoes and mangroves' };

let smtp: MailServer;

/** The mail server is up before the app that is told of it. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs: nothing.
  variables: async ({}, use) => {
    smtp = await startMailServer();
    await use({ SMTP_URL: smtp.url, MAIL_FROM: 'Kitchen <orders@hobart.example>' });
    await smtp.down();
  },
});

// The first account, and settings of its own.
test.use({ ownApp: 'going-live', expectedStatuses: [400, 401] });

const step = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function openChecklist(page: Page): Promise<void> {
  await page.goto('/admin?tab=first-hour');
  await expect(page.getByRole('heading', { name: 'Going live' })).toBeVisible();
}

async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview and save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
}

test('a new owner makes the kitchen theirs, tries it once, and the checklist is over', async ({
  page,
  app,
}) => {
  test.slow();
  await page.goto((await makeSetupLink(app, app.url))?.url ?? '');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('First name').fill('Nell');
  await page.getByLabel('Last name').fill('Baker');
  await page.getByLabel('New password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('0 of 14 done')).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);

  await step(page, 'Name and contact').getByRole('link').click();
  await page.getByLabel('Name', { exact: true }).fill('Hobart Kitchen');
  await page.getByLabel('Tagline').fill('Dinners from the river.');
  await page.getByLabel('Order number prefix').fill('HK');
  await page.getByLabel('Phone', { exact: true }).fill('1300 555 016');
  await page.getByLabel('Email', { exact: true }).fill('hello@hobart.example');
  await page
    .getByLabel('Street address of the kitchen')
    .fill('1 Elizabeth Street, Hobart TAS 7000');
  await page.getByLabel('Another colour').fill('#ffe680');
  await expect(page.getByText(/Please choose a darker colour/)).toBeVisible();
  await page.getByRole('button', { name: 'Plum' }).click();
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  });
  await expect(page.getByText('Please choose an undamaged picture')).toBeVisible();
  const picture = sharp({
    create: { width: 600, height: 200, channels: 4, background: '#7a2e5d' },
  });
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await picture.png().toBuffer(),
  });
  await expect(page.getByRole('img', { name: 'Hobart Kitchen' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await saveSettings(page);

  await openChecklist(page);
  await expect(step(page, 'Name and contact')).toContainText('Done');
  for (const name of ['Where you deliver', 'When you deliver', 'What it costs']) {
    await step(page, name).getByRole('button', { name: 'The example is right' }).click();
    await expect(step(page, name)).toContainText('Done');
  }
  await step(page, 'First meals').getByRole('button', { name: 'Keep the sample menu' }).click();
  await expect(step(page, 'First meals')).toContainText('Done');
  await step(page, 'Card payments').getByRole('button', { name: 'Check now' }).click();
  await expect(step(page, 'Card payments')).toContainText('Done');

  const emails = step(page, 'Emails');
  await emails.getByRole('button', { name: 'Send a test email' }).click();
  await emails.getByLabel('Code in the email').fill('12');
  await emails.getByRole('button', { name: 'Confirm code' }).click();
  await expect(emails).toContainText('Please enter the six digits');
  await expect.poll(() => smtp.received.length).toBe(1);
  const [sent] = smtp.received;
  expect(sent?.recipients).toEqual([OWNER.email]);
  await emails
    .getByLabel('Code in the email')
    .fill(/Code: (\d{6})/.exec(sent?.raw ?? '')?.[1] ?? '');
  await emails.getByRole('button', { name: 'Confirm code' }).click();
  await expect(emails).toContainText('Set by the installation (SMTP_URL)');
  await expect(emails).toContainText('Done');

  const texts = step(page, 'Page texts and terms');
  await texts.getByRole('button', { name: 'I have read both pages' }).click();
  await expect(texts).toContainText('Done');

  const labels = step(page, 'A printed label');
  await labels.getByRole('button', { name: 'Later' }).click();
  await labels.getByRole('button', { name: 'Take up again' }).click();
  const label = await page.request.get('/api/admin/going-live/label');
  const [text = ''] = await pdfPages(await label.body());
  await labels.getByLabel('Code on the label').fill(/Code (\d{6})/.exec(text)?.[1] ?? '');
  await labels.getByRole('button', { name: 'Confirm code' }).click();
  await expect(labels).toContainText('A test label was printed.');

  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Going live' })).toContainText(
    '9 of 14 done. Next: Public address',
  );
  await householdOrders(page.request);

  await openChecklist(page);
  await expect(page.getByText('10 of 14 done')).toBeVisible();
  await page.goto('/admin?tab=system');
  await expect(page.getByRole('link', { name: 'Going live: 4 steps are open' })).toBeVisible();
  await openChecklist(page);
  for (const name of ['Public address', 'Backups', 'A second person', 'Text messages']) {
    await page.getByRole('button', { name: `Later: ${name}` }).click();
    await expect(page.getByRole('button', { name: `Take up again: ${name}` })).toBeVisible();
  }
  // Looking for violations leaves the dark theme behind.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/?view=public');
  await expect(page.getByRole('banner').getByRole('img', { name: 'Hobart Kitchen' })).toBeVisible();
  const colour = () =>
    page
      .getByRole('link', { name: 'Order Now' })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await colour()).toBe('rgb(122, 46, 93)');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Admin Portal' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Going live' })).toBeHidden();
  await page.goto('about:blank');
});
