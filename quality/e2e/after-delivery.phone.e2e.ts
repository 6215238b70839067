/** What a customer does after paying and after eating: find the order again, complain, and read what others thought. */
import { eq, sql } from 'drizzle-orm';
import { mealRatings } from '#areas/customers/server/tables/problems.ts';
import { ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'after@redlandstable.example', password: 'mangoes and mangroves' };
/** Tuesday, 12:40 in the kitchen, and two days later. */
const AT_THE_DOOR = '2026-01-13T02:40:00Z';
const THURSDAY = '2026-01-15T02:40:00Z';

test.use({
  expectedStatuses: [401],
  owner: OWNER,
});

test(
  'someone who lost the email finds their order by its number, and the number alone shows nothing',
  { tag: '@release' },
  async ({ page, request, app }) => {
    const { orderNumber, trackingToken } = await householdOrders(request, {
      email: 'lost@example.com',
    });
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Find my order' })).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByRole('main')).toContainText('Please enter your order number');
    await page.getByLabel('Order number').fill(orderNumber.toLowerCase().replaceAll('-', ' '));
    await page.getByLabel('Email').fill('Lost@Example.com');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByText('Check your email')).toBeVisible();
    expect(await page.content()).not.toContain(trackingToken);

    const written = () => app.db.select().from(messages).where(eq(messages.kind, 'order_link'));
    await expect.poll(async () => (await written())[0]?.state).toBe('kept');
    const [email] = await written();
    const [link] = /\/track\/[\w-]+/.exec(email?.mail?.text ?? '') ?? [];
    await page.goto(link ?? '');
    await expect(page.getByRole('main')).toContainText(orderNumber);
  },
);

test('a complaint with a photo is refunded, and seen in email, portal and ledger', async ({
  page,
  request,
  app,
  browser,
  setNow,
}) => {
  const { orderNumber, trackingToken } = await householdOrders(request, {
    email: 'missing@example.com',
  });
  await setNow(AT_THE_DOOR);
  const overview = await browser.newContext({ baseURL: app.url });
  const office = await overview.newPage();
  await signInAsStaff(office, OWNER);
  const [order] = await app.db.select().from(orders).where(eq(orders.number, orderNumber));
  await office.request.put(`/api/admin/orders/${order!.id}/status`, {
    data: { status: 'delivered' },
    headers: { origin: app.url },
  });

  await page.goto(`/track/${trackingToken}`);
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Something was wrong' }).click();
  await page.getByLabel('A meal was missing').click();
  await page.getByLabel('What happened?').fill('The bag was empty');
  await page.getByLabel(/^Photos/).setInputFiles('platform/web/public/icon-192.png');
  expect(await listPageViolations(page)).toEqual([]);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(main).toContainText('We’re looking into it');

  await office.goto('/admin?tab=problems');
  await expect(office.getByRole('main')).toContainText('The bag was empty');
  await expect(office.getByAltText('What the customer photographed, 1 of 1')).toBeVisible();
  expect(await listPageViolations(office)).toEqual([]);
  await office.getByRole('button', { name: /^Decide/ }).click();
  await office.getByLabel('Message to the customer').fill('It stayed on our bench.');
  expect(await listPageViolations(office)).toEqual([]);
  await office.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(office.getByRole('main')).toContainText('No problems to decide');

  await page.reload();
  await expect(main).toContainText('We’re refunding $');
  await expect(main).toContainText('It stayed on our bench.');
  const told = () => app.db.select().from(messages).where(eq(messages.kind, 'problem_decided'));
  await expect.poll(async () => (await told()).length).toBe(1);
  const entries = await app.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, order!.id));
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['capture', 'refund']);
  await office.goto(`/admin?tab=orders&order=${order!.id}`);
  await expect(office.getByRole('main')).toContainText('a meal was missing');
  await checkInvariants(app.db);

  // A keyboard on the screen leaves no room for the bar.
  const bar = office.locator('[data-bar="bottom"]');
  await expect(bar).toBeVisible();
  await office.getByRole('main').getByRole('textbox').first().focus();
  await expect(bar).toBeHidden();
  await page.goto('about:blank');
  await overview.close();
});

test(
  'the menu shows a meal’s stars from the tenth rating on, and its page the words that may be shown',
  { tag: '@release' },
  async ({ page, request, app, browser, setNow }) => {
    // Ten orders.
    test.slow();
    const placed = await householdOrders(request, { email: 'tenth@example.com' });
    for (let index = 0; index < 9; index += 1)
      await householdOrders(request, { email: `taster${index}@example.com` });
    await setNow(AT_THE_DOOR);
    const office = await browser.newPage({ baseURL: app.url });
    await signInAsStaff(office, OWNER);
    const [order] = await app.db.select().from(orders).where(eq(orders.number, placed.orderNumber));
    await office.request.put(`/api/admin/orders/${order!.id}/status`, {
      data: { status: 'delivered' },
      headers: { origin: app.url },
    });
    // Nine others, of whom one gave three stars.
    await app.db.execute(sql`
    insert into meal_ratings (order_id, meal_id, stars, comment, delivered_on)
    select o.id, i.meal_id, case when o.email = 'taster0@example.com' then 3 else 5 end, '', '2026-01-13'
    from orders o join order_items i on i.order_id = o.id
    where o.email like 'taster%'`);

    await page.goto('/menu');
    await expect(page.getByRole('main')).not.toContainText('(9 ratings)');
    await page.goto('about:blank');
    await setNow(THURSDAY);
    await page.goto(`/track/${placed.trackingToken}#ratings`);
    await page.getByRole('group').getByRole('radio', { name: '5 stars' }).first().check();
    await page.getByLabel(/What was good/).fill('Just like home');
    await page.getByLabel('You may show my words with my first name').check();
    expect(await listPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send ratings' }).click();
    await expect(page.getByText('Thank you. We’ve got it.')).toBeVisible();
    expect(await app.db.select().from(mealRatings)).toHaveLength(10);
    await expect
      .poll(async () => {
        await page.goto('/menu');
        return page.getByRole('main').textContent();
      })
      .toContain('4.8');
    await expect(page.getByText('(10 ratings)')).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    await page
      .getByText('(10 ratings)')
      .locator('xpath=ancestor::li')
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByText('(10 ratings)')).toBeVisible();
    const words = page.getByRole('listitem').filter({ hasText: 'Just like home' });
    await expect(words).toContainText('5 of 5 stars');
    expect(await listPageViolations(page)).toEqual([]);
    await office.goto('/admin?tab=ratings');
    await office.getByRole('button', { name: /^Hide words/ }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect(dialog).toContainText('Please say why');
    await dialog.getByLabel('Why?').fill('Names a cook');
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect(office.getByText(/Words hidden by/)).toBeVisible();
    await office.close();
    await page.reload();
    await expect(page.getByText('(10 ratings)')).toBeVisible();
    await expect(words).toBeHidden();
    await page.goto('about:blank');
  },
);
