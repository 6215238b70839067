import type { APIRequestContext } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import {
  amountToPay,
  chooseWindow,
  expectStep,
  fillCustomer,
  continueTo,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { householdOrders, RAVI } from './household.ts';
import { anItem, GOOD_CARD } from '#quality/support/an-order.ts';

type Slot = { date: string; window: DeliveryWindow };

test('a window that someone else fills is explained, and another one is paid with the basket kept', async ({
  page,
  app,
  request,
}) => {
  const lastPlace: Slot = { date: WEEK[2]!, window: '16:00-18:00' };
  await leaveOnePlace(app.db, lastPlace);
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'lunch', dates: WEEK.slice(2, 4) });
  await expect(page.getByRole('radio', { name: '4pm-6pm' })).toHaveAccessibleName(/1 place left/);
  await chooseWindow(page, '4pm-6pm');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Thursday’s lunch would come after lunch.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await continueTo(page, 'Customer Info');
  await takePlaceElsewhere(request, lastPlace);
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await expect(
    page.getByText('A delivery window has filled up: Thu 15 Jan, 4pm-6pm'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectStep(page, 'A delivery window has filled up');
  await expect(page.getByRole('status')).toContainText('Nothing was charged.');
  await expect(
    page.getByRole('heading', { name: 'Thu 15 Jan 2026: 4pm-6pm is full' }),
  ).toBeVisible();
  await page.getByRole('button', { name: '11am-1pm', exact: true }).click();
  await expectStep(page, 'Complete Your Order');
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const order = await expectBooked(app.db, {
    orderNumber: await orderNumberOnScreen(page),
    totalCents,
  });
  expect(order.deliveries).toEqual([{ date: WEEK[2], window: '11:00-13:00' }]);
  expect(order.people).toMatchObject([{ name: 'Mia', meals: 2 }]);
});

async function leaveOnePlace(db: Database, slot: Slot): Promise<void> {
  await db
    .insert(deliverySlots)
    .values({ ...slot, maxDeliveries: 1 })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { maxDeliveries: sql`${deliverySlots.held} + ${deliverySlots.booked} + 1` },
    });
}

async function takePlaceElsewhere(request: APIRequestContext, slot: Slot): Promise<void> {
  const meals: MealReply[] = await (await request.get('/api/meals')).json();
  const lunch = meals.find((meal) => meal.mealType === 'lunch')!;
  const { date, window } = slot;
  await householdOrders(request, RAVI, {
    deliveryType: 'weekly',
    orderItems: [
      anItem(lunch, {
        mealDate: date,
        deliveryDate: date,
        deliveryWindow: window,
        personName: 'Ravi',
      }),
    ],
  });
}
