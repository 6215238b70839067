import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMeal, type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import { checkRecipe } from '#areas/orders/calls/food-to-settle.ts';
import { readRecipeBook, type RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { MealForm } from '#areas/recipes/web/portal/meals/meal-form.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';

const server = fakeServer();
const MEAL: StaffMealReply = { ...anOrderedMeal(), version: 3, archivedAt: null };

const openForm = (meal: StaffMealReply | null) =>
  openPortalPage(<MealForm meal={meal} />, { server, heading: 'Meal', at: '/admin?meal=1' });

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
const highlighted = () => page.getByText('Check the highlighted fields.');

const EMPTY_BOOK: RecipeBookReply = {
  ingredients: [],
  components: [],
  meals: [],
  includesGst: false,
};

beforeEach(async () => {
  server.answers(readRecipeBook, () => EMPTY_BOOK);
  await page.viewport(1280, 800);
});

test('nothing is wrong with an empty form until it is sent; then the first wrong field has the focus', async () => {
  await openForm(null);
  await expect.element(field('Name')).toBeVisible();
  await expect.element(field('Name')).not.toHaveAttribute('aria-invalid');
  await button('Create meal').click();
  await expect.element(highlighted()).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  expect(server.sent(createMeal)).toEqual([]);
  expect(await listViolations()).toEqual([]);
});

test('a message goes as soon as its field is right', async () => {
  await openForm(MEAL);
  await field('Price ($)').fill('cheap');
  await button('Save changes').click();
  await expect.element(field('Price ($)')).toHaveAttribute('aria-invalid', 'true');
  await field('Price ($)').fill('13.49');
  await expect.element(field('Price ($)')).not.toHaveAttribute('aria-invalid');
  await expect.element(highlighted()).not.toBeInTheDocument();
});

test('what a list leaves to guess is said, and plain names are put in by a tap', async () => {
  await openForm({ ...MEAL, ingredients: 'Tofu (27%), rice', allergens: ['soy'] });
  await expect.element(page.getByText(/Write “Tofu \(soy\)”/)).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Put it in').click();
  await expect.element(field('Ingredients')).toHaveValue('Tofu (27%) (soy), rice');
  await expect.element(page.getByText(/Food law wants/)).not.toBeInTheDocument();
  await expect.element(button('Put it in')).not.toBeInTheDocument();
});

test('a new meal with ingredients is declared before customers can order it', async () => {
  await openForm(null);
  await field('Ingredients').fill('Chicken, rice');
  await button('Create meal').click();
  const said = page.getByText(/Declare the allergens before customers can order it/);
  await expect.element(said).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('radio', { name: /^Declared/ }).click();
  await expect.element(said).not.toBeInTheDocument();
});

test('what the server says of a field stands beside it until the field changes', async () => {
  server.answers(updateMeal, () =>
    refused(400, {
      message: 'Check the highlighted fields.',
      code: 'invalid_request',
      fields: { name: 'Another meal has this name' },
    }),
  );
  await openForm(MEAL);
  await field('Description').fill('Creamy.');
  await button('Save changes').click();
  await expect.element(page.getByText('Another meal has this name')).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  await field('Name').fill('Butter Chicken with Rice');
  await expect.element(page.getByText('Another meal has this name')).not.toBeInTheDocument();
});

test('a change by someone else is not overwritten unless staff say so, and then with their version', async () => {
  const theirs = { ...MEAL, name: 'Butter Chicken Deluxe', version: 4 };
  server.answers(updateMeal, () =>
    refused(409, {
      message: 'Someone changed this meal since you opened it.',
      code: 'stale_version',
      meal: theirs,
      changedBy: null,
      changedFields: ['name'],
    }),
  );
  await openForm(MEAL);
  await field('Name').fill('Chicken in Butter');
  await button('Save changes').click();
  await expect.element(page.getByText('Not saved: someone else changed this meal')).toBeVisible();
  await button('Keep mine').click();
  server.answers(updateMeal, ({ body }) => ({ ...theirs, name: body.name, version: 5 }));
  await button('Save changes').click();
  await expect.element(page.getByText('Meal Updated')).toBeVisible();
  expect(server.sent(updateMeal).map(({ body }) => [body.name, body.version])).toEqual([
    ['Chicken in Butter', 3],
    ['Chicken in Butter', 4],
  ]);
});

test('leaving with unsaved changes is asked about, and without changes is not', async () => {
  const opened = await openForm(MEAL);
  await field('Name').fill('Chicken in Butter');
  opened.goTo('/admin?tab=orders');
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(asked).toBeVisible();
  await button('Stay').click();
  // While it closes, nothing behind it takes what is typed.
  await expect.element(asked).not.toBeInTheDocument();
  await field('Name').fill(MEAL.name);
  await expect.element(field('Name')).toHaveValue(MEAL.name);
  opened.goTo('/elsewhere');
  await expect.element(page.getByText('Another page')).toBeVisible();
});

test('a recipe that people have paid for is saved only once staff have read whom it concerns', async () => {
  server.answers(checkRecipe, () => ({ people: 2, deliveries: 3, stops: 1, cooked: 0 }));
  server.answers(updateMeal, ({ body }) => ({ ...MEAL, ingredients: body.ingredients ?? '' }));
  const { address } = await openForm(MEAL);
  await field('Ingredients').fill('Chicken, almond meal.');
  await button('Save changes').click();
  await expect.element(page.getByText(/This concerns 2 people in 3 deliveries/)).toBeVisible();
  expect(server.sent(updateMeal)).toEqual([]);
  expect(await listViolations()).toEqual([]);
  await button('Save and list them').click();
  await expect.element(page.getByText('Meal Updated')).toBeVisible();
  await expect.poll(address).toBe('/admin?tab=recipes');
});

test.each([
  ['Yes, we only corrected the label', 'also'],
  ['No, from now on', 'not'],
])('what is cooked is asked about once: %s', async (answer, cooked) => {
  server.answers(checkRecipe, () => ({ people: 0, deliveries: 0, stops: 0, cooked: 12 }));
  server.answers(updateMeal, ({ body }) => ({ ...MEAL, ingredients: body.ingredients ?? '' }));
  await openForm(MEAL);
  await field('Ingredients').fill('Chicken, almond meal.');
  await button('Save changes').click();
  await expect
    .element(page.getByText('12 portions are cooked. Are they like this too?'))
    .toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button(answer).click();
  await expect.element(page.getByText('Meal Updated')).toBeVisible();
  expect(server.sent(updateMeal)).toMatchObject([{ body: { cooked } }]);
});
