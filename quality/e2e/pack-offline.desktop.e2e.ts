/** A packer whose tablet loses its signal, with a scanner that types. */
import type { BrowserContext, Page } from '@playwright/test';
import { asc } from 'drizzle-orm';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { anItem } from '#quality/support/an-order.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { packChecks, packTicks } from '#areas/order-book/server/tables/packing.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';
import { untilKept } from './until-kept.ts';

const PACKER = { email: 'ben@redlandstable.example', password: 'mangoes and mangroves' };
/** Nine on the Tuesday of the orders. */
const NINE = '2026-01-12T23:00:00Z';

test.use({
  viewport: { width: 820, height: 1180 },
  goesOffline: true,
  expectedStatuses: [401],
  owner: PACKER,
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** As a scanner does that is a keyboard to the tablet: all at once, then Enter. */
async function scan(page: Page, text: string): Promise<void> {
  await page.evaluate((typed) => {
    for (const key of [...typed, 'Enter'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
  }, text);
}

async function openAnew(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const opened = await context.newPage();
  await opened.goto('/pack');
  await button(opened, /11am-1pm/).click();
  return opened;
}

test('bags are packed by scanner without signal, the app is killed, and everything arrives once', async ({
  page: first,
  context,
  request,
  app,
  setNow,
}) => {
  test.slow();
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const [meal, other] = menu.filter(
    ({ mealType, allergens }) => mealType === 'lunch' && allergens && !allergens.includes('almond'),
  ) as [MealReply, MealReply];
  await householdOrders(
    request,
    { phone: '0412 345 671', email: 'a@x.example', address: '2 Shore Street West, Cleveland' },
    {
      people: [
        { name: 'Mia', calorieTarget: 1200, allergens: ['almond'] },
        { name: 'Raj', calorieTarget: 1500 },
      ],
      orderItems: [anItem(meal), anItem(meal, { personName: 'Raj' })],
    },
  );
  await householdOrders(
    request,
    { phone: '0412 345 672', email: 'b@x.example', address: '3 Shore Street West, Cleveland' },
    { orderItems: [anItem(other)] },
  );
  await setNow(NINE);
  let page = first;
  await signInAsStaff(page, PACKER);
  const day = (await (await page.request.get('/api/pack/day')).json()) as PackDayReply;
  const portions = day.bags.flatMap(({ people }) => people.flatMap(({ items }) => items));
  const [mias, rajs, last] = portions.map(({ id, check }) => `/menu/a-meal#i${id}.${check}`);

  await page.goto('/pack');
  await untilKept(page, 'pack');
  await button(page, /11am-1pm/).click();
  const origin = new URL(page.url()).origin;
  const answer = (text: string) => page.getByText(text);
  await context.setOffline(true);

  // An allergy comes first, for scanners too.
  await scan(page, `${origin}${mias}`);
  await expect(answer('Check Mia’s allergies first.')).toBeVisible();
  await button(page, 'Mia: no almond. I checked').click();
  await button(page, 'Mia: no almond. I checked').click();
  await expect(page.getByRole('heading', { name: /^1 Mia/ })).toBeVisible();
  await expect(page.getByText('↑ 1 waiting to send')).toBeVisible();
  await expect(page.getByText(/^Not live since 9/)).toBeVisible();

  await scan(page, `${origin}${last}`);
  await expect(page.getByText(/2 Mia \S+: put it aside/)).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await scan(page, `https://elsewhere.example${mias}`);
  await expect(answer('Not one of our labels')).toBeVisible();
  await scan(page, `${origin}/menu/a-meal`);
  await scan(page, `${origin}/menu/a-meal#i${portions[0]!.id}.other`);
  await expect(answer('Old label')).toBeVisible();
  await expect(button(page, 'Print new label')).toBeVisible();
  await scan(page, `${origin}${mias}`);
  await expect(page.getByText(new RegExp(`1 Mia \\S+, ${meal.name}`))).toBeVisible();
  await scan(page, `${origin}${mias}`);
  await expect(
    page.getByText(new RegExp(`Already in this bag: 1 Mia \\S+, ${meal.name}`)),
  ).toBeVisible();
  await expect(page.getByText('↑ 2 waiting to send')).toBeVisible();

  page = await openAnew(context, page);
  await expect(page.getByText('↑ 2 waiting to send')).toBeVisible();
  await expect(button(page, new RegExp(meal.name)).first()).toHaveAttribute('aria-pressed', 'true');
  // The same meal of the brother is another portion.
  await scan(page, `${origin}${rajs}`);
  await expect(page.getByText(/✓ 1 Mia \S+ packed/)).toBeVisible();
  // The next bag's first portion, before it opened by itself.
  await scan(page, `${origin}${last}`);
  await expect(page.getByText(/✓ 2 Mia \S+ packed/)).toBeVisible();
  await expect(page.getByText('✓ All bags of this window are packed')).toBeVisible();
  await expect(page.getByText('↑ 6 waiting to send')).toBeVisible();
  expect(await app.db.select().from(packTicks)).toEqual([]);

  page = await openAnew(context, page);
  await expect(page.getByText('↑ 6 waiting to send')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('waiting to send')).toBeHidden({ timeout: 40_000 });
  await expect(page.getByText(/^Not live/)).toBeHidden();
  const stored = await app.db.select().from(deliveries);
  expect(stored.map(({ status }) => status)).toEqual(['packed', 'packed']);
  expect(await app.db.select().from(packTicks)).toHaveLength(3);
  expect(await app.db.select().from(packChecks)).toHaveLength(1);
  const events = await app.db.select().from(deliveryEvents).orderBy(asc(deliveryEvents.id));
  expect(events.map(({ status }) => status)).toEqual(['packed', 'packed']);

  // Nothing that a packer must not know is on the tablet.
  const kept = await page.evaluate(async () => {
    const opened = indexedDB.open('pack');
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
  expect(kept).toContain('Cleveland');
  for (const secret of ['@', 'price', '$', 'Shore Street', '0412', '+61', '2026-01-15'])
    expect(kept).not.toContain(secret);
  // It would go on asking while the server starts again.
  await page.goto('about:blank');
});
