import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  getOrderAgain,
  type OrderAgainReply,
  setReminder,
} from '#areas/checkout/calls/order-again.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import { ReminderBox } from '#areas/checkout/web/order-again.tsx';
import {
  anOrderOf,
  DINNER,
  LUNCH,
  THURSDAY,
  TUESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  continueButton,
  fakeOrdering,
  filledCell,
  openWizard,
  stepHeading,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';
import { saveHousehold } from '#areas/checkout/web/site/kept-households.ts';
import { readOrderDraft, saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const kitchen = fakeOrdering();

/** Last week's: a dinner on the Tuesday that is still cooked, and one on the Thursday that is not. */
const LAST: OrderAgainReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  placedOn: '2026-11-13',
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'm…@example.com',
    phone: '… 678',
    addressLine1: '12 Shore Street West',
    addressLine2: '',
    suburb: 'Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  deliveryType: 'weekly',
  people: [{ name: 'Ben', calorieTarget: 1800, allergens: [], avoid: [], diets: [], note: '' }],
  items: [
    { mealId: DINNER.id, mealName: DINNER.name, mealDate: '2026-11-17', calories: 560 },
    { mealId: 99, mealName: 'Duck Curry', mealDate: '2026-11-19', calories: 600 },
  ].map((item) => ({
    ...item,
    price: '15.99',
    ingredients: '',
    personName: 'Ben',
    mealType: 'dinner' as const,
    deliveryDate: '2026-11-17',
    deliveryWindow: '16:00-18:00' as const,
  })),
  recipient: null,
  reminder: { isAsked: false, canAsk: true, at: '2026-11-18T02:00:00.000Z' },
};

beforeEach(async () => {
  await page.viewport(390, 844);
  localStorage.clear();
  sessionStorage.clear();
  kitchen.meals = [
    DINNER,
    LUNCH,
    anOrderedMeal({ id: 3, name: 'Lamb Curry', allergens: [], freezable: true }),
  ];
  kitchen.server.answers(listMeals, () => kitchen.meals);
  kitchen.server.answers(getOrderAgain, () => LAST);
});

const button = () => page.getByRole('button', { name: 'Same as last week' });

const choice = (name: string) =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) });

async function press() {
  const opened = await openPage(
    <main>
      <h1>Your order</h1>
      <SameAsLastWeek token="secret" />
    </main>,
    { at: '/track/secret' },
  );
  await button().click();
  await choice('The same meals').click();
  return opened;
}

