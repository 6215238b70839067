/** The storm at 14:00: a booked afternoon is closed, and everyone of it is moved or gets their money back. */
import { asc, inArray, sql } from 'drizzle-orm';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { anItem, day } from '#quality/support/an-order.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'storm@redlandstable.example', password: 'mangoes and mangroves' };
const TUESDAY = day(0);
/** Two in the afternoon of that day. */
const TWO = '2026-01-13T04:00:00Z';
const BOOKED = 5;
const FREE_TOMORROW = 3;

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  expectedStatuses: [401],
  owner: OWNER,
});

test('a booked afternoon is closed: three are moved, two refunded, each told once, no place sold twice', async ({
  page,
  request,
  app,
  setNow,
}) => {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
  for (let count = 1; count <= BOOKED; count++) {
    const customer = { phone: `0412 345 6${count}0`, email: `c${count}@x.example` };
    const item = anItem(meal, { deliveryWindow: '16:00-18:00' });
    await householdOrders(request, customer, { orderItems: [item] });
  }
  await setNow(TWO);
  // Tomorrow has three places before noon, and nothing else is open until Friday.
  const [lunch, dinner] = ['11:00-13:00', '16:00-18:00'] as const;
  await app.db
    .insert(deliverySlots)
    .values([
      { date: day(1), window: lunch, maxDeliveries: FREE_TOMORROW },
      { date: day(1), window: dinner, maxDeliveries: 20, isActive: false },
      ...[day(2), day(3)].flatMap((date) =>
        [lunch, dinner].map((window) => ({ date, window, maxDeliveries: 20, isActive: false })),
      ),
    ]);
  await signInAsStaff(page, OWNER);
  await page.goto('/');

  // They are told first: three clicks from Home.
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: /^Deliveries/ }).click();
  await page.getByRole('button', { name: 'Message to 4pm-6pm' }).click();
  await dialog.getByLabel('Subject').fill('A storm is coming');
  await dialog.getByLabel('Message', { exact: true }).fill('We may be late.');
  await dialog.getByRole('button', { name: `Send to ${BOOKED} customers` }).click();
  await expect(page.getByText(`On its way to ${BOOKED} customers`).first()).toBeVisible();

  // Three clicks from Home: the rest is looked at on the way.
  await page.getByRole('link', { name: 'Delivery Slots' }).click();
  await page.getByRole('button', { name: 'Close… Tue 13 Jan 4pm-6pm' }).click();
  const plan = dialog.getByRole('region', { name: 'Who has booked' });
  await expect(plan).toContainText('3 to Wed 14 Jan 11am-1pm. 0 places stay free.');
  await expect(plan).toContainText('2 find no place: cancelled and refunded');
  await expect(plan).toContainText('5 emails and 5 texts.');
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Read the message' }).click();
  await dialog.getByLabel('Because of').fill('the storm');
  const words = dialog.getByRole('region', { name: 'What customers read' });
  await expect(words).toContainText('Because of the storm your Tue 13 Jan delivery is now');
  await expect(words).toContainText('goes back to your card');
  await dialog.getByRole('button', { name: 'Close Tue 13 Jan 4pm-6pm, move 3, refund 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: '5 of 5 done' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Results' })).toContainText(
    'Moved to Wed 14 Jan 11am-1pm, told',
  );
  expect(await listPageViolations(page)).toEqual([]);
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href'))!,
  );
  expect((await file.text()).trim().split('\r\n')).toHaveLength(BOOKED + 1);

  // Anyone who closes it once more finds nobody left, and Today has nothing to ask.
  await page.goto('/admin?tab=close&date=2026-01-13&window=16:00-18:00');
  await expect(dialog.getByRole('button', { name: 'Nothing to do' })).toBeDisabled();
  await page.goto('/admin?tab=deliveries&date=2026-01-13');
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Closed', exact: true })).toBeHidden();
  const { rows } = await (await page.request.get('/api/admin/today')).json();
  expect(rows.filter(({ title }: { title: string }) => title.includes('is closed'))).toEqual([]);

  const stored = await app.db.select().from(deliveries).orderBy(asc(deliveries.date));
  expect(stored.map(({ date, window, status }) => `${date} ${window} ${status}`)).toEqual([
    ...Array<string>(2).fill(`${TUESDAY} ${dinner} cancelled`),
    ...Array<string>(3).fill(`${day(1)} ${lunch} planned`),
  ]);
  const booked = await app.db
    .select({ date: deliverySlots.date, window: deliverySlots.window })
    .from(deliverySlots)
    .where(sql`${deliverySlots.booked} > 0`);
  expect(booked).toEqual([{ date: day(1), window: lunch }]);
  expect(await app.db.select().from(refunds)).toHaveLength(2);
  const told = await app.db
    .select({ kind: messages.kind, channel: messages.channel, to: messages.recipient })
    .from(messages)
    .where(inArray(messages.kind, ['delivery_moved', 'cancelled']));
  const emails = told.filter(({ channel }) => channel === 'email');
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array<string>(2).fill('cancelled'),
    ...Array<string>(3).fill('delivery_moved'),
  ]);
  expect(new Set(emails.map(({ to }) => to)).size).toBe(BOOKED);
  await checkInvariants(app.db);

  // Nobody wrote down how Wednesday ended: two clicks from Home, and no mail of it.
  await setNow('2026-01-15T00:00:00Z');
  await page.goto('/');
  await page.getByRole('link', { name: /^End the day…: Wed 14 Jan 2026: 3 deliveries/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End 3' }).click();
  await expect(page.getByText('3 deliveries: delivered.')).toBeVisible();
  // It would go on asking while the server starts again.
  await page.goto('about:blank');
});

