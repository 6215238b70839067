import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getOrderAgain, type OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { ThisDevicePage } from '#areas/checkout/web/site/this-device-page.tsx';
import { anOrderOf, DINNER, TUESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  continueButton,
  cards,
  emptyCell,
  fakeOrdering,
  MIA_DRAFT,
  openWizard,
  stepHeading,
  withCustomer,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';
import {
  type RememberedHousehold,
  readHouseholds,
  saveHousehold,
} from '#areas/checkout/web/site/kept-households.ts';
import { savePlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { liveHearts } from '#areas/menu/web/hearts.ts';
import { toggleFavourite } from '#areas/menu/web/kept-favourite-meals.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const kitchen = fakeOrdering();

const MUM: RememberedHousehold = {
  id: 'mum',
  name: 'Mum in Cleveland',
  people: [
    {
      name: 'Ana',
      calorieTarget: 1200,
      allergens: ['cashew'],
      avoid: [],
      diets: [],
      note: 'soft food',
    },
  ],
  customer: { ...MIA_DRAFT, firstName: 'Ana' },
  lastOrder: { orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'secret' },
};
const US: RememberedHousehold = {
  ...MUM,
  id: 'us',
  name: 'Us',
  people: [{ name: 'Ben', calorieTarget: 1800, allergens: [], avoid: [], diets: [], note: '' }],
  customer: { ...EMPTY_CUSTOMER, firstName: 'Ben' },
  lastOrder: null,
};

/** What Mum's last order says today. */
const LAST: OrderAgainReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  placedOn: '2026-01-13',
  customer: { ...MIA_DRAFT },
  deliveryType: 'daily',
  people: [{ name: 'Ana', calorieTarget: 1200, ...NO_FOOD_NEEDS }],
  items: [],
  recipient: null,
  reminder: { isAsked: false, canAsk: false, at: '2026-01-18T02:00:00.000Z' },
};

beforeEach(async () => {
  kitchen.server.answers(getOrderAgain, () => LAST);
  kitchen.server.answers(quoteOrder, () => never());
  await page.viewport(390, 844);
  localStorage.clear();
  sessionStorage.clear();
});

const names = () => page.getByRole('textbox', { name: /^Name of person 1/ });

describe('in the order', () => {
  test('nothing is remembered unasked', async () => {
    await openWizard(kitchen, { order: withCustomer(anOrderOf({ Ben: [TUESDAY] })), step: 3 });
    const box = page.getByRole('checkbox', { name: 'Remember us on this device' });
    await expect.element(box).not.toBeChecked();
    await continueButton().click();
    await expect.element(stepHeading('Order Summary')).toBeVisible();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('a tick keeps people, contact and address under a name', async () => {
    await openWizard(kitchen, { order: withCustomer(anOrderOf({ Ben: [TUESDAY] })), step: 3 });
    await page.getByRole('checkbox', { name: 'Remember us on this device' }).click({ force: true });
    await page.getByLabelText('Name this household').fill('Mum in Cleveland');
    expect(await listViolations()).toEqual([]);
    await continueButton().click();
    await expect.element(stepHeading('Order Summary')).toBeVisible();
    expect(readHouseholds()).toMatchObject([
      { name: 'Mum in Cleveland', people: [{ name: 'Ben' }], customer: { firstName: 'Mia' } },
    ]);
    await expect.element(page.getByText('From this device: Mum in Cleveland.')).toBeVisible();
    expect(JSON.stringify(localStorage)).not.toContain('mealAssignments');
  });

  test('one tap fills a household in and says so; another clears it', async () => {
    saveHousehold(US);
    saveHousehold(MUM);
    await openWizard(kitchen);
    await page.getByRole('button', { name: /^Mum in Cleveland/ }).click();
    await expect.element(names()).toHaveValue('Ana');
    await expect.element(page.getByText('From this device: Mum in Cleveland.')).toBeVisible();
    expect(readOrderDraft()?.draft.people[0]).toMatchObject({
      calorieTarget: 1200,
      allergens: ['cashew'],
    });
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Not you? Clear' }).click();
    await expect.element(names()).toHaveValue('Person 1');
    expect(readOrderDraft()?.draft.customer).toEqual(EMPTY_CUSTOMER);
    expect(readHouseholds()).toHaveLength(2);
  });

  test('the only household is there from the start, with what it had last week one tap away, until it is cleared', async () => {
    saveHousehold(MUM);
    const { close } = await openWizard(kitchen);
    await expect.element(names()).toHaveValue('Ana');
    const again = page.getByRole('button', { name: 'Same as last week' });
    await expect.element(again).toBeVisible();
    await expect.element(continueButton()).toBeEnabled();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Not you? Clear' }).click();
    await expect.element(names()).toHaveValue('Person 1');
    await expect.element(again).not.toBeInTheDocument();
    await close();
    await openWizard(kitchen);
    await expect.element(page.getByText('Who is it for?')).toBeVisible();
    await expect.element(names()).toHaveValue('Person 1');
  });

  test('what was typed before the household was looked up stays', async () => {
    saveHousehold(MUM);
    const answer = Promise.withResolvers<OrderAgainReply>();
    kitchen.server.answers(getOrderAgain, () => answer.promise);
    await openWizard(kitchen);
    await expect.poll(() => kitchen.server.sent(getOrderAgain)).toHaveLength(1);
    await names().fill('Lan');
    answer.resolve(LAST);
    await expect.element(page.getByRole('button', { name: /^Mum in Cleveland/ })).toBeVisible();
    await expect.element(names()).toHaveValue('Lan');
  });

  test('what their last order says they can’t have is added and said, until one tap takes it off', async () => {
    saveHousehold(MUM);
    kitchen.server.answers(getOrderAgain, () => ({
      ...LAST,
      people: [{ ...LAST.people[0]!, allergens: ['soy'], avoid: ['kiwifruit'] }],
    }));
    await openWizard(kitchen);
    await page.getByRole('button', { name: '1 more' }).click();
    await expect
      .element(page.getByText('Ana: soy, kiwifruit added, as in your order of Tue 13 Jan.'))
      .toBeVisible();
    const needs = () => readOrderDraft()?.draft.people[0];
    expect(needs()).toMatchObject({ allergens: ['cashew', 'soy'], avoid: ['kiwifruit'] });
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Ana can eat soy again' }).click();
    await expect.poll(needs).toMatchObject({ allergens: ['cashew'], avoid: ['kiwifruit'] });
  });

  test('nothing is filled in while its last order cannot be looked up; one that is gone stands in nobody’s way', async () => {
    saveHousehold(MUM);
    kitchen.server.answers(getOrderAgain, () =>
      refused(503, { message: 'Not now.', code: 'busy' }),
    );
    await openWizard(kitchen);
    const mum = page.getByRole('button', { name: /^Mum in Cleveland/ });
    await mum.click();
    await expect.element(page.getByRole('alert').getByText(/Nothing has changed/)).toBeVisible();
    await expect.element(names()).toHaveValue('Person 1');
    kitchen.server.answers(getOrderAgain, () =>
      refused(404, { message: 'This order was not found', code: 'not_found' }),
    );
    await mum.click();
    await expect.element(names()).toHaveValue('Ana');
  });

  test('meals that were chosen are only removed when the customer says so', async () => {
    saveHousehold(MUM);
    await openWizard(kitchen, { order: anOrderOf({ Lan: [TUESDAY] }) });
    await page.getByRole('button', { name: /^Mum in Cleveland/ }).click();
    await page.getByRole('button', { name: 'Keep my order' }).click();
    await expect.element(names()).toHaveValue('Lan');
    await page.getByRole('button', { name: /^Mum in Cleveland/ }).click();
    await page.getByRole('button', { name: 'Start for Mum in Cleveland' }).click();
    await expect.element(names()).toHaveValue('Ana');
  });

  test('damaged storage shows an order as if nothing were kept', async () => {
    localStorage.setItem('households', '[{"id":"mum"');
    localStorage.setItem('favouriteMeals', '{');
    await openWizard(kitchen);
    await expect.element(names()).toHaveValue('Person 1');
    await expect.element(page.getByText('Who is it for?')).not.toBeInTheDocument();
  });

  test('a heart brings a meal to the top of the menu the next time', async () => {
    liveHearts();
    kitchen.meals = [DINNER, { ...DINNER, id: 3, name: 'Zucchini Bake', slug: 'zucchini-bake' }];
    const open = async () => {
      const opened = await openWizard(kitchen, { order: anOrderOf({ Ben: [] }), step: 2 });
      await emptyCell('Ben', { date: TUESDAY, mealType: 'dinner' }).click();
      return opened;
    };
    const isFirst = (name: string) =>
      expect
        .poll(() => cards().getByRole('listitem').first().element().textContent)
        .toContain(name);
    const { close } = await open();
    await isFirst(DINNER.name);
    const heart = page.getByRole('button', { name: 'Favourite: Zucchini Bake' });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await isFirst(DINNER.name);
    await close();
    await open();
    await isFirst('Zucchini Bake');
  });
});

describe('the page of what is kept', () => {
  const open = () =>
    openPage(
      <main>
        <ThisDevicePage />
      </main>,
      { at: '/this-device', meals: [DINNER] },
    );

  test('says so when it is nothing', async () => {
    await open();
    await expect.element(page.getByText('Nothing is kept here')).toBeVisible();
  });

  test('shows all of it, and erases one household and not the other', async () => {
    saveHousehold(US);
    saveHousehold(MUM);
    toggleFavourite(DINNER.id);
    await open();
    for (const text of [
      'Ana can’t have: cashew. “soft food” 1200 Cal a day',
      'cashew',
      'soft food',
      'mia@example.com',
      'RT-7K3F-9Q2X',
    ])
      await expect.element(page.getByText(new RegExp(text)).first()).toBeVisible();
    await expect.element(page.getByText(new RegExp(DINNER.name)).first()).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Erase Mum in Cleveland' }).click();
    expect(readHouseholds().map(({ name }) => name)).toEqual(['Us']);
    await expect.element(page.getByText(/is erased from this device/)).toBeVisible();
  });

  test('shows what other pages keep until they are done, and erases it', async () => {
    savePlacedOrder({ orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'token' });
    sessionStorage.setItem('orderChange:token', '{}');
    await open();
    await expect.element(page.getByText(/^Order RT-7K3F-9Q2X, with the link/)).toBeVisible();
    await expect.element(page.getByText(/^Changes to an order/)).toBeVisible();
    await page.getByRole('button', { name: 'Erase From this visit' }).click();
    await expect.element(page.getByText('Nothing is kept here')).toBeVisible();
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[], []]);
  });

  test('changes a household, and refuses what an order would refuse', async () => {
    saveHousehold(MUM);
    saveHousehold(US);
    await open();
    const begin = page.getByRole('button', { name: 'Change Mum in Cleveland' });
    const focused = () => document.activeElement;
    await begin.click();
    expect(focused()?.querySelector('form')).not.toBeNull();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(begin).toBeVisible();
    expect(focused()?.contains(begin.element())).toBe(true);
    expect(focused()).not.toBe(document.body);
    await begin.click();
    await page.getByLabelText('Name of this household').fill('us');
    await page.getByLabelText('Phone').fill('12');
    await page.getByRole('button', { name: 'Save on this device' }).click();
    expect(readHouseholds()[0]?.name).toBe('Mum in Cleveland');
    await page.getByLabelText('Phone').fill('0412 345 679');
    await page.getByRole('button', { name: 'Save on this device' }).click();
    expect(readHouseholds()[0]).toMatchObject({
      id: 'mum',
      name: 'us 2',
      customer: { phone: '0412 345 679' },
      lastOrder: { orderNumber: 'RT-7K3F-9Q2X' },
    });
  });

  test('names without a space do not widen a narrow phone', async () => {
    await page.viewport(320, 640);
    saveHousehold({ ...MUM, name: 'H'.repeat(40) });
    await open();
    await expect.element(page.getByRole('heading', { name: 'H'.repeat(40) })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(320);
  });

  test('erases everything with one tap', async () => {
    saveHousehold(MUM);
    toggleFavourite(DINNER.id);
    localStorage.setItem('recommendedCaloriePlan', '1800');
    localStorage.setItem('of a part that came later', 'x');
    await open();
    await page.getByRole('button', { name: 'Erase everything here' }).click();
    await expect.element(page.getByText('Nothing is kept here')).toBeVisible();
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[], []]);
  });
});
