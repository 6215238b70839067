/** Weeks that come out right: fish that would not keep is swapped, and three plans are filled as they promise. */
import type { Locator, Page } from '@playwright/test';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import {
  cardsOf,
  choosePlans,
  chooseDelivery,
  chooseDeliveryDay,
  continueTo,
  expectStep,
  fillCustomer,
  fillTheWeek,
  goToPayment,
  nameThePeople,
  orderNumberOnScreen,
  payWith,
  pickMeal,
  sitBeside,
  WEEK,
} from './order-journey.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';

test(
  'a weekly delivery names the fish that would not keep, and one button swaps it',
  { tag: '@release' },
  async ({ page, request }) => {
    const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
    const fish = menu.filter(
      ({ mealType, shelfLifeDays, freezable }) =>
        mealType === 'dinner' && freezable === false && (shelfLifeDays ?? 3) <= 3,
    );
    await page.goto('/order');
    await nameThePeople(page, ['Mia']);
    await continueTo(page, 'Meal Selection');
    for (const date of WEEK.slice(0, 5)) {
      await pickMeal(page, { person: 'Mia', mealType: 'dinner', date }, 0);
    }
    // While each day brings its own meals, the fish keeps.
    await chooseDelivery(page, 'Daily');
    await pickNamed(
      page,
      'Sunday 18 January',
      fish.map(({ name }) => name),
    );
    await chooseDelivery(page, 'Weekly');
    await chooseDeliveryDay(page, 'Tue 13 Jan');

    await expect(page.getByText('1 meal would not keep.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled();
    expect(await listPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Swap it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Meals that keep until their day' });
    await expect(dialog.getByText('Instead of')).toBeVisible();
    await dialog.getByRole('button', { name: 'Swap 1 meal' }).click();
    await expect(page.getByText('1 meal would not keep.')).toBeHidden();
    await continueTo(page, 'Customer Info');
    await fillCustomer(page);
    await continueTo(page, 'Order Summary');
    await goToPayment(page);
    await payWith(page, GOOD_CARD);
    await orderNumberOnScreen(page);
  },
);

test(
  'three plans get three weeks, two within 8% and the light one as near as the menu is light',
  { tag: '@release' },
  async ({ page }) => {
    await page.goto('/order');
    // The seven lightest lunches and dinners of the menu are 16.4% above 1,200 Cal, and none comes twice.
    const people = [
      { name: 'Ana', plan: '1200', aim: 720, within: 0.165 },
      { name: 'Bo', plan: '1500', aim: 900, within: 0.08 },
      { name: 'Kim', plan: '1800', aim: 1080, within: 0.08 },
    ];
    await nameThePeople(
      page,
      people.map(({ name }) => name),
    );
    await choosePlans(
      page,
      people.map(({ plan }) => plan),
    );
    await continueTo(page, 'Meal Selection');
    await fillTheWeek(page, { meals: 'Both' });
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    const weeks: string[] = [];
    for (const { name, aim, within } of people) {
      await sitBeside(page, name);
      const week = page.getByRole('list', { name: `${name}’s week` });
      await expect(week.getByText(`of ${aim.toLocaleString('en-AU')} Cal`)).toHaveCount(7);
      const deviations = await deviationsIn(week, aim);
      const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length;
      expect(mean, `${name}: ${deviations.join(', ')}`).toBeLessThan(within);
      weeks.push((await week.innerText()).replaceAll(/[\d,.$]+/g, ''));
    }
    expect(new Set(weeks).size).toBe(3);
    await expectStep(page, 'Meal Selection');
  },
);

async function pickNamed(page: Page, day: string, names: readonly string[]): Promise<void> {
  const cell = page.getByRole('button', { name: `Dinner, ${day}: empty` });
  await cell.click();
  const card = cardsOf(page).filter({ hasText: new RegExp(names.join('|')) });
  await card.first().getByRole('button').first().click();
  await expect(cell).toBeHidden();
}

/** How far each day is from the aim, as a share of it. */
async function deviationsIn(week: Locator, aim: number): Promise<number[]> {
  const texts = await week.getByText(/^[\d,]+ of [\d,]+ Cal$/).allInnerTexts();
  return texts.map((text) => {
    const calories = Number(text.split(' ', 1)[0]?.replaceAll(',', ''));
    return Math.abs(calories - aim) / aim;
  });
}
