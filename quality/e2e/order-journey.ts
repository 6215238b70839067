/** A customer's steps from opening the wizard to getting an order number, using the words on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';

/** The days of the week that is open on the fixture's default Wednesday: Tuesday 13 to Monday 19 January. */
export const WEEK: readonly PlainDate[] = Array.from({ length: 7 }, (_, index) =>
  addDays('2026-01-13', index),
);

export const MIA = {
  firstName: 'Mia',
  lastName: 'Nguyễn',
  email: 'mia@example.com',
  phone: '0412 345 678',
  addressLine1: '12 Shore Street West',
  suburb: 'Cleveland',
};
export const BANK_ASKS_CARD = '4000 0025 0000 3155';
export const UNKNOWN_CARD = '4111 1111 1111 1111';

type Cell = { person: string; date: PlainDate; mealType: MealType };

export async function nameThePeople(page: Page, names: readonly string[]): Promise<void> {
  const fields = page.getByRole('textbox', { name: 'Name' });
  await expect(fields.first()).toBeVisible();
  if ((await fields.count()) < names.length)
    await page.getByRole('radio', { name: `${names.length} people` }).check();
  for (const [index, name] of names.entries()) await fields.nth(index).fill(name);
}

export async function continueTo(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectStep(page, heading);
}

export async function expectStep(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

export async function sitBeside(page: Page, person: string): Promise<void> {
  const seats = page.getByRole('group', { name: 'Whose meals?' });
  await seats.getByRole('radio', { name: person }).check();
}

/** A plan, chosen for one person after the other. */
export async function choosePlans(page: Page, plans: readonly string[]): Promise<void> {
  const fields = page.getByRole('combobox', { name: /^How many calories a day/ });
  for (const [index, plan] of plans.entries()) await fields.nth(index).selectOption(plan);
}

/** A cell of the week that is shown; empty, or with the meal that lies in it. */
export function cellOf(page: Page, { person, date, mealType }: Cell, meal = 'empty'): Locator {
  const word = mealType === 'lunch' ? 'Lunch' : 'Dinner';
  return page
    .getByRole('group', { name: `${person}’s days` })
    .getByRole('button', { name: `${word}, ${formatLongDate(date)}: ${meal}` });
}

/** The meals that may go into the open cell. */
export function cardsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Meals to choose from' }).getByRole('listitem');
}

/** Puts the menu's meal number `choice` into an empty cell of the person whose week is shown. */
export async function pickMeal(page: Page, cell: Cell, choice = 0): Promise<void> {
  await cellOf(page, cell).click();
  await cardsOf(page).nth(choice).getByRole('button').first().click();
  await expect(cellOf(page, cell)).toBeHidden();
}

/** One meal on each of the dates, a different one every day. */
export async function pickMeals(
  page: Page,
  { dates, ...cell }: Omit<Cell, 'date'> & { dates: readonly PlainDate[] },
): Promise<void> {
  for (const [index, date] of dates.entries()) await pickMeal(page, { ...cell, date }, index);
}

/** Fills the empty cells of everyone, or of whom it is asked for. */
export async function fillTheWeek(
  page: Page,
  { meals, forWhom }: { meals: 'Dinners' | 'Lunches' | 'Both'; forWhom?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Fill the week for me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill the week' });
  if (forWhom) {
    const whose = dialog.getByRole('group', { name: 'Whose' });
    await expect(whose.getByRole('checkbox', { name: forWhom })).toBeVisible();
    for (const name of await whose.getByRole('checkbox').all()) await name.uncheck();
    await whose.getByRole('checkbox', { name: forWhom }).check();
  }
  await dialog.getByRole('radio', { name: meals }).check();
  await dialog.getByRole('button', { name: /^Add / }).click();
  await expect(dialog).toBeHidden();
}

export async function chooseDelivery(page: Page, type: 'Daily' | 'Weekly'): Promise<void> {
  await page
    .getByRole('group', { name: 'How should it arrive?' })
    .getByRole('radio', { name: type })
    .check();
}

export async function chooseDeliveryDay(page: Page, day: string): Promise<void> {
  await page.getByRole('group', { name: 'Delivery day' }).getByRole('radio', { name: day }).check();
}

export async function chooseWindow(page: Page, window: '11am-1pm' | '4pm-6pm'): Promise<void> {
  await page
    .getByRole('group', { name: 'Delivery window', exact: true })
    .getByRole('radio', { name: window })
    .check();
}

export async function fillCustomer(page: Page): Promise<void> {
  await page.getByLabel('First name').fill(MIA.firstName);
  await page.getByLabel('Last name').fill(MIA.lastName);
  await page.getByLabel('Email').fill(MIA.email);
  await page.getByLabel('Phone').fill(MIA.phone);
  await page.getByLabel('Street address').fill(MIA.addressLine1);
  await page.getByLabel('Suburb').selectOption(MIA.suburb);
}

/** From the summary to the card form. */
export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectStep(page, 'Complete Your Order');
}

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Pay \$/ });
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
}

export async function payWith(page: Page, card: string): Promise<void> {
  await fillCard(page, card);
  await payButton(page).click();
}

/** A short order, up to the summary: two dinners for one, delivered on the first day. */
export async function orderDinnersForOne(page: Page, week = WEEK): Promise<void> {
  await page.goto('/order');
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Mia', mealType: 'dinner', dates: week.slice(0, 2) });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await continueTo(page, 'Order Summary');
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
}

/** The amount on the Pay button, in cents. */
export async function amountToPay(page: Page): Promise<number> {
  return centsIn(await payButton(page).innerText());
}

/** The number shown to the customer. */
export async function orderNumberOnScreen(page: Page): Promise<string> {
  await expectStep(page, 'Thank you for your order!');
  const number = page
    .getByRole('paragraph')
    .filter({ hasText: /^Your order number is/ })
    .getByRole('strong');
  await expect(number).toHaveText(/^RT-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  return number.innerText();
}

/** From the confirmation to the order's own page; returns the amount paid shown there, in cents. */
export async function openTracking(page: Page, orderNumber: string): Promise<number> {
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.getByText('More about this order').click();
  await expect(page.getByRole('heading', { name: 'What you paid' })).toBeVisible();
  await expect(page.getByRole('main').getByText(orderNumber)).toBeVisible();
  return centsIn(await page.getByRole('definition').last().innerText());
}

/** "$1,030.97" -> 103097. */
function centsIn(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);
}
