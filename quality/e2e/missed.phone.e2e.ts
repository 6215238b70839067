/** Nobody was home: the customer chooses what happens next, on a phone. */
import { asc } from 'drizzle-orm';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { day } from '#quality/support/an-order.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const OWNER = { email: 'missed@redlandstable.example', password: 'mangoes and mangroves' };
const TUESDAY = day(0);
const WEDNESDAY = day(1);
/** Tuesday, 12:40 in the kitchen. */
const AT_THE_DOOR = '2026-01-13T02:40:00Z';

test.use({
  expectedStatuses: [401],
  owner: OWNER,
});

test('a customer whom we missed takes another window; the one they picked first is full by then', async ({
  page,
  request,
  app,
  browser,
  setNow,
}) => {
  const { trackingToken } = await householdOrders(request);
  await setNow(AT_THE_DOOR);
  const office = await browser.newPage({ baseURL: app.url });
  await signInAsStaff(office, OWNER);
  const listed = await office.request.get(`/api/admin/deliveries?date=${TUESDAY}`);
  const [delivery] = (await listed.json()) as DeliveryReply[];
  for (const [status, reason] of [['packed'], ['missed', 'No one home']]) {
    const reply = await office.request.post('/api/admin/deliveries/status', {
      data: { confirm: CONFIRMED, deliveries: [{ id: delivery!.id }], status, reason },
      headers: { origin: app.url },
    });
    expect(await reply.json()).toMatchObject({ results: [{ ok: true }] });
  }

  await page.goto(`/track/${trackingToken}`);
  await expect(page.getByRole('heading', { name: 'We missed you on Tue 13 Jan' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('by 8pm Tue 13 Jan');
  expect(await listPageViolations(page)).toEqual([]);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);

  await app.db
    .insert(deliverySlots)
    .values({ date: WEDNESDAY, window: '11:00-13:00', maxDeliveries: 0 })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { maxDeliveries: 0 },
    });
  await page.getByLabel('Bring them Wed 14 Jan 2026, 11am-1pm').click();
  await page.getByRole('button', { name: 'Send my choice' }).click();
  await expect(main).toContainText('That window is full now. Choose another.');
  await expect(page.getByText('Bring them Wed 14 Jan 2026, 11am-1pm')).toBeHidden();
  await page.getByLabel('Bring them Wed 14 Jan 2026, 4pm-6pm').click();
  await page.getByRole('button', { name: 'Send my choice' }).click();
  await expect(main).toContainText('You chose Wed 14 Jan 2026, 4pm-6pm');
  expect(await listPageViolations(page)).toEqual([]);

  const stored = await app.db.select().from(deliveries).orderBy(asc(deliveries.id));
  expect(stored).toMatchObject([
    { date: WEDNESDAY, window: '16:00-18:00', status: 'packed', attempt: 2, madeOn: TUESDAY },
  ]);
  await checkInvariants(app.db);
  await page.goto('about:blank');
  await office.close();
});
