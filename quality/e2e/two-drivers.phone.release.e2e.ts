/** Two drivers share a window; one phone dies, the rest is handed over, and what the dead phone knew arrives. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { asc, eq } from 'drizzle-orm';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import { day } from '#quality/support/an-order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const PASSWORD = 'mangoes and mangroves';
const OWNER = { email: 'two-drivers@redlandstable.example', password: PASSWORD };
const SAM = { email: 'sam.road@redlandstable.example', password: PASSWORD };
const ANA = { email: 'ana.lee@redlandstable.example', password: PASSWORD };
/** Eleven on the Tuesday of the orders. */
const ELEVEN = '2026-01-13T01:00:00Z';
const STOPS = 6;
/** A driver can take a tap back for as long, and more. */
const UNDO_MS = 11_000;

test.use({
  goesOffline: true,
  expectedStatuses: [401],
  owner: OWNER,
});

/** With the owner's password. */
async function hireDriver(db: Database, email: string, firstName: string, lastName: string) {
  const [owner] = await db.select().from(staff).where(eq(staff.email, OWNER.email));
  const [account] = await db
    .select()
    .from(staffAccounts)
    .where(eq(staffAccounts.userId, owner!.id));
  const id = randomUUID();
  await db
    .insert(staff)
    .values({ ...owner!, id, email, firstName, lastName, name: firstName, role: 'driver' });
  await db
    .insert(staffAccounts)
    .values({ ...account!, id: randomUUID(), userId: id, accountId: id });
}

/** A phone of its own, with `baseURL` of the page. */
async function openPhone(browser: Browser, page: Page, who: typeof SAM) {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await phone.clock.install();
  await signInAsDriver(phone, who);
  return { context, phone };
}

async function signInAsDriver(phone: Page, { email, password }: typeof SAM) {
  await phone.goto('/api/login?next=%2Fdrive');
  await phone.getByLabel('Email').fill(email);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('button', { name: /^On my way/ })).toBeVisible();
}

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 });

test('a window is split, the rest handed over while a phone is dead, and its late reports count', async ({
  page,
  browser,
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
  await hireDriver(app.db, SAM.email, 'Sam', 'Road');
  await hireDriver(app.db, ANA.email, 'Ana', 'Lee');
  await signInAsStaff(page, OWNER);

  await page.goto(`/admin?tab=deliveries&date=${day(0)}`);
  await page.getByRole('button', { name: 'Drivers of 11am-1pm' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'One more driver' }).click();
  await dialog.getByLabel('Driver 1: stops 1 to 3').selectOption('Sam Road');
  await dialog.getByLabel('Driver 2: stops 4 to 6').selectOption('Ana Lee');
  await dialog.getByRole('slider').fill('4');
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Give out' }).click();
  await expect(page.getByText('Driver: Sam Road')).toHaveCount(4);

  const sam = await openPhone(browser, page, SAM);
  const ana = await openPhone(browser, page, ANA);
  await expect(heading(sam.phone)).toHaveText('11am-1pm: 0 of 4');
  await expect(heading(ana.phone)).toHaveText('11am-1pm: 0 of 2');
  await sam.phone.getByRole('button', { name: /^On my way/ }).click();
  await sam.phone.getByRole('button', { name: 'Yes, all are in my van' }).click();
  await expect(sam.phone.getByText('Saved: 4 stops on the way')).toBeVisible();
  await sam.phone.clock.fastForward(UNDO_MS);
  await expect(sam.phone.getByText('All sent')).toBeVisible();
  // A dead spot, and then a dead battery: the first stop is on this phone alone.
  await sam.context.setOffline(true);
  await sam.phone.getByRole('button', { name: 'Front door', exact: true }).click();
  await expect(sam.phone.getByText('Saved: stop 1 delivered')).toBeVisible();
  await sam.phone.close();

  await page.reload();
  await page.getByRole('button', { name: 'Hand over the rest of Sam Road, 4' }).click();
  await dialog.getByLabel('Ana Lee').click();
  await expect(dialog).toContainText('stops 1 to 4 to Ana Lee');
  await dialog.getByRole('button', { name: 'Hand over 4' }).click();
  await expect(page.getByText('Driver: Ana Lee')).toHaveCount(STOPS);
  await ana.phone.reload();
  await expect(heading(ana.phone)).toHaveText(`11am-1pm: 0 of ${STOPS}`, { timeout: 20_000 });

  const again = await sam.context.newPage();
  await sam.context.setOffline(false);
  await again.clock.fastForward(UNDO_MS);
  await again.goto('/drive');
  await expect(again.getByText('Stops 2 to 4 were handed to Ana Lee.')).toBeVisible();
  const stored = async () => {
    const rows = await app.db.select().from(deliveries).orderBy(asc(deliveries.stop));
    return rows.map(({ status, flag }) => [status, flag]);
  };
  await expect
    .poll(stored, { timeout: 30_000 })
    .toEqual([
      ['delivered', 'other_driver'],
      ...[2, 3, 4].map(() => ['out', null]),
      ...[5, 6].map(() => ['planned', null]),
    ]);
  const events = await app.db
    .select()
    .from(deliveryEvents)
    .where(eq(deliveryEvents.status, 'delivered'));
  expect(events).toMatchObject([{ staffName: 'Sam Road', isDecisive: true }]);
  await sam.context.close();
  await ana.context.close();
  // Its stream of news would ask a server that is gone by then.
  await page.goto('about:blank');
});
