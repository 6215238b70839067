import { sql } from 'drizzle-orm';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
  chooseDelivery,
  continueTo,
  expectStep,
  fillCustomer,
  fillTheWeek,
  goToPayment,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { anItem, GOOD_CARD } from '#quality/support/an-order.ts';
import { runJobNow } from '#quality/support/run-job-now.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';

test('weekly instead of daily saves what it says', { tag: '@release' }, async ({ page, app }) => {
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await fillTheWeek(page, { meals: 'Dinners' });
  await chooseDelivery(page, 'Daily');
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  const costs = page.getByRole('region', { name: 'What it costs' });
  const daily = centsOf(await costs.getByRole('definition').last().innerText());
  const offer = page.getByText(/^Deliver weekly instead: \$[\d.]+ less$/);
  await expect(offer).toBeVisible();
  const saved = centsOf(await offer.innerText());
  await page.getByRole('button', { name: 'Deliver weekly instead' }).click();
  await expect(page.getByText(/^Weekly delivery: \$[\d.]+ less$/)).toBeVisible();
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  expect(totalCents).toBe(daily - saved);
  await payWith(page, GOOD_CARD);
  const orderNumber = await orderNumberOnScreen(page);
  const order = await expectBooked(app.db, { orderNumber, totalCents });
  expect(order.deliveries).toHaveLength(1);
});

test('anyone who asked and confirmed is told of a place that a cancelled order leaves, and orders', async ({
  page,
  app,
  request,
}) => {
  const slot = { date: WEEK[5]!, window: '16:00-18:00' as const };
  await leaveOnePlace(app.db, slot);
  const meals: MealReply[] = await (await request.get('/api/meals')).json();
  const lunch = meals.find(({ mealType }) => mealType === 'lunch')!;
  const inSlot = { mealDate: slot.date, deliveryDate: slot.date, deliveryWindow: slot.window };
  const other = await householdOrders(
    request,
    { email: 'ravi@example.com', phone: '07 3824 0000' },
    { orderItems: [anItem(lunch, inSlot)] },
  );

  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: [WEEK[5]!] });
  await page.getByRole('button', { name: 'Tell me when a place comes free' }).click();
  const form = page.getByRole('form', { name: 'Tell me when a place comes free' });
  await form.getByLabel('Your email').fill('mia@example.com');
  await form.getByRole('button', { name: 'Tell me' }).click();
  await expect(page.getByText('One more step: open our email')).toBeVisible();
  const wizard = page.url();
  await page.goto(await linkInEmail(app.db, /\/bell\/[\w%.-]+/));
  await page.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'we’ll email you once' }),
  ).toBeVisible();

  const cancelled = await request.post(`/api/orders/track/${other.trackingToken}/cancel`);
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  // The clock does this every minute.
  await runJobNow(app.db, 'ring_bells');
  await page.goto(await linkInEmail(app.db, /\/order\?step=2/));
  expect(new URL(page.url()).pathname).toBe(new URL(wizard).pathname);
  await expectStep(page, 'Meal Selection');
  await page.getByRole('group', { name: 'Delivery window' }).getByLabel('4pm-6pm').click();
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const orderNumber = await orderNumberOnScreen(page);
  const order = await expectBooked(app.db, { orderNumber, totalCents });
  expect(order.deliveries).toEqual([slot]);
});

async function leaveOnePlace(
  db: Database,
  slot: { date: string; window: DeliveryWindow },
): Promise<void> {
  await db
    .insert(deliverySlots)
    .values({ ...slot, maxDeliveries: 1 })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { maxDeliveries: sql`${deliverySlots.held} + ${deliverySlots.booked} + 1` },
    });
}

async function linkInEmail(db: Database, link: RegExp): Promise<string> {
  const find = async () => {
    const bells = await db.select().from(messages).where(eq(messages.kind, 'slot_bell'));
    return bells.map(({ mail }) => link.exec(mail?.text ?? '')?.[0]).find(Boolean);
  };
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find())!;
}

/** "$89.92" in some words -> 8992. */
function centsOf(text: string): number {
  return Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100);
}
