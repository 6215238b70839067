/** Staff invite the waitlist of one suburb to order; one person unsubscribes, without scripts, and one orders. */
import { eq } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import type { RunningApp } from './running-app.ts';
import { signInAsStaff } from './staff-sign-in.ts';

// It counts everyone on the list, so its account, and with it its server, is its own.
const OWNER = { email: 'launch@redlandstable.example', password: 'mangoes and mangroves' };

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  owner: OWNER,
  expectedStatuses: [401],
});

/** The address behind "Unsubscribe" in someone's invitation, once it is sent. */
async function unsubscribeLinkOf({ db }: RunningApp, recipient: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const rows = await db.select().from(messages).where(eq(messages.recipient, recipient));
    const invitation = rows.find(({ kind }) => kind === 'waitlist_invitation');
    expect(invitation?.state).toBe('kept');
    [, link = ''] = /(\/unsubscribe\?token=[\w.%-]+)/.exec(invitation?.mail?.text ?? '') ?? [];
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

test('two people of a suburb are invited, one unsubscribes without scripts, one orders, and the page says so', async ({
  page,
  request,
  browser,
  app,
}) => {
  for (const [email, suburb] of [
    ['ash@example.com', 'Cleveland'],
    ['billie@example.com', 'cleveland'],
    ['casey@example.com', 'Capalaba'],
    ['drew@example.com', 'Ipswich'],
  ]) {
    await request.post('/api/waitlist', { data: { email, suburb } });
  }
  await signInAsStaff(page, OWNER);
  await page.goto('/admin?tab=waitlist');
  await expect(page.getByText('3 people wait in suburbs we deliver to')).toBeVisible();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const choosing = page.getByRole('dialog', { name: 'Invite people to order' });
  await choosing.getByRole('button', { name: 'Preview' }).click();
  await expect(choosing.getByText('Please choose at least one suburb')).toBeVisible();
  await choosing.getByRole('checkbox', { name: 'Cleveland (2)' }).check();
  await choosing.getByRole('button', { name: 'Preview' }).click();
  const sending = page.getByRole('dialog', { name: 'Send these invitations?' });
  await expect(sending.getByRole('listitem')).toHaveText([/^ash@/, /^billie@/]);
  await expect(sending).toContainText('Email: Redlands Table now delivers to Cleveland');
  expect(await listPageViolations(page)).toEqual([]);
  await sending.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(page.getByText('Invitations Sent', { exact: true })).toBeVisible();

  const link = await unsubscribeLinkOf(app, 'ash@example.com');
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const plainPage = await plain.newPage();
  await plainPage.goto(link);
  await plainPage.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(plainPage.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();
  await plain.close();
  await unsubscribeLinkOf(app, 'billie@example.com');
  await householdOrders(request, { email: 'billie@example.com' });

  await page.goto('/admin?tab=waitlist');
  const waves = page.getByRole('list', { name: 'Waves of invitations, newest first' });
  await expect(waves.getByRole('listitem')).toContainText(
    '2 saved, not sent (no mail server), 1 unsubscribed since, 1 ordered since',
  );
  const rowOf = (email: string) =>
    page.getByRole('table', { name: /^People on the waitlist(?! by)/ }).getByRole('row', {
      name: email,
    });
  await expect(rowOf('ash@example.com')).toContainText('Unsubscribed');
  await expect(rowOf('billie@example.com')).toContainText('Ordered');
  await expect(rowOf('casey@example.com')).toContainText('Waiting');
  await rowOf('drew@example.com').getByRole('button', { name: 'Mark served' }).click();
  await expect(rowOf('drew@example.com')).toContainText('Served, marked by staff');
  await expect(page.getByText('2 people wait in suburbs we deliver to')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.goto('about:blank');
});

test(
  'before the launch nobody can order; the owner opens earlier, after seeing what changes',
  { tag: '@release' },
  async ({ page, browser, app }) => {
    await signInAsStaff(page, OWNER);
    await page.goto('/admin?tab=settings&section=Launch+and+waitlist');
    await page.getByLabel('Launch date', { exact: true }).fill('2026-03-02');
    await page.getByRole('button', { name: 'Preview and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
    // Staff would have their preview.
    const elsewhere = await browser.newContext({ baseURL: app.url });
    const visitor = await elsewhere.newPage();
    await visitor.goto('/landing');
    await expect(visitor.locator('main')).toContainText('Launch on March 2, 2026');
    await visitor.goto('/?view=public');
    await expect(visitor.getByRole('complementary', { name: 'Orders' })).toContainText(
      'We open on Monday 2 March 2026.',
    );
    await visitor.goto('/order');
    await expect(
      visitor.getByRole('heading', { name: 'We open on Monday 2 March 2026', level: 1 }),
    ).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Our menu' })).toBeVisible();
    expect(await listPageViolations(visitor)).toEqual([]);

    await page.goto('/admin?tab=first-hour');
    const card = page.getByRole('region', { name: 'Open for orders' });
    await expect(card).toContainText('Opens on Mon 2 Mar 2026 at midnight.');
    await card.getByRole('button', { name: 'Open earlier…' }).click();
    const opening = page.getByRole('dialog', { name: 'Open for orders' });
    await opening.getByRole('radio', { name: 'On a day' }).check();
    await opening.getByLabel('First day for orders').fill('2026-01-07');
    await opening.getByRole('button', { name: /^Open on/ }).click();
    await expect(opening.getByText('Please choose a later day')).toBeVisible();
    await opening.getByRole('radio', { name: 'Now' }).check();
    await expect(opening).toContainText('No emails are sent.');
    await opening.getByRole('button', { name: 'Open now' }).click();
    await expect(card).toContainText('Open: customers can order.');
    await visitor.goto('/landing');
    await expect(visitor.locator('main')).not.toContainText('Launch on');
    await visitor.goto('/order');
    await expect(
      visitor.getByRole('heading', { name: 'Number of People', level: 1 }),
    ).toBeVisible();
    await elsewhere.close();
    await page.goto('about:blank');
  },
);
