import { expectBooked } from './kitchen-books.ts';
import { expect, test } from './app-fixture.ts';
import {
  amountToPay,
  chooseDelivery,
  chooseWindow,
  choosePlans,
  chooseDeliveryDay,
  fillCustomer,
  fillTheWeek,
  continueTo,
  goToPayment,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
  pickMeals,
  sitBeside,
  openTracking,
  WEEK,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

test(
  'one person has five dinners delivered day by day',
  { tag: '@release' },
  async ({ page, app }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
    await nameThePeople(page, ['Mia']);
    await choosePlans(page, ['1800']);
    await continueTo(page, 'Meal Selection');
    await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: WEEK.slice(0, 5) });
    await chooseDelivery(page, 'Daily');
    await chooseWindow(page, '4pm-6pm');
    await continueTo(page, 'Customer Info');
    await fillCustomer(page);
    await page.getByRole('radio', { name: /^Warm/ }).check();
    await page.getByLabel('Special instructions').fill('The gate code is 2468.');
    await continueTo(page, 'Order Summary');
    await expect(page.getByText('Mia: 5 dates × $2.99')).toBeVisible();
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await payWith(page, GOOD_CARD);
    const orderNumber = await orderNumberOnScreen(page);
    await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(
      `Order ${orderNumber} has been placed successfully!`,
    );

    const order = await expectBooked(app.db, { orderNumber, totalCents });
    expect(order).toMatchObject({
      firstName: 'Mia',
      lastName: 'Nguyễn',
      phone: '+61412345678',
      addressLine1: '12 Shore Street West',
      suburb: 'Cleveland',
      postcode: '4163',
      deliveryType: 'daily',
      deliveryPreference: 'warm',
      specialInstructions: 'The gate code is 2468.',
      deliveryFeeCents: 5 * 299,
    });
    expect(order.people).toEqual([{ name: 'Mia', calorieTarget: 1800, meals: 5 }]);
    expect(order.deliveries).toEqual(
      WEEK.slice(0, 5).map((date) => ({ date, window: '16:00-18:00' })),
    );
    expect(await openTracking(page, orderNumber)).toBe(totalCents);
    const folds = page.getByRole('main').locator('details:not([open]) > summary:visible');
    while ((await folds.count()) > 0) await folds.first().click();
    for (const { mealName } of order.items)
      await expect(page.getByText(mealName).first()).toBeVisible();
  },
);

test('a family of four with different appetites gets one weekly delivery and learns why', async ({
  page,
  app,
}) => {
  await page.goto('/order');
  await nameThePeople(page, ['Mia', 'Ben', 'Cleo', 'Dan']);
  await continueTo(page, 'Meal Selection');
  await fillTheWeek(page, { meals: 'Dinners', forWhom: 'Mia' });
  await sitBeside(page, 'Ben');
  await pickMeals(page, { person: 'Ben', mealType: 'lunch', dates: WEEK.slice(1, 6) });
  await expect(page.getByRole('group', { name: 'How should it arrive?' })).toBeVisible();
  await sitBeside(page, 'Cleo');
  await pickMeals(page, { person: 'Cleo', mealType: 'lunch', dates: WEEK.slice(0, 2) });
  await expect(page.getByRole('group', { name: 'How should it arrive?' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText(/Cleo \D*2 meals/);
  await chooseDeliveryDay(page, 'Tue 13 Jan');
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  // Dan has no meals.
  await expect(page.getByText('Delivery, 3 people × $5.99')).toBeVisible();
  await goToPayment(page);
  const totalCents = await amountToPay(page);
  await payWith(page, GOOD_CARD);
  const orderNumber = await orderNumberOnScreen(page);

  const order = await expectBooked(app.db, { orderNumber, totalCents });
  expect(order).toMatchObject({ deliveryType: 'weekly', deliveryFeeCents: 3 * 599 });
  expect(order.people.map(({ name, meals }) => [name, meals])).toEqual([
    ['Mia', 7],
    ['Ben', 5],
    ['Cleo', 2],
    ['Dan', 0],
  ]);
  expect(order.deliveries).toEqual([{ date: WEEK[0], window: '11:00-13:00' }]);
  expect(await openTracking(page, orderNumber)).toBe(totalCents);
});

test(
  'three people order on a phone, each with a plan and meals of their own',
  { tag: '@release' },
  async ({ page, app }) => {
    await page.goto('/order');
    await nameThePeople(page, ['Ana', 'Bo', 'Kim']);
    await choosePlans(page, ['1200', '1500', '1800']);
    await continueTo(page, 'Meal Selection');
    await fillTheWeek(page, { meals: 'Both' });
    await chooseDelivery(page, 'Daily');
    await page.getByText('Different time on some days?').click();
    await page
      .getByRole('group', { name: 'Delivery window on Saturday 17 January' })
      .getByRole('radio', { name: '4pm-6pm' })
      .check();
    await page.getByRole('button', { name: 'Keep them' }).click();
    await continueTo(page, 'Customer Info');
    await fillCustomer(page);
    await continueTo(page, 'Order Summary');
    await goToPayment(page);
    const totalCents = await amountToPay(page);
    await payWith(page, GOOD_CARD);
    const orderNumber = await orderNumberOnScreen(page);

    const order = await expectBooked(app.db, { orderNumber, totalCents });
    expect(order.people).toEqual([
      { name: 'Ana', calorieTarget: 1200, meals: 14 },
      { name: 'Bo', calorieTarget: 1500, meals: 14 },
      { name: 'Kim', calorieTarget: 1800, meals: 14 },
    ]);
    expect(order.deliveryFeeCents).toBe(3 * 7 * 299);
    expect(order.deliveries).toEqual(
      WEEK.map((date, index) => ({ date, window: index === 4 ? '16:00-18:00' : '11:00-13:00' })),
    );
    expect(await openTracking(page, orderNumber)).toBe(totalCents);
  },
);
