/** The same again next week, and two households that one device keeps apart. */
import { expect, test } from './app-fixture.ts';
import { expectBooked } from './kitchen-books.ts';
import { listPageViolations } from './accessibility.ts';
import { householdOrders } from './household.ts';
import {
  amountToPay,
  continueTo,
  expectStep,
  fillCustomer,
  goToPayment,
  MIA,
  nameThePeople,
  orderNumberOnScreen,
  payButton,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import { startThumb } from './thumb.ts';
import { mealsOnTheirDays } from './order-again.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

test.describe.configure({ mode: 'default' });
test.use({ ownApp: 'order-again' });

const A_WEEK_LATER = '2026-01-14T02:00:00Z';

test(
  'last week’s meals, one of which is gone, are ready to pay within seven taps',
  { tag: '@release' },
  async ({ page, request, app, setNow }) => {
    const { orderItems, people, gone, goneName } = await mealsOnTheirDays(request);
    const { trackingToken } = await householdOrders(request, {}, { orderItems, people });
    await app.db.execute(gone);
    await setNow(A_WEEK_LATER);
    await page.goto(`/track/${trackingToken}`);
    const thumb = startThumb();
    await thumb.tap(page.getByRole('button', { name: 'Same as last week' }));
    await thumb.tap(page.getByRole('button', { name: /^The same meals/ }));
    await expectStep(page, 'Meal Selection');
    await thumb.tap(page.getByRole('button', { name: 'Show', exact: true }));
    await expect(
      page.getByText(`${goneName} for Ben, Wednesday dinner, is not on the menu this week.`),
    ).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    const missing = page.getByRole('listitem').filter({ hasText: goneName }).last();
    await expect(missing).toContainText('instead');
    await thumb.tap(page.getByRole('button', { name: 'Close', exact: true }));
    await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
    await expectStep(page, 'Customer Info');
    await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
    await expectStep(page, 'Order Summary');
    await thumb.tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await expectStep(page, 'Complete Your Order');
    // Two of them to read what is gone.
    expect(thumb.taps).toBeLessThanOrEqual(7);
    const totalCents = await amountToPay(page);
    await payWith(page, GOOD_CARD);
    const orderNumber = await orderNumberOnScreen(page);
    const order = await expectBooked(app.db, { orderNumber, totalCents });
    expect(order.items.map(({ mealDate }) => mealDate).toSorted()).toEqual(
      [0, 1, 2].map((at) => addDays(WEEK[at] ?? '', 7)),
    );
  },
);

test(
  'from home a family of four orders last week’s meals within seven taps and four swipes',
  { tag: '@release' },
  async ({ page, request, app, setNow }) => {
    const { orderItems } = await mealsOnTheirDays(request);
    const people = ['Mia', 'Ben', 'Leo', 'Ava'].map((name) => ({ name, calorieTarget: 1500 }));
    const items = people.flatMap(({ name }) =>
      orderItems.map((item) => ({ ...item, personName: name })),
    );
    const lastOrder = await householdOrders(request, {}, { orderItems: items, people });
    const household = {
      id: 'us',
      name: 'Us',
      people,
      customer: { ...MIA, addressLine2: '', deliveryPreference: 'cold', specialInstructions: '' },
      lastOrder,
    };
    await page.goto('/about');
    await page.evaluate(
      (kept) => localStorage.setItem('households', kept),
      JSON.stringify([household]),
    );
    await setNow(A_WEEK_LATER);
    await page.goto('/');
    const bar = page.getByRole('complementary', { name: 'For you' });
    await expect(bar).toContainText('Next week is open until Sunday 5pm.');
    expect(await listPageViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Close until tomorrow' }).tap();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(bar).toBeHidden();
    await page.evaluate(() => localStorage.removeItem('homeBarClosed'));
    await page.reload();
    const thumb = startThumb();
    await thumb.tap(bar.getByRole('link', { name: 'Same as last week' }));
    await thumb.tap(page.getByRole('button', { name: /^The same meals/ }));
    await expectStep(page, 'Meal Selection');
    await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
    await expectStep(page, 'Customer Info');
    await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
    await expectStep(page, 'Order Summary');
    await thumb.tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await expectStep(page, 'Complete Your Order');
    await thumb.tap(page.getByLabel('Card number'));
    await thumb.next(page.getByLabel('Card number'), GOOD_CARD);
    await thumb.next(page.getByLabel('Expiry (MM / YY)'), '12 / 40');
    await thumb.next(page.getByLabel('CVC'), '123');
    const totalCents = await amountToPay(page);
    await thumb.tap(payButton(page));
    const orderNumber = await orderNumberOnScreen(page);
    console.log(`The same again: ${thumb.taps} taps, ${thumb.swipes} swipes`);
    // One more than a wizard of three steps would take.
    expect(thumb.taps).toBeLessThanOrEqual(7);
    expect(thumb.swipes).toBeLessThanOrEqual(4);
    const { items: again } = await expectBooked(app.db, { orderNumber, totalCents });
    expect(again).toHaveLength(items.length);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(bar).toBeHidden();
  },
);

test(
  'two households are kept apart on one device, filled in with one tap, and erased',
  { tag: '@release' },
  async ({ page }) => {
    const order = async (names: string[], household: string) => {
      await page.goto('/order');
      const clear = page.getByRole('button', { name: 'Not you? Clear' });
      if (household !== 'Us') await clear.click();
      await nameThePeople(page, names);
      await continueTo(page, 'Meal Selection');
      const dates = WEEK.slice(0, 1);
      await pickMeals(page, { person: names[0] ?? '', mealType: 'dinner', dates });
      await continueTo(page, 'Customer Info');
      await fillCustomer(page);
      await page
        .getByRole('checkbox', { name: 'Remember us on this device' })
        .check({ force: true });
      await page.getByLabel('Name this household').fill(household);
      await continueTo(page, 'Order Summary');
      await goToPayment(page);
      await payWith(page, GOOD_CARD);
      await orderNumberOnScreen(page);
    };
    await order(['Mia', 'Ben'], 'Us');
    await order(['Ana'], 'Mum in Cleveland');

    await page.goto('/order');
    const name = page.getByRole('textbox', { name: 'Name' }).first();
    await page.getByRole('button', { name: /^Mum in Cleveland/ }).click();
    await expect(name).toHaveValue('Ana');
    await expect(page.getByText('From this device: Mum in Cleveland.')).toBeVisible();
    await page.getByRole('button', { name: /^Us/ }).click();
    await expect(name).toHaveValue('Mia');

    await page.getByRole('link', { name: 'What’s kept here' }).click();
    await expectStep(page, 'Kept on this device');
    expect(await listPageViolations(page)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Same as last week' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Erase Mum in Cleveland' }).click();
    await expect(page.getByRole('heading', { name: 'Us' })).toBeVisible();
    await page.getByRole('button', { name: 'Erase everything here' }).click();
    await expect(page.getByText('Nothing is kept here')).toBeVisible();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await page.goto('/order');
    await expect(name).toHaveValue('Person 1');
  },
);
