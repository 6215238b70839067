import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { readNextMenu } from '#areas/menu/calls/menu-weeks.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { MenuPage } from './menu-page.tsx';

const meal = (id: number, name: string, change: Partial<MealReply>): MealReply =>
  anOrderedMeal({ id, name, description: '', ingredients: 'Water.', allergens: [], ...change });

const MEALS = [
  meal(1, 'Chicken Soup', { mealType: 'lunch', calories: 350, price: '13.99', protein: 34 }),
  meal(2, 'Cheese Bake', { allergens: ['milk'], price: '15.99' }),
  meal(3, 'Walnut Salad', { mealType: 'lunch', allergens: ['walnut'], calories: 380 }),
  meal(4, 'Secret Stew', { allergens: null }),
];

const server = fakeServer();
const names = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const chip = (name: string) => page.getByRole('checkbox', { name, exact: true });
const openFold = () => userEvent.click(page.getByText('Filter and sort', { exact: false }));
const open = (at: string) =>
  openPage(
    <main>
      <MenuPage />
    </main>,
    { at, meals: MEALS },
  );
test('next week’s menu stands below it with its days, where the kitchen shows it', async () => {
  server.answers(readNextMenu, () => ({
    menu: {
      weekStart: '2026-01-20',
      weekEnd: '2026-01-26',
      opensAt: '2026-01-11T07:00:00Z',
      meals: [
        {
          name: 'Barramundi',
          slug: 'barramundi',
          mealType: 'dinner',
          calories: 500,
          protein: 40,
          price: '15.99',
          days: ['2026-01-20', '2026-01-22'],
        },
      ],
    },
  }));
  const config = { business: { ...defaultBusiness, showNextWeek: true } };
  await openPage(<MenuPage />, { at: '/menu', meals: MEALS, config });
  const next = page.getByRole('region', { name: 'Next week: Tue 20 Jan to Mon 26 Jan 2026' });
  await expect.element(next).toMatchTextContent(/You can order these meals from .*11 Jan/);
  await expect.element(next).toMatchTextContent(/Barramundi.*Tue 20 Jan, Thu 22 Jan/);
  // To be looked at: nothing of it leads to an order.
  await expect.element(next.getByRole('link')).not.toBeInTheDocument();
});

const searchField = () => page.getByRole('searchbox', { name: 'Search meals' });

