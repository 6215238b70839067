/** A chef's week: planned on Sunday, bought, cooked, short of a meal on Wednesday, and a lot of goods traced afterwards. */
import type { Page } from '@playwright/test';
import type { ProductionPlanReply } from '#areas/kitchen/calls/kitchen-plan.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { anItem, day } from '#quality/support/an-order.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const CHEF = { email: 'cooks-week@redlandstable.example', password: 'mangoes and mangroves' };
const TUESDAY = day(0);
const WEDNESDAY = day(1);
const MONDAY = day(6);
const WEEK = `from=${TUESDAY}&to=${MONDAY}`;
/** Sunday evening, an hour after the cutoff. */
const SUNDAY = '2026-01-11T08:00:00Z';
const LOT = '4471';

test.use({
  expectedStatuses: [401],
  owner: CHEF,
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** What was tapped is on the tablet first; the kitchen has it now. */
const untilSent = (page: Page) => expect(page.getByText(/not sent/)).toHaveCount(0);
/** Five in the morning in Brisbane. */
const fiveOn = (date: PlainDate) => new Date(Date.parse(`${date}T05:00:00+10:00`)).toISOString();

test('a chef plans a week, buys, cooks, runs short on Wednesday, and traces goods that are recalled', async ({
  page,
  request,
  setNow,
}) => {
  test.slow();
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const [meal, short] = menu.filter(({ mealType }) => mealType === 'lunch') as [
    MealReply,
    MealReply,
  ];
  const placed: PlacedOrderReply[] = [];
  for (const [index, ordered] of [meal, short].entries()) {
    const customer = { email: `w${index}@x.example`, phone: `0412 345 7${index}0` };
    const item = anItem(ordered, { mealDate: WEDNESDAY, deliveryDate: WEDNESDAY });
    placed.push(await householdOrders(request, customer, { orderItems: [item] }));
  }
  await setNow(SUNDAY);
  await signInAsStaff(page, CHEF);

  const plan = (await (
    await page.request.get(`/api/admin/production/plan?${WEEK}`)
  ).json()) as ProductionPlanReply;
  const cooking = plan.cookings.find(
    ({ users, lines }) =>
      users.some(({ mealId }) => mealId === meal.id) &&
      lines.some(({ isComponent }) => !isComponent),
  )!;
  const ingredient = cooking.lines.find(
    ({ isComponent, name }) => !isComponent && name !== 'Water',
  )!.name;

  await test.step('plans: what to cook when', async () => {
    await page.goto(`/admin?tab=plan&${WEEK}`);
    await expect(page.getByText(cooking.name).first()).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
  });

  await test.step('buys: one order for each supplier, marked as made', async () => {
    await page.goto(`/admin?tab=shopping&${WEEK}`);
    const order = page.getByRole('article').first();
    const heading = await order.getByRole('heading').textContent();
    await order.getByRole('button', { name: 'Mark as ordered' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mark as ordered' }).click();
    await expect(dialog).toBeHidden();
    const made = page.getByRole('article', { name: heading! });
    await expect(made.getByRole('button', { name: 'Mark as ordered' })).toHaveCount(0);
    expect(await listPageViolations(page)).toEqual([]);
  });

  await setNow(fiveOn(cooking.cookDate));
  await test.step('takes goods in, with their lot code', async () => {
    await page.goto('/admin?tab=food-safety');
    await page.getByRole('link', { name: 'Goods in' }).first().click();
    await page.getByRole('link', { name: 'Not ordered here' }).click();
    await page.getByLabel('What came?').selectOption({ label: ingredient });
    await page.getByLabel('How much?').fill('5');
    await page.getByLabel('Lot on the pack').fill(LOT);
    const chilled = page.getByLabel('Chilled on arrival, °C');
    if (await chilled.isVisible()) await chilled.fill('4');
    await button(page, 'Take in 1 of 1 line').click();
    await expect(page.getByText('Goods Taken In', { exact: true })).toBeVisible();
  });

  await test.step('cooks, and names the pack that went in', async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto(`/admin?tab=prep&date=${cooking.cookDate}`);
    await button(page, new RegExp(`${cooking.name}.* m?[gl]`)).click();
    await page.getByText('Lot: which packs went in').click();
    await page.getByRole('checkbox', { name: LOT }).click();
    await button(page, new RegExp(`^Made .*: ${cooking.name}$`)).click();
    await expect(page.getByText(/^1 of \d+ made, by start time$/)).toBeVisible();
    await untilSent(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await setNow(fiveOn(WEDNESDAY));
  await test.step('runs short on Wednesday: the other meal goes out instead', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: `Run out of ${short.name}…` }).click();
    const dialog = page.getByRole('dialog', { name: `Run out of ${short.name}` });
    await dialog.getByLabel('Swap for').selectOption({ label: meal.name });
    await dialog.getByRole('button', { name: 'Swap 1' }).click();
    await expect(dialog.getByRole('status')).toContainText('Done');
  });

  await test.step('puts both portions together', async () => {
    await page.goto(`/admin?tab=prep&date=${WEDNESDAY}`);
    await button(page, new RegExp(`^${meal.name}`)).click();
    await button(page, new RegExp(`^All .*: all ${meal.name}`)).click();
    await expect(button(page, new RegExp(`${meal.name}.*2/2`))).toBeVisible();
    await untilSent(page);
  });

  await test.step('traces the lot to both doors, with the numbers to phone', async () => {
    await page.goto('/admin?tab=food-safety&by=recall');
    await page.getByLabel('Ingredient, supplier or lot code').fill(LOT);
    await button(page, `Where did it go? ${ingredient}`).click();
    await expect(page.getByRole('heading', { name: 'Certain: 2 deliveries' })).toBeVisible();
    for (const { orderNumber } of placed)
      await expect(page.getByText(orderNumber).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^0412 345 7/ })).toHaveCount(2);
    await expect(
      page.getByText(new RegExp(`cooked .*${cooking.cookDate.slice(8).replace(/^0/, '')}`)).first(),
    ).toBeVisible();
    await button(page, 'This is a drill').click();
    await expect(page.getByText(/^Written down: drill by .*, found 2 in/)).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
  });
});
