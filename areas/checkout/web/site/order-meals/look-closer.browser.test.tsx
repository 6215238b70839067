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
  closeMenu,
  emptyCell,
  fakeOrdering,
  filledCell,
  mealInMenu,
  openWizard,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const CURRY = anOrderedMeal({ id: 3, slug: 'green-curry', name: 'Green Curry', allergens: [] });
const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;
const WEDNESDAY_DINNER = { date: WEDNESDAY, mealType: 'dinner' } as const;

const picker = (day: string) => page.getByRole('dialog', { name: `Dinner for Mia, ${day}` });
const sheet = () => page.getByRole('dialog', { name: 'Green Curry' });
const lookCloser = () => page.getByRole('button', { name: 'Look closer at Green Curry' });

beforeEach(() => {
  kitchen.meals = [DINNER, LUNCH, CURRY];
});

describe('looking closer at a meal while choosing', () => {
  beforeEach(async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
  });

  test('opens its sheet and lays nothing; Escape returns to the button', async () => {
    await lookCloser().click();
    await expect.element(sheet()).toBeVisible();
    await expect.element(sheet()).toMatchTextContent('No declared allergens');
    expect(await listViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(picker('Tue 24 Nov')).toBeVisible();
    await expect.element(lookCloser()).toHaveFocus();
    await closeMenu();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('chosen from there it is laid, and the picker goes on to the next empty day', async () => {
    await lookCloser().click();
    await sheet().getByRole('button', { name: 'Choose this meal' }).click();
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(picker('Wed 25 Nov').getByRole('heading').first()).toHaveFocus();
    await closeMenu();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('a meal that the customer came with', () => {
  const comeWith = (slug: string) => {
    saveOrderDraft(anOrderOf({ Mia: [TUESDAY] }));
    return openPage(<OrderPage />, { at: `/order?step=2&meal=${slug}`, meals: kitchen.meals });
  };

  test('opens the picker where its kind is first missing, with it on top', async () => {
    const opened = await comeWith('green-curry');
    await expect.element(picker('Wed 25 Nov')).toBeVisible();
    const first = picker('Wed 25 Nov').getByRole('listitem').first();
    await expect.element(first).toMatchTextContent('You picked it on the menu');
    await mealInMenu('Green Curry').click();
    await closeMenu();
    await expect.element(filledCell('Green Curry', WEDNESDAY_DINNER)).toBeVisible();
    expect(opened.address()).toBe('/order?step=2');
  });

  test('and that we no longer sell changes nothing', async () => {
    await comeWith('of-last-year');
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
