/**
 * A family with a cashew allergy, from the first page to the plate, while the chef puts cashew into Mia's dinner at every
 * stage: before paying, paid, cooked, packed, on the road and delivered. Each time someone is told before she eats it.
 */
import type { Page } from '@playwright/test';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';
import { expect, test } from './app-fixture.ts';
import {
  continueTo,
  expectStep,
  fillCustomer,
  goToPayment,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { labelsOfDay, signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };
const [DAY = ''] = WEEK;
/** On the day of the delivery, in Brisbane. */
const at = (time: string) => new Date(`${DAY}T${time}:00+10:00`).toISOString();

test.use({ owner: OWNER, expectedStatuses: [400, 401] });

const STOP = 'HOLD: do not hand over. Call the kitchen';

test('whenever cashew goes into a dinner, someone is told before it is eaten', async ({
  page,
  browser,
  app,
  setNow,
}) => {
  test.slow();
  const staffContext = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    timezoneId: 'Australia/Brisbane',
    locale: 'en-AU',
  });
  const staff = await staffContext.newPage();
  await signInAsStaff(staff, OWNER);

  // The first page to the till.
  await page.goto('/order');
  await nameThePeople(page, ['Mia', 'Ben']);
  await page.getByText('Allergies, diet of Mia').click();
  const chips = page.getByRole('group', { name: 'Mia can’t have' });
  await chips.getByRole('button', { name: 'More allergens' }).click();
  await chips.getByRole('checkbox', { name: 'Cashew' }).check();
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: [DAY] });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await goToPayment(page);
  const chosen = (await page.evaluate(() => sessionStorage.getItem('orderData'))) ?? '';
  const { mealId } = (JSON.parse(chosen) as { orderItems: { mealId: number }[] }).orderItems[0]!;
  const chef = cookbook(staff, mealId);

  // Before paying.
  await page.goBack();
  await expectStep(page, 'Order Summary');
  await chef.addCashew();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText(/contains cashew/i).first()).toBeVisible();
  await chef.takeItOut();
  await page.goBack();
  await goToPayment(page);

  // Paid.
  await payWith(page, GOOD_CARD);
  await orderNumberOnScreen(page);
  await chef.addCashew();
  await page.reload();
  await expect(
    page
      .getByText(/Mia’s is on hold/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Track your order' }).click();
  await expect(page.getByText('is on hold: read why below', { exact: false })).toBeVisible();
  const tracking = page.url();
  await staff.goto('/admin?tab=recipes');
  await expect(staff.getByRole('heading', { name: 'Food to settle (1)' })).toBeVisible();
  expect((await labelsOfDay(staff, DAY)).join(' ')).toContain('ON HOLD, DO NOT PACK');
  await chef.takeItOut();
  expect((await labelsOfDay(staff, DAY)).join(' ')).not.toContain('HOLD');

  // Cooked.
  await setNow(at('08:00'));
  await report('cooked');
  await chef.addCashew();
  await staff.goto('/pack');
  await staff.getByRole('button', { name: /11am-1pm/ }).click();
  await expect(staff.getByText(/^STOP\. .* may not be for Mia/)).toBeVisible();
  await cookAgain();

  // Packed.
  await report('packed', ['not_ticked', 'not_checked']);
  await chef.addCashew();
  await staff.goto('/drive');
  await expect(staff.getByText(STOP)).toBeVisible();
  await cookAgain();

  // On the road.
  await report('packed', ['not_ticked', 'not_checked']);
  await report('out', ['too_early']);
  await chef.addCashew();
  await staff.goto('/drive');
  await expect(staff.getByText(STOP)).toBeVisible();
  await page.goto(tracking);
  await expect(page.getByText('is on hold: read why below', { exact: false })).toBeVisible();

  // Delivered.
  await report('delivered');
  await page.reload();
  await expect(page.getByText(/^Please do not eat .*: read why below$/)).toBeVisible();
  await staff.goto('/admin?tab=recipes');
  await expect(staff.getByRole('heading', { name: 'Call now (1)' })).toBeVisible();
  await staffContext.close();

  async function report(status: string, confirm: string[] = []) {
    const [{ id: delivery } = { id: 0 }] = await app.db.select().from(deliveries);
    const reply = await staff.request.post('/api/admin/deliveries/status', {
      data: { deliveries: [{ id: delivery }], status, confirm, reason: 'Cooked again' },
    });
    expect((await reply.json()).results[0]).toMatchObject({ ok: true });
  }

  /** What is cooked stays what it was: only food that is cooked again is without it. */
  async function cookAgain() {
    await chef.takeItOut();
    await report('planned');
    await report('cooked');
  }
});

/** What the chef does with one meal. */
function cookbook(staff: Page, mealId: number) {
  const now = async () => {
    const all = (await (await staff.request.get('/api/admin/meals')).json()) as StaffMealReply[];
    return all.find(({ id }) => id === mealId)!;
  };
  const known = now();
  const save = async (change: Partial<StaffMealReply>) => {
    const {
      id: _,
      slug: _slug,
      notPublic: _notPublic,
      archivedAt: _archivedAt,
      ...facts
    } = await now();
    const data = { ...facts, ...change, cooked: 'also' };
    const reply = await staff.request.put(`/api/meals/${mealId}`, { data });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  return {
    now,
    async addCashew() {
      const { ingredients, allergens } = await known;
      await save({
        ingredients: `${ingredients}, cashew`,
        allergens: [...(allergens ?? []), 'cashew'],
      });
    },
    async takeItOut() {
      const { ingredients, allergens } = await known;
      await save({ ingredients, allergens });
    },
  };
}
