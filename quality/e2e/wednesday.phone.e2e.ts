/** A whole Wednesday: cooked, packed and driven, half of it without signal, while one customer watches for it. */
import type { BrowserContext, Page } from '@playwright/test';
import { asc, eq } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { anItem, day } from '#quality/support/an-order.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

// An address of its own: journeys of the same account may share a server and its orders.
const STAFF = { email: 'wednesday@redlandstable.example', password: 'mangoes and mangroves' };
const WEDNESDAY = day(1);
/** Nine in the morning of that day. */
const NINE = '2026-01-13T23:00:00Z';
const STOPS = 4;
/** A driver can take a tap back for as long, and more. */
const UNDO_MS = 11_000;
/** How often a customer's page looks, at least. */
const LOOKS_EVERY_MS = 60_000;

test.use({
  goesOffline: true,
  expectedStatuses: [401],
  owner: STAFF,
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a whole Wednesday: cooked, packed, driven without signal, and watched by a customer', async ({
  page,
  context,
  browser,
  request,
  app,
  setNow,
}) => {
  test.slow();
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
  const placed: PlacedOrderReply[] = [];
  for (let count = 1; count <= STOPS; count++) {
    const customer = {
      phone: `0412 345 6${count}0`,
      email: `c${count}@x.example`,
      address: `${count} Shore Street West, Cleveland`,
    };
    const item = anItem(meal, { mealDate: WEDNESDAY, deliveryDate: WEDNESDAY });
    placed.push(await householdOrders(request, customer, { orderItems: [item] }));
  }
  await setNow(NINE);
  await page.clock.install();
  await signInAsStaff(page, STAFF);
  const states = async () => {
    const rows = await app.db.select().from(deliveries).orderBy(asc(deliveries.stop));
    return rows.map(({ status }) => status);
  };

  await test.step('cooked: when the last portion is ticked, every delivery is', async () => {
    await page.goto(`/admin?tab=prep&date=${WEDNESDAY}`);
    await button(page, new RegExp(`^${meal.name}`)).click();
    await button(page, `All 11am: all ${meal.name} for 11am-1pm done`).click();
    await expect(button(page, new RegExp(`${meal.name}.*${STOPS}/${STOPS}`))).toBeVisible();
    await expect.poll(states).toEqual(Array<string>(STOPS).fill('cooked'));
  });

  await test.step('packed: bag by bag, the next one by itself', async () => {
    await page.goto('/pack');
    await button(page, /11am-1pm/).click();
    for (let stop = 1; stop <= STOPS; stop++) {
      await expect(page.getByRole('heading', { name: new RegExp(`^${stop} Mia`) })).toBeVisible();
      await button(page, meal.name).click();
      await expect(page.getByText(new RegExp(`^✓ ${stop} Mia .* packed$`))).toBeVisible();
    }
    await expect.poll(states).toEqual(Array<string>(STOPS).fill('packed'));
  });

  const { customer, watching } = await openCustomer();
  await expect(customer.getByText('Packed')).toBeVisible();

  await test.step('on the way: one tap, and the customer sees it', async () => {
    await page.goto('/drive');
    await button(page, /^Start this run/).click();
    await expect(page.getByText(`Saved: ${STOPS} stops on the way`)).toBeVisible();
    await page.clock.fastForward(UNDO_MS);
    await expect(page.getByText('All sent')).toBeVisible();
    await customer.clock.fastForward(LOOKS_EVERY_MS);
    await expect(customer.getByText('You’re next')).toBeVisible();
  });

  await test.step('without signal: two delivered, one not at home', async () => {
    await context.setOffline(true);
    await button(page, 'Front door').click();
    await expect(page.getByText('Saved: stop 1 delivered')).toBeVisible();
    await button(page, 'In hand').click();
    await expect(page.getByText('Saved: stop 2 delivered')).toBeVisible();
    await button(page, 'Not delivered…').click();
    await button(page, 'No one home').click();
    await expect(page.getByText('Saved: stop 3 not delivered')).toBeVisible();
    await expect(page.getByText('↑ 3 waiting')).toBeVisible();
    expect(await states()).toEqual(Array<string>(STOPS).fill('out'));
  });

  await test.step('back in reach: all of it arrives, and the customer reads where', async () => {
    await page.clock.fastForward(UNDO_MS);
    await context.setOffline(false);
    await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 });
    await button(page, 'Front door').click();
    await expect(page.getByText('Saved: stop 4 delivered')).toBeVisible();
    await page.clock.fastForward(UNDO_MS);
    await expect(heading(page)).toHaveText(`11am-1pm: ${STOPS} of ${STOPS}`);
    await expect
      .poll(states, { timeout: 30_000 })
      .toEqual(['delivered', 'delivered', 'missed', 'delivered']);
    await customer.clock.fastForward(LOOKS_EVERY_MS);
    await expect(customer.getByText(/^Delivered at .*, left at the front door$/)).toBeVisible();
  });

  await watching.close();
  const told = await app.db.select().from(messages);
  const emails = told.filter(
    ({ channel, kind }) => channel === 'email' && kind.startsWith('delivery_'),
  );
  const countOf = (kind: string) => emails.filter((email) => email.kind === kind).length;
  expect({ delivered: countOf('delivery_delivered'), missed: countOf('delivery_missed') }).toEqual({
    delivered: 3,
    missed: 1,
  });
  expect(new Set(emails.map(({ deliveryId, kind }) => `${deliveryId} ${kind}`)).size).toBe(
    emails.length,
  );

  /** Whose bag is the first stop, on a phone of their own. */
  async function openCustomer(): Promise<{ customer: Page; watching: BrowserContext }> {
    const [first] = await app.db
      .select({ number: orders.number })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .orderBy(asc(deliveries.stop))
      .limit(1);
    const order = placed.find(({ orderNumber }) => orderNumber === first?.number);
    if (!order) throw new Error('nobody ordered the first stop');
    const phone = await browser.newContext({ baseURL: app.url });
    const opened = await phone.newPage();
    // Their phone's date is the kitchen's: on the day of the delivery its page looks by itself.
    await opened.clock.install({ time: NINE });
    await opened.goto(`/track/${order.trackingToken}`);
    return { customer: opened, watching: phone };
  }
});
