import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { MenuPage } from '#areas/menu/web/site/menu-page.tsx';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { translatePage } from '#platform/web/testing/translate-page.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { liveWithoutReact } from './page-life.ts';

const server = fakeServer();

let isLive = false;

/** Its start script runs once in a document. */
function live(): void {
  if (!isLive) liveWithoutReact();
  isLive = true;
}

async function openMenu(meals: MealReply[]): Promise<void> {
  await openPage(
    <main>
      <MenuPage />
    </main>,
    { at: '/menu', meals },
  );
  live();
}

function answerWeek(): void {
  const days = [
    { date: '2026-01-13', windows: [], limited: [{ mealId: 2, left: 4 }] },
    { date: '2026-01-14', windows: [], limited: [{ mealId: 2, left: 0 }] },
  ];
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-07T02:00:00Z',
    cutoff: '2026-01-11T07:00:00Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
    days,
  }));
}

test('once it is used, the menu says what is running out, on which days, whatever is filtered', async () => {
  answerWeek();
  const meals = [
    anOrderedMeal({ id: 1, name: 'Chicken Soup', mealType: 'lunch' }),
    anOrderedMeal({ id: 2, name: 'Cheese Bake', mealType: 'dinner' }),
  ];
  await openMenu(meals);
  const said = page.getByText('4 left for Tue 13 Jan, sold out for Wed 14 Jan');
  await expect.element(said).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(said).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'Lunch', exact: true }));
  await expect.element(said).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('link', { name: 'All', exact: true }));
  await expect.element(said).toBeVisible();
});

test('the menu shows the favourites alone, as long as one of its meals is one', async () => {
  localStorage.clear();
  const meals = [
    anOrderedMeal({ id: 1, name: 'Chicken Soup', mealType: 'lunch' }),
    anOrderedMeal({ id: 2, name: 'Cheese Bake', mealType: 'dinner' }),
  ];
  await openMenu(meals);
  const only = page.getByRole('button', { name: /^Favourites only/ });
  await expect.element(only).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Favourite: Cheese Bake' }));
  await userEvent.click(only);
  await expect.element(only).toHaveTextContent('♥Favourites only1');
  await expect.element(page.getByText('Cheese Bake')).toBeVisible();
  await expect.element(page.getByText('Chicken Soup')).not.toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Favourite: Cheese Bake' }));
  await expect.element(page.getByText('Chicken Soup')).toBeVisible();
  await expect.element(only).not.toBeInTheDocument();
});

test('a page translator and what is written without React come to rest', async () => {
  localStorage.clear();
  answerWeek();
  await openMenu([anOrderedMeal({ id: 2, name: 'Cheese Bake', mealType: 'dinner' })]);
  const endTranslation = translatePage();
  await userEvent.click(page.getByRole('button', { name: 'Favourite: Cheese Bake' }));
  await expect
    .element(page.getByRole('button', { name: /Favourites only/ }))
    .toHaveTextContent('«♥»«Favourites only»«1»');
  await expect
    .element(page.getByText('«4 left for Tue 13 Jan, sold out for Wed 14 Jan»'))
    .toBeVisible();
  endTranslation();
});

test('an address with a fragment opens the answer around it', async () => {
  const list = document.createElement('div');
  list.innerHTML = '<details><summary>Fees</summary><p id="fees">$2.99 a day</p></details>';
  document.body.append(list);
  live();
  const before = location.href;
  location.hash = '#fees';
  await expect.element(page.getByText('$2.99 a day')).toBeVisible();
  history.replaceState(null, '', before);
  list.remove();
});

test('a tapped heart is kept, and shown wherever the meal stands', async () => {
  localStorage.clear();
  const meals = [anOrderedMeal({ id: 1, name: 'Chicken Soup', mealType: 'lunch' })];
  await openMenu(meals);
  const heart = page.getByRole('button', { name: 'Favourite: Chicken Soup' });
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(heart);
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('favouriteMeals')).toBe('[1]');
  // A filter brings the card again; another tab takes the heart off.
  await userEvent.click(page.getByRole('link', { name: 'Dinner', exact: true }));
  await expect.element(heart).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('link', { name: 'All', exact: true }));
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  localStorage.removeItem('favouriteMeals');
  dispatchEvent(new StorageEvent('storage', { key: 'favouriteMeals' }));
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
});
