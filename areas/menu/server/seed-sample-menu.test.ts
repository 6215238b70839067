import { afterAll, beforeAll, expect, test } from 'vitest';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { removeMeals } from '#quality/support/remove-meals.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { seedSampleMenu } from './seed-sample-menu.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('a new installation starts with 18 lunches and 18 dinners', async () => {
  const menu = await menuOf(t);
  expect(menu.filter((meal) => meal.mealType === 'lunch')).toHaveLength(18);
  expect(menu.filter((meal) => meal.mealType === 'dinner')).toHaveLength(18);
});

test('an installation that has a menu keeps it as it is', async () => {
  const { db } = t.context;
  const [first] = await menuOf(t);
  await removeMeals(db, { except: first!.id });
  expect(await seedSampleMenu(db)).toBe(0);
  expect(await db.select({ id: meals.id }).from(meals)).toEqual([{ id: first!.id }]);
});
