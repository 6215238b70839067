import type { APIRequestContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
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
import { householdOrders, RAVI } from './household.ts';
import { anItem, GOOD_CARD } from '#quality/support/an-order.ts';

/** A day that no other journey limits. */
const DATE = WEEK[4]!;
const DAY = formatDayAndMonth(DATE);

test('the last portions of a meal go to someone else while it is being paid for, and a meal near it is paid instead', async ({
  page,
  app,
  request,
}) => {
  await nameAndPick(page);
  const { mealId, name } = await chosenMeal(page, request);
  await app.db
    .insert(mealDays)
    .values({ mealId, date: DATE, scope: 'day', portions: 2 })
    .onConflictDoUpdate({
      target: [mealDays.mealId, mealDays.date, mealDays.scope],
      set: { portions: sql`${mealDays.held} + ${mealDays.booked} + 2` },
    });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
  await takeBoth(request, mealId);

  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectStep(page, 'A meal has just sold out');
  await expect(page.getByRole('status')).toContainText(`${name} is sold out for ${DAY}.`);
  await expect(page.getByRole('status')).toContainText('Nothing was charged.');
  await page.getByRole('link', { name: 'Choose a meal near it' }).click();
  await expectStep(page, 'Order Summary');
  const instead = page.getByText('Instead:').locator('xpath=..').getByRole('button');
  await expect(instead).toHaveCount(3);
  const chosen = await instead.first().innerText();
  await instead.first().click();
  await expect(page.getByText(`${name} is sold out`)).toBeHidden();

  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const order = await expectBooked(app.db, {
    orderNumber: await orderNumberOnScreen(page),
    totalCents,
  });
  expect(order.people).toMatchObject([{ name: 'Mia', meals: 1 }]);
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select i.meal ->> 'name' as name from order_items i order by i.id desc limit 1`,
  );
  expect(rows).toEqual([{ name: chosen }]);
});

async function nameAndPick(page: Page): Promise<void> {
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: [DATE] });
}

async function chosenMeal(page: Page, request: APIRequestContext) {
  const meals: MealReply[] = await (await request.get('/api/meals')).json();
  const kept = await page.evaluate(() => sessionStorage.getItem('orderDraft') ?? '');
  const { draft } = JSON.parse(kept) as {
    draft: { people: { mealAssignments: { mealId: number }[] }[] };
  };
  const mealId = draft.people[0]?.mealAssignments[0]?.mealId ?? 0;
  return { mealId, name: meals.find(({ id }) => id === mealId)?.name ?? '' };
}

/** Another household orders both. */
async function takeBoth(request: APIRequestContext, mealId: number): Promise<void> {
  const meals: MealReply[] = await (await request.get('/api/meals')).json();
  const meal = meals.find(({ id }) => id === mealId)!;
  await householdOrders(request, RAVI, {
    deliveryType: 'weekly',
    orderItems: ['Ravi', 'Asha'].map((personName) =>
      anItem(meal, { mealDate: DATE, deliveryDate: DATE, mealType: 'dinner', personName }),
    ),
  });
}