test(
  'what fails because its place was sold meanwhile is seen on Today until someone decides on it',
  { tag: '@release' },
  async ({ page, request, app, setNow }) => {
    const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
    const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
    const [lunch, dinner] = ['11:00-13:00', '16:00-18:00'] as const;
    const THURSDAY = day(2);
    const item = anItem(meal, {
      mealDate: THURSDAY,
      deliveryDate: THURSDAY,
      deliveryWindow: dinner,
    });
    // The storm of the test before may have closed it.
    await app.db.update(deliverySlots).set({ isActive: true });
    await householdOrders(request, { email: 'late@x.example' }, { orderItems: [item] });
    await setNow('2026-01-15T04:00:00Z');
    await app.db
      .insert(deliverySlots)
      .values({ date: day(3), window: lunch, maxDeliveries: 1 })
      .onConflictDoUpdate({
        target: [deliverySlots.date, deliverySlots.window],
        set: { maxDeliveries: 1, isActive: true },
      });
    await signInAsStaff(page, OWNER);
    await page.goto('/');
    await page.goto(`/admin?tab=close&date=${THURSDAY}&window=${dinner}`);
    const go = page.getByRole('button', { name: 'Close Thu 15 Jan 4pm-6pm, move 1' });
    await expect(go).toBeEnabled();
    // A lock on the row of its slot keeps the server from moving it until the place is gone.
    await app.db.transaction(async (tx) => {
      await tx.execute(
        sql`select 1 from deliveries d join orders o on o.id = d.order_id where d.date = ${THURSDAY} for no key update of o`,
      );
      await go.click();
      await expect(page.getByText('Working: 0 of 1 done')).toBeVisible();
      await app.db
        .update(deliverySlots)
        .set({ maxDeliveries: 0 })
        .where(sql`${deliverySlots.date} = ${day(3)} and ${deliverySlots.window} = ${lunch}`);
    });
    await expect(page.getByText('No place left on Fri 16 Jan 2026, 11am-1pm.')).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    await page.goto('/');
    const row = page.getByRole('listitem').filter({
      hasText: 'Thu 15 Jan 4pm-6pm is closed: 0 of 1 done, 1 failed',
    });
    await row.getByRole('link').first().click();
    await page.getByRole('combobox').selectOption('refund');
    await page.getByRole('button', { name: 'Apply these choices' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 of 1 done' })).toBeVisible();
    await checkInvariants(app.db);
    await page.goto('about:blank');
  },
);