describe('the filters of the menu', () => {
  test('a tick filters at once, in the address, and is said', async () => {
    const shown = await open('/menu');
    await expect.element(page.getByText('4 meals')).toBeVisible();
    await openFold();
    await userEvent.click(chip('Milk'));
    await expect.poll(names).toEqual(['Chicken Soup', 'Walnut Salad']);
    expect(shown.address()).toBe('/menu?without=milk');
    const said = page.getByText('2 of 4 meals').element().closest('[aria-live="polite"]');
    expect(said?.textContent).toContain('1 meal left out: it declares milk.');
    expect(said?.textContent).toContain('1 meal left out: allergens not declared.');
    await expect
      .element(page.getByText('If a trace could harm someone', { exact: false }).first())
      .toBeVisible();
    await expect.element(chip('Milk')).toHaveFocus();
  });

  test('Back takes the last filter off, in the form too', async () => {
    const shown = await open('/menu');
    await openFold();
    await userEvent.click(chip('Milk'));
    await userEvent.click(chip('Under 450 Cal'));
    await expect.poll(shown.address).toBe('/menu?without=milk&calories=450');
    shown.goBack();
    await expect.element(chip('Under 450 Cal')).not.toBeChecked();
    await expect.element(chip('Milk')).toBeChecked();
    shown.goBack();
    await expect.element(chip('Milk')).not.toBeChecked();
    await expect.poll(names).toHaveLength(4);
  });

  test('an address fills the form in', async () => {
    await open('/menu?type=lunch&without=walnut&price=15&q=soup&sort=protein');
    await expect.poll(names).toEqual(['Chicken Soup']);
    await expect.element(searchField()).toHaveValue('soup');
    await openFold();
    await expect.element(page.getByRole('combobox', { name: 'Price' })).toHaveValue('15');
    await expect.element(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('protein');
    await userEvent.click(page.getByText('More allergens'));
    await expect.element(chip('Walnut')).toBeChecked();
  });

  test('a group stands for its allergens', async () => {
    const shown = await open('/menu');
    await openFold();
    await userEvent.click(page.getByText('More allergens'));
    await userEvent.click(chip('Walnut'));
    await expect.poll(shown.address).toBe('/menu?without=walnut');
    await expect.element(chip('All tree nuts')).toBePartiallyChecked();
    await userEvent.click(chip('All tree nuts'));
    await expect.poll(shown.address).toBe('/menu?without=tree-nuts');
    await expect.element(chip('Cashew')).toBeChecked();
    await userEvent.click(chip('All tree nuts'));
    await expect.poll(shown.address).toBe('/menu');
    await expect.element(chip('Cashew')).not.toBeChecked();
  });

  test('typing searches after a pause, keeps every letter, and Back leads past the whole word', async () => {
    const shown = await open('/menu');
    await userEvent.type(searchField(), 'chicken s');
    await expect.poll(shown.address).toMatch(/\?q=chicken\+s$/);
    await expect.element(searchField()).toHaveValue('chicken s');
    await expect.poll(names).toEqual(['Chicken Soup']);
    shown.goBack();
    await expect.poll(shown.address).toBe('/menu');
    await expect.element(searchField()).toHaveValue('');
  });

  test('chips take filters off one by one, or all at once', async () => {
    const shown = await open('/menu?without=milk&calories=450&sort=price');
    await userEvent.click(page.getByRole('link', { name: 'Take off: Under 450 Cal' }));
    await expect.poll(shown.address).toBe('/menu?without=milk&sort=price');
    expect(document.activeElement?.textContent).toContain('of 4 meals');
    await userEvent.click(page.getByRole('link', { name: 'Clear filters' }));
    await expect.poll(shown.address).toBe('/menu');
  });

  test('where nothing is left, the way out is named and keeps the allergens', async () => {
    const shown = await open('/menu?without=milk&q=bake');
    await expect.element(page.getByText('No meals found')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: '“bake” (2 meals)', exact: true }));
    await expect.poll(shown.address).toBe('/menu?without=milk');
    await expect.poll(names).toEqual(['Chicken Soup', 'Walnut Salad']);
  });

  test('by keyboard: fold, tick, show', async () => {
    const shown = await open('/menu');
    await expect.element(searchField()).toBeVisible();
    page.getByText('Filter and sort', { exact: false }).element().closest('summary')?.focus();
    await userEvent.keyboard('{Enter}{Tab} ');
    await expect.poll(shown.address).toBe('/menu?without=tree-nuts');
    page.getByRole('button', { name: 'Show meals' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.querySelector('details')?.open).toBe(false);
    await expect.poll(() => document.activeElement?.textContent).toContain('2 of 4 meals');
  });

  test('a kind of dish is one tap, says how many meals it leads to, and is in the address', async () => {
    await open('/menu');
    const kinds = page.getByRole('navigation', { name: 'Filter meals' });
    await expect.element(kinds.getByRole('link', { name: 'Chicken 1' })).toBeVisible();
    expect(kinds.getByRole('link', { name: /^Beef/ }).elements()).toEqual([]);
    await userEvent.click(kinds.getByRole('link', { name: 'Chicken 1' }));
    await expect.poll(names).toEqual(['Chicken Soup']);
    await userEvent.click(kinds.getByRole('link', { name: 'Chicken 1' }));
    await expect.poll(names).toHaveLength(4);
  });

  test('a misspelled word is read, said, and can be had as written', async () => {
    await open('/menu?q=chiken');
    await expect.poll(names).toEqual(['Chicken Soup']);
    await expect.element(page.getByRole('main')).toMatchTextContent(/Showing “chicken”\./);
    await userEvent.click(page.getByRole('link', { name: '“chiken” as written' }));
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent(/No meals found.*No meal is or has “chiken”\..*Chicken \(1 meal\)/);
  });

  test('what is searched without is left out by name, with what we may say of it', async () => {
    await open('/menu?q=dairy+free');
    await expect.poll(names).toEqual(['Chicken Soup', 'Walnut Salad']);
    await expect
      .element(
        page.getByText('2 meals don’t declare milk. If a trace could harm someone, call us.'),
      )
      .toBeVisible();
  });

  test('axe finds nothing, and nothing is too wide at 320 px', async () => {
    await page.viewport(320, 640);
    await open('/menu?without=milk,brazil-nut&diet=no-gluten&q=donaudampfschifffahrtsgesellschaft');
    await openFold();
    for (const more of ['More allergens', 'More diets'])
      await userEvent.click(page.getByText(more));
    await expect.element(chip('Pine nut')).toBeVisible();
    expect(await listViolations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});
