/** The storm at 14:00: a booked afternoon is closed, and everyone of it is moved or gets their money back. */
import { asc, inArray, sql } from 'drizzle-orm';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { deliverySlots } from '#server/db/schema/orders/delivery-slots.ts';
import { messages } from '#server/db/schema/operation/messages.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { anItem, day } from '#quality/support/an-order.ts';
import type { MealReply } from '#contract/meals.ts';
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

test.use({
  expectedStatuses: [401],
  variables: { STAFF_EMAIL: OWNER.email, STAFF_PASSWORD: OWNER.password },
});

test('a booked afternoon is closed: three are moved, two refunded, each told once, no place sold twice', async ({
  page,
  request,
  app,
  restartAt,
}) => {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
  for (let count = 1; count <= BOOKED; count++) {
    const customer = { phone: `0412 345 6${count}0`, email: `c${count}@x.example` };
    const item = anItem(meal, { deliveryWindow: '16:00-18:00' });
    await householdOrders(request, customer, { orderItems: [item] });
  }
  await restartAt(TWO);
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

  await page.goto('/delivery-slots');
  await page.getByRole('button', { name: 'Close window… Tue 13 Jan 4pm-6pm' }).click();
  await page.getByRole('button', { name: 'Close and go on' }).click();
  const elsewhere = page.getByRole('region', { name: 'Elsewhere for 4pm-6pm' });
  await expect(elsewhere).toContainText('4pm-6pm is closed for orders: 5 still to settle');
  await expect(elsewhere).toContainText('Wed 14 Jan 11am-1pm takes 3, 2 find none');
  expect(await listPageViolations(page)).toEqual([]);

  await elsewhere.getByRole('button', { name: 'Move 3 to Wed 14 Jan 11am-1pm…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Because of').fill('the storm');
  await expect(dialog).toContainText('3 customers get an email');
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move 3 deliveries' }).click();
  await expect(elsewhere).toContainText('2 still to settle');
  await expect(elsewhere).toContainText('2 find none');

  await elsewhere.getByRole('button', { name: 'Refund the 2 without a place…' }).click();
  await dialog.getByLabel('Reason').fill('Storm, no place left');
  await dialog.getByRole('button', { name: /^Cancel and refund \$/ }).click();
  await expect(elsewhere).toBeHidden();

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
    .where(inArray(messages.kind, ['delivery_moved', 'delivery_refunded']));
  const emails = told.filter(({ channel }) => channel === 'email');
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array<string>(3).fill('delivery_moved'),
    ...Array<string>(2).fill('delivery_refunded'),
  ]);
  expect(new Set(emails.map(({ to }) => to)).size).toBe(BOOKED);
  await checkInvariants(app.db);
  // It would go on asking while the server starts anew.
  await page.goto('about:blank');
});
