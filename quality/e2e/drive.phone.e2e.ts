/** A driver's run on a phone whose signal comes and goes. */
import type { BrowserContext, Page } from '@playwright/test';
import { asc, eq } from 'drizzle-orm';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';
import { untilKept } from './until-kept.ts';

const DRIVER = { email: 'sam@redlandstable.example', password: 'mangoes and mangroves' };
/** Eleven on the Tuesday of the orders. */
const ELEVEN = '2026-01-13T01:00:00Z';
const STOPS = 8;
/** A driver can take a tap back for as long, and more. */
const UNDO_MS = 11_000;

test.describe.configure({ mode: 'serial' });
test.use({
  goesOffline: true,
  expectedStatuses: [401],
  owner: DRIVER,
});

async function openAnew(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const opened = await context.newPage();
  await opened.goto('/drive');
  return opened;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function tap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

test('a run without signal arrives once it is back: each report once, with the door’s times', async ({
  page: first,
  context,
  request,
  app,
  setNow,
}) => {
  test.slow();
  for (let count = 0; count < STOPS; count++)
    await householdOrders(request, {
      phone: `0412 345 6${count}0`,
      email: `c${count}@x.example`,
      address: `${count + 1} Shore Street West, Cleveland`,
    });
  await setNow(ELEVEN);
  let page = first;
  await page.clock.install();
  await signInAsStaff(page, DRIVER);
  await page.goto('/drive');
  await expect(heading(page)).toHaveText(`11am-1pm: 0 of ${STOPS}`);
  expect(await listPageViolations(page)).toEqual([]);
  await untilKept(page, 'drive');
  // The site's own worker must leave the driver's page alone.
  await page.goto('/menu');
  await expect.poll(() => page.evaluate(() => caches.has('site-2'))).toBe(true);
  await page.goto('/drive');
  await page.getByRole('button', { name: /^Start this run/ }).click();
  await tap(page, 'Yes, all are in my van');
  await expect(page.getByText(`Saved: ${STOPS} stops on the way`)).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(page.getByText('All sent')).toBeVisible();

  await context.setOffline(true);
  const tappedAt: number[] = [];
  const deliver = async (stop: number, place: string) => {
    await tap(page, place);
    tappedAt.push(Date.now());
    await expect(page.getByText(`Saved: stop ${stop} delivered`)).toBeVisible();
  };
  await deliver(1, 'Front door');
  await deliver(2, 'In hand');
  await tap(page, 'Not delivered…');
  await tap(page, 'No one home');
  tappedAt.push(Date.now());
  await expect(page.getByText('Saved: stop 3 not delivered')).toBeVisible();
  await expect(heading(page)).toHaveText(`11am-1pm: 3 of ${STOPS}`);

  // Killed at once after a tap: what was saved is there.
  await deliver(4, 'Front door');
  page = await openAnew(context, page);
  await expect(heading(page)).toHaveText(`11am-1pm: 4 of ${STOPS}`);
  await expect(page.getByText('↑ 4 waiting')).toBeVisible();
  await deliver(5, 'In hand');
  await tap(page, 'Undo');
  await expect(heading(page)).toHaveText(`11am-1pm: 4 of ${STOPS}`);
  tappedAt.pop();
  await tap(page, 'Other…');
  await page.getByLabel('Where did you leave it?').fill('With the neighbour at 14');
  await tap(page, 'Delivered');
  tappedAt.push(Date.now());
  await expect(heading(page)).toHaveText(`11am-1pm: 5 of ${STOPS}`);
  await deliver(6, 'Front door');
  page = await openAnew(context, page);
  await expect(page.getByText('↑ 6 waiting')).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  const arrived = () =>
    app.db
      .select()
      .from(deliveryEvents)
      .where(eq(deliveryEvents.isDecisive, true))
      .orderBy(asc(deliveryEvents.id));
  expect(await arrived()).toHaveLength(STOPS);

  // Really: the server’s clock has to see it too.
  await page.waitForTimeout(UNDO_MS);
  await context.setOffline(false);
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  const events = (await arrived()).slice(STOPS);
  expect(events.map(({ status, reason, place }) => [status, reason, place])).toEqual([
    ['delivered', '', 'Front door'],
    ['delivered', '', 'In hand'],
    ['missed', 'No one home', ''],
    ['delivered', '', 'Front door'],
    ['delivered', '', 'With the neighbour at 14'],
    ['delivered', '', 'Front door'],
  ]);
  const [at0 = 0] = events.map(({ at }) => at.getTime());
  for (const [index, { at, receivedAt, deviceId }] of events.entries()) {
    const sinceFirst = (tappedAt[index] ?? 0) - (tappedAt[0] ?? 0);
    expect(Math.abs(at.getTime() - at0 - sinceFirst)).toBeLessThan(3000);
    expect(receivedAt.getTime() - at.getTime()).toBeGreaterThan(10_000);
    expect(deviceId).not.toBeNull();
  }
  const stored = await app.db.select().from(deliveries).orderBy(asc(deliveries.stop));
  expect(stored.map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
    'missed',
    'delivered',
    'delivered',
    'delivered',
    'out',
    'out',
  ]);

  // Nothing that a driver must not know is on the phone.
  const kept = await page.evaluate(async () => {
    const opened = indexedDB.open('driving');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opened.addEventListener('success', () => resolve(opened.result));
    });
    const found: unknown[] = [];
    for (const store of db.objectStoreNames) {
      const asked = db.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => asked.addEventListener('success', resolve));
      found.push(asked.result);
    }
    return JSON.stringify(found);
  });
  expect(kept).toContain('Shore Street');
  for (const secret of ['@', 'price', '$', '2026-01-14']) expect(kept).not.toContain(secret);
});

test('a session that ends on the road keeps the stops and the reports until someone signs in', async ({
  page,
  app,
  setNow,
}) => {
  await setNow(ELEVEN);
  await page.clock.install();
  await signInAsStaff(page, DRIVER);
  await page.goto('/drive');
  await expect(heading(page)).toHaveText(`11am-1pm: 6 of ${STOPS}`);
  await app.db.delete(staffSessions);
  await page.reload();
  await expect(page.getByText('Sign in again')).toBeVisible();
  await tap(page, 'In hand');
  await expect(page.getByText('Sign in to send 1 report')).toBeVisible();
  await expect(page.getByText('Saved: stop 7 delivered')).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(page.getByText('Saved: stop 7 delivered')).toBeHidden();
  await page.getByText('Sign in to send 1 report').click();
  await page.getByLabel('Email').fill(DRIVER.email);
  await page.getByLabel('Password', { exact: true }).fill(DRIVER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading(page)).toHaveText(`11am-1pm: 7 of ${STOPS}`);
  await expect(page.getByText('All sent')).toBeVisible();
  const [last] = await app.db
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.stop, 7));
  expect(last).toEqual({ status: 'delivered' });
});
