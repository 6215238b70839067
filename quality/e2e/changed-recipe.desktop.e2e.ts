/** Almond goes into a meal that a child with a nut allergy has paid for: staff settle it, and the label changes. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { labelsOfDay, signInAsStaff } from './staff-sign-in.ts';

const CHEF = { email: 'chef@redlandstable.example', password: 'mangoes and mangroves' };
const DAY = '2026-01-13';

test.use({
  owner: CHEF,
  // Before the sign-in.
  expectedStatuses: [401],
});

test('a changed recipe is listed before it is saved, holds the meal, and is settled by a swap', async ({
  page,
  request,
}) => {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
  expect(meal.allergens).not.toContain('almond');
  const { orderNumber } = await householdOrders(
    request,
    { specialInstructions: 'Mia carries an EpiPen' },
    { people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['almond'] }] },
  );
  await signInAsStaff(page, CHEF);
  const readLabels = async () => (await labelsOfDay(page, DAY)).join(' ');
  expect(await readLabels()).not.toContain('HOLD');

  await page.goto(`/admin?meal=${meal.id}`);
  await page.getByLabel('Ingredients', { exact: true }).fill(`${meal.ingredients} Almond meal.`);
  await page.getByRole('checkbox', { name: 'almond', exact: true }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('This concerns 1 person in 1 delivery.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and list them' }).click();

  await expect(page.getByRole('heading', { name: 'Food to settle (1)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: `${meal.name}: almond added` })).toBeVisible();
  await expect(page.getByText('Severe: call first.')).toBeVisible();
  await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Today', exact: true })).toHaveAccessibleDescription(
    /^\d+$/,
  );
  expect(await readLabels()).toContain('ON HOLD, DO NOT PACK');
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(await listPageViolations(page)).toEqual([]);

  const [swap = ''] = await page.getByLabel('Instead for Mia').locator('option').allTextContents();
  await page.getByRole('button', { name: 'Swap for Mia' }).click();
  await page.getByRole('button', { name: 'Swap meal' }).click();
  await expect(page.getByText('No food to settle')).toBeVisible();
  const labels = await readLabels();
  expect(labels).toContain(swap.replace(/ \(.*/, ''));
  expect(labels).not.toContain('HOLD');
  expect(labels).not.toContain(meal.name);
});
