/** A meal runs out: one customer gets another, one may not have it and is asked, and chooses on a phone. */
import { inArray } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const CHEF = { email: 'ran-out@redlandstable.example', password: 'mangoes and mangroves' };
const DAY = '2026-01-13';

test.use({
  owner: CHEF,
  // Before the sign-in.
  expectedStatuses: [401],
});

test('a meal that ran out is swapped, never into an allergen; who is asked chooses by their link', async ({
  page,
  request,
  app,
  browser,
}) => {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const lunches = menu.filter(({ mealType, allergens }) => mealType === 'lunch' && allergens);
  const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
  const instead = lunches.find(
    ({ id, allergens }) =>
      id !== meal.id && allergens!.some((one) => !meal.allergens?.includes(one)),
  )!;
  const allergen = instead.allergens!.find((one) => !meal.allergens?.includes(one))!;
  const orderOf = (allergens: (typeof allergen)[]) =>
    householdOrders(request, {}, { people: [{ name: 'Mia', calorieTarget: 1200, allergens }] });
  const swapped = await orderOf([]);
  const asked = await orderOf([allergen]);

  await signInAsStaff(page, CHEF);
  await page.goto('/admin');
  await page.getByRole('link', { name: `Run out of ${meal.name}…` }).click();
  const dialog = page.getByRole('dialog', { name: `Run out of ${meal.name}` });
  await expect(dialog.getByText('Nobody is waiting for this meal in these days.')).toBeVisible();
  await dialog.getByLabel('Last day').fill(DAY);
  await dialog.getByLabel('Swap for').selectOption({ label: instead.name });
  await expect(dialog.getByText(`${instead.name} contains ${allergen}`)).toBeVisible();
  await expect(dialog.getByText('1 portion swapped, 1 portion left as they are.')).toBeVisible();
  await dialog.getByLabel('Who can’t have it').selectOption({ label: 'Ask them' });
  await expect(dialog.getByText('1 portion swapped, 1 portion asked about.')).toBeVisible();
  // There and back again, and pressed at once: it acts, because nothing has changed.
  await dialog.getByRole('radio', { name: /^Refund/ }).check();
  await dialog.getByRole('radio', { name: /^Swap/ }).check();
  await dialog.getByLabel('Swap for').selectOption({ label: instead.name });
  await dialog.getByLabel('Who can’t have it').selectOption({ label: 'Ask them' });
  expect(await listPageViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole('button', { name: 'Swap 1, ask about 1' }).click();
  await expect(dialog.getByRole('status')).toContainText('Done');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: app.url,
  });
  const phone = await context.newPage();
  await phone.goto(`/track/${swapped.trackingToken}`);
  await expect(phone.getByText(instead.name, { exact: true })).toBeVisible();
  await phone.goto(`/track/${asked.trackingToken}`);
  await expect(
    phone.getByRole('heading', { name: `We’ve run out of ${meal.name} for Tue 13 Jan` }),
  ).toBeVisible();
  await expect(phone.getByRole('radio', { name: new RegExp(instead.name) })).toBeHidden();
  const overflow = await phone.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(await listPageViolations(phone)).toEqual([]);
  const second = phone.getByRole('radio').nth(1);
  await second.check();
  await phone.getByRole('button', { name: 'Send my choice' }).click();
  await expect(phone.getByText(/^You chose .* for Mia$/)).toBeVisible();
  await expect(phone.getByRole('radio')).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByText(/^You chose .* for Mia$/)).toBeVisible();
  await context.close();

  const told = await app.db
    .select({ kind: messages.kind, channel: messages.channel })
    .from(messages)
    .where(inArray(messages.kind, ['meal_swapped', 'meal_ask']))
    .orderBy(messages.id);
  expect(told.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
    'meal_swapped email',
    'meal_swapped text',
    'meal_ask email',
    'meal_ask text',
  ]);
});