test('the meals are placed on the same days; one that is gone is named, with the nearest one tap away', async () => {
  const { address, close } = await press();
  await expect.poll(address).toBe('/order?step=2');
  await close();
  await openWizard(kitchen, { step: 2 });
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
  await expect
    .element(filledCell(DINNER.name, { date: TUESDAY, mealType: 'dinner' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect
    .element(page.getByText('Duck Curry for Ben, Thursday dinner, is not on the menu this week.'))
    .toBeVisible();
  expect(await listViolations()).toEqual([]);
  await expect.element(page.getByText('✓ Lamb Curry instead')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await filledCell(DINNER.name, { date: TUESDAY, mealType: 'dinner' }).click();
  await expect.element(page.getByText(`Chosen: ${DINNER.name} · as last week`)).toBeVisible();
  await filledCell('Lamb Curry', { date: THURSDAY, mealType: 'dinner' }).click();
  await expect.element(page.getByText('Chosen: Lamb Curry · instead of Duck Curry')).toBeVisible();
  await expect
    .element(filledCell('Lamb Curry', { date: THURSDAY, mealType: 'dinner' }))
    .toBeVisible();
  await continueButton().click();
  await expect.element(page.getByText('m…@example.com')).toBeVisible();
  await expect.element(page.getByLabelText('Last name')).toHaveValue('Nguyễn');
  await expect.element(continueButton()).toBeEnabled();
  await page.getByRole('button', { name: 'Use others' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue('');
  await expect.element(page.getByText('Still needed: email and phone')).toBeVisible();
});

test('what this device knows that someone can’t have is added before the meals are placed, and said', async () => {
  const draft = anOrderOf({ Ben: [] }).draft;
  saveHousehold({
    id: 'us',
    name: 'Us',
    people: draft.people.map((person) => ({
      ...person,
      allergens: ['peanut'],
      avoid: ['kiwifruit'],
    })),
    customer: draft.customer,
    lastOrder: { orderNumber: LAST.orderNumber, trackingToken: 'secret' },
  });
  kitchen.meals = [{ ...DINNER, allergens: ['peanut'] }, LUNCH];
  const { address, close } = await press();
  await expect.poll(address).toBe('/order?step=2');
  await close();
  await openWizard(kitchen, { step: 2 });
  await page.getByRole('button', { name: '1 more' }).click();
  await expect
    .element(page.getByText('Ben: peanut, kiwifruit added, as kept on this device.'))
    .toBeVisible();
  expect(readOrderDraft()?.draft.people[0]).toMatchObject({
    allergens: ['peanut'],
    avoid: ['kiwifruit'],
    mealAssignments: [],
  });
  await page.getByRole('button', { name: 'Ben can eat kiwifruit again' }).click();
  await expect.poll(() => readOrderDraft()?.draft.people[0]?.avoid).toEqual([]);
  expect(readOrderDraft()?.draft.people[0]?.allergens).toEqual(['peanut']);
});

test('an order that is being put together is only replaced when the customer says so', async () => {
  const underWay = anOrderOf({ Lan: [TUESDAY] });
  saveOrderDraft(underWay);
  const { address } = await openPage(<SameAsLastWeek token="secret" />, { at: '/track/secret' });
  await button().click();
  await expect.element(page.getByText(/^You’ve already chosen 1 meal\./)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  expect(readOrderDraft()?.draft).toEqual(underWay.draft);
  expect(kitchen.server.sent(getOrderAgain)).toEqual([]);
  await button().click();
  await choice('The same meals').click();
  await expect.poll(address).toBe('/order?step=2');
  expect(readOrderDraft()?.draft.people.map(({ name }) => name)).toEqual(['Ben']);
});

test('an order of the week that is open now is not placed into it again unasked', async () => {
  const items = LAST.items.map((item) => ({ ...item, mealDate: TUESDAY, deliveryDate: TUESDAY }));
  kitchen.server.answers(getOrderAgain, () => ({ ...LAST, items }));
  const { address } = await press();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(`${LAST.orderNumber} is for the week that’s open now.`);
  expect(readOrderDraft()).toBeNull();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Make a second order' }).click();
  await expect.poll(address).toBe('/order?step=2');
});

test('without an answer nothing changes, and it can be tried again', async () => {
  kitchen.server.answers(getOrderAgain, () => refused(503, { message: 'Not now.', code: 'busy' }));
  await press();
  await expect.element(page.getByRole('alert').getByText(/Nothing has changed/)).toBeVisible();
  expect(readOrderDraft()).toBeNull();
});

test('the reminder is ticked by hand alone, and says what it is', async () => {
  let isAsked = false;
  const state = () => ({ ...LAST.reminder, isAsked });
  kitchen.server.answers(getOrderAgain, () => ({ ...LAST, reminder: state() }));
  kitchen.server.answers(setReminder, ({ body }) => {
    ({ isAsked } = body);
    return state();
  });
  await openPage(
    <main>
      <ReminderBox token="secret" />
    </main>,
    { at: '/track/secret' },
  );
  const box = page.getByRole('checkbox', { name: 'Remind me next week' });
  await expect.element(box).not.toBeChecked();
  await box.click({ force: true });
  await expect.element(box).toBeChecked();
  await expect.element(page.getByText(/We’ll email m…@example.com once/)).toBeVisible();
  await box.click({ force: true });
  await expect.element(box).not.toBeChecked();
  expect(kitchen.server.sent(setReminder).map(({ body }) => body.isAsked)).toEqual([true, false]);
});

test('no reminder is offered where no email would go, or where its time is over', async () => {
  const { close } = await openPage(<ReminderBox token="secret" />, {
    at: '/track/secret',
    config: { sendsMail: false },
  });
  await close();
  expect(kitchen.server.sent(getOrderAgain)).toEqual([]);
  kitchen.server.answers(getOrderAgain, () => ({
    ...LAST,
    reminder: { ...LAST.reminder, canAsk: false },
  }));
  await openPage(<ReminderBox token="secret" />, { at: '/track/secret' });
  await expect.poll(() => kitchen.server.sent(getOrderAgain).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toContain('Remind me');
});
