/** A packer at the bench, with a tablet. */
import type { Page } from '@playwright/test';
import { asc } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { anItem } from '#quality/support/an-order.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { packChecks } from '#areas/order-book/server/tables/packing.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const PACKER = { email: 'ana@redlandstable.example', password: 'mangoes and mangroves' };
/** Nine on the Tuesday of the orders. */
const NINE = '2026-01-12T23:00:00Z';

test.use({
  viewport: { width: 820, height: 1180 },
  expectedStatuses: [401],
  owner: PACKER,
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a window is packed: an allergy is looked at first, and a bag goes short only when said so', async ({
  page,
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
      orderItems: [anItem(meal), anItem(other, { personName: 'Raj' })],
    },
  );
  await householdOrders(
    request,
    { phone: '0412 345 672', email: 'b@x.example', address: '3 Shore Street West, Cleveland' },
    { orderItems: [anItem(meal), anItem(other)] },
  );
  await setNow(NINE);
  await signInAsStaff(page, PACKER);
  // An open page of an owner would ask for what packers may not see.
  await page.goto('about:blank');
  await app.db.update(staff).set({ role: 'packer' });

  await page.goto('/');
  await page.getByRole('link', { name: 'Pack', exact: true }).click();
  await expect(button(page, /11am-1pm/)).toContainText('0 of 2 bags packed');
  await button(page, /11am-1pm/).click();
  await expect(page.getByRole('heading', { name: /^Allergy: 1 Mia/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mia: no almond' })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await expect(button(page, meal.name)).toHaveCount(0);
  const checked = button(page, 'Mia: no almond. I checked');
  await checked.click();
  await expect(checked).toContainText('Tap once more');
  await checked.click();

  await expect(page.getByRole('heading', { name: /^1 Mia/ })).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  await button(page, meal.name).click();
  await expect(button(page, meal.name)).toHaveAttribute('aria-pressed', 'true');
  await button(page, other.name).click();
  await expect(page.getByText(/✓ 1 Mia \S+ packed/)).toBeVisible();

  // The next bag opens by itself.
  await expect(page.getByRole('heading', { name: /^2 Mia/ })).toBeVisible();
  await expect(page.getByText('1 of 2 bags')).toBeVisible();
  await button(page, 'Missing').click();
  await button(page, other.name).click();
  await button(page, 'Not cooked').click();
  await expect(page.getByText('Missing: not cooked')).toBeVisible();
  await button(page, meal.name).click();
  await button(page, 'Send short').click();
  await expect(page.getByText(`Send it without ${other.name}?`)).toBeVisible();
  await button(page, 'Yes, send short').click();
  await expect(page.getByText('✓ All bags of this window are packed')).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);

  const stored = await app.db.select().from(deliveries);
  expect(stored.map(({ status }) => status)).toEqual(['packed', 'packed']);
  const events = await app.db.select().from(deliveryEvents).orderBy(asc(deliveryEvents.id));
  expect(events.map(({ status, confirmed }) => [status, confirmed])).toEqual([
    ['packed', []],
    ['packed', ['short']],
  ]);
  expect(await app.db.select().from(packChecks)).toHaveLength(1);
  // It would go on asking while the server starts again.
  await page.goto('about:blank');
});
