import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { OrderPage } from '#areas/checkout/web/site/order/order-page.tsx';
import {
  anOrderOf,
  DINNER,
  LUNCH,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  cards,
  cellHeading,
  emptyCell,
  fakeOrdering,
  filledCell,
  mealInMenu,
  openWizard,
  whoNeeds,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const CURRY = anOrderedMeal({ id: 3, slug: 'green-curry', name: 'Green Curry', allergens: [] });
const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;
const WEDNESDAY_DINNER = { date: WEDNESDAY, mealType: 'dinner' } as const;

const sheet = () => page.getByRole('dialog', { name: 'Green Curry' });
const lookCloser = () => page.getByRole('button', { name: 'Look closer at Green Curry' });

beforeEach(() => {
  kitchen.meals = [DINNER, LUNCH, CURRY];
});

describe('looking closer at a meal while choosing', () => {
  test('opens its sheet and lays nothing; Escape returns to the button', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await lookCloser().click();
    await expect.element(sheet()).toBeVisible();
    await expect.element(sheet()).toMatchTextContent('No declared allergens');
    expect(await listViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(lookCloser()).toHaveFocus();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('Back closes the sheet, then the cell that was opened', async () => {
    const wizard = await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    await lookCloser().click();
    await expect.element(sheet()).toBeVisible();
    wizard.goBack();
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    wizard.goBack();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('chosen from there it is placed, and choosing goes on', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await lookCloser().click();
    await sheet().getByRole('button', { name: 'Choose this meal' }).click();
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toHaveFocus();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('a meal that the customer came with', () => {
  const comeWith = (slug: string, order = anOrderOf({ Mia: [TUESDAY] })) => {
    saveOrderDraft(order);
    return openPage(<OrderPage />, { at: `/order?step=2&meal=${slug}`, meals: kitchen.meals });
  };

  test('is first where its kind is first missing, and out of the address', async () => {
    const opened = await comeWith('green-curry');
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    const first = cards().getByRole('listitem').first();
    await expect.element(first).toMatchTextContent('You picked it on the menu');
    expect(opened.address()).toBe('/order?step=2');
    await mealInMenu('Green Curry').click();
    await expect.element(filledCell('Green Curry', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(first).not.toMatchTextContent('You picked it on the menu');
  });

  test('is for the first person who may eat it, and says who may not', async () => {
    kitchen.meals = [DINNER, LUNCH, { ...CURRY, allergens: ['fish'] }];
    const order = whoNeeds(anOrderOf({ Mia: [], Ben: [] }), { Mia: { allergens: ['fish'] } });
    await comeWith('green-curry', order);
    await expect.element(cellHeading('Ben', TUESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByText('Green Curry: not for Mia: fish.')).toBeVisible();
  });

  test('and that we no longer sell changes nothing', async () => {
    await comeWith('of-last-year');
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByText('You picked it on the menu')).not.toBeInTheDocument();
  });
});
