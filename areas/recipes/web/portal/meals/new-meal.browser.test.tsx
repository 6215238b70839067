import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import {
  createIngredient,
  createMealByRecipe,
  readRecipeBook,
  type RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { anIngredient } from '#quality/support/an-ingredient.ts';
import { MealEditor } from './meal-editor.tsx';
import { PutOnMenu } from './take-over.tsx';

const server = fakeServer();
const pack = { qty: 1000, priceCents: 1200 };
const CREATED: StaffMealReply = {
  ...anOrderedMeal({ name: 'Garlic chicken', ingredients: 'Chicken.', allergens: [] }),
  id: 41,
  isActive: false,
  version: 1,
  archivedAt: null,
};
const BOOK: RecipeBookReply = {
  ingredients: [
    anIngredient({ id: 1, name: 'Chicken', labelName: 'chicken', pack }),
    anIngredient({ id: 2, name: 'Garlic', pack }),
    anIngredient({ id: 3, name: 'Cream', labelName: 'cream', contains: ['milk'], pack }),
  ],
  components: [],
  meals: [],
  includesGst: false,
};

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const open = (at = '/admin?tab=meals&meal=new') =>
  openPortalPage(<MealEditor id="new" />, { server, heading: 'Weekly Meals', at });

beforeEach(async () => {
  await page.viewport(1280, 900);
  server.answers(readRecipeBook, () => BOOK);
  server.answers(createMealByRecipe, () => ({ meal: CREATED, book: BOOK }));
});

test('a new meal is written from its recipe in under 30 fields and taps', async () => {
  let count = 0;
  const type = async (text: string) => {
    count += 1;
    await userEvent.keyboard(text);
  };
  const tap = async (on: ReturnType<typeof button>) => {
    count += 1;
    await on.click();
  };
  const { address } = await open();
  const panel = page.getByRole('region', { name: 'One portion by this recipe' });
  await expect.element(panel).toMatchTextContent('Nothing goes in yet');
  await tap(field('Name'));
  await type('Garlic chicken');
  await page.getByRole('combobox', { name: 'Meal type' }).selectOptions('dinner');
  count += 1;
  await tap(field('Price, $'));
  await type('14.50');
  await tap(page.getByRole('combobox', { name: 'Line 1' }));
  for (const [name, amount] of [
    ['chi', '1.5 kg'],
    ['gar', '120 g'],
    ['cre', '300 g'],
  ] as const) {
    await type(`${name}{Enter}`);
    await type(`${amount}{Enter}`);
  }
  await expect.element(panel).toMatchTextContent('Contains: milk');
  await expect.element(panel).toMatchTextContent('EnergyRecipe229 Cal');
  await expect.element(panel).toMatchTextContent('Weighs 192 g');
  await expect.element(panel).toMatchTextContent('Costs $2.30');
  await expect.element(panel).toMatchTextContent('Chicken, cream (milk), garlic.');
  expect(await listViolations()).toEqual([]);
  await tap(button('Save off the menu'));
  await expect.poll(address).toBe('/admin?tab=cookbook&part=meals&open=41');
  expect(server.sent(createMealByRecipe)).toMatchObject([
    {
      body: {
        name: 'Garlic chicken',
        mealType: 'dinner',
        price: '14.50',
        basis: 10,
        lines: [
          { ingredientId: 1, amount: '1.5', unit: 'kg' },
          { ingredientId: 2, amount: '120', unit: 'g' },
          { ingredientId: 3, amount: '300', unit: 'g' },
        ],
      },
    },
  ]);
  expect(count).toBeLessThan(30);
});

test('an unread label is named beside it, and what the recipe cannot say is asked for', async () => {
  const kohlrabi = anIngredient({
    id: 4,
    name: 'Kohlrabi',
    contains: null,
    checkedAt: null,
    kilojoules: null,
    proteinGrams: null,
  });
  server.answers(createIngredient, () => kohlrabi);
  await open();
  await page.getByRole('combobox', { name: 'Line 1' }).click();
  await userEvent.keyboard('Kohlrabi{Enter}');
  await button('Add the ingredient').click();
  await userEvent.keyboard('300 g');
  const panel = page.getByRole('region', { name: 'One portion by this recipe' });
  await expect.element(panel).toMatchTextContent('Its allergens are not known yet');
  await expect.element(panel).toMatchTextContent('Nobody has read these packsKohlrabi');
  await field('Energy, Cal').fill('210');
  await field('Protein, g').fill('9');
  await expect.element(field('Fat, g')).not.toBeInTheDocument();
  server.answers(createMealByRecipe, () =>
    refused(400, {
      code: 'invalid',
      message: 'Name is missing.',
      fields: { name: 'Name is missing.' },
    }),
  );
  await button('Save off the menu').click();
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true');
  expect(server.sent(createMealByRecipe)).toMatchObject([
    { body: { figures: { calories: 210, protein: 9 } } },
  ]);
  expect(await listViolations()).toEqual([]);
});

test('the form of all fields stays for a meal without a recipe', async () => {
  const { address } = await open();
  await page.getByRole('link', { name: 'Without a recipe' }).click();
  await expect.poll(address).toBe('/admin?tab=meals&meal=new&recipe=none');
  await expect.element(button('Create meal')).toBeVisible();
});

test('a meal is put on the menu once the checks of a meal are right', async () => {
  server.answers(updateMeal, () => ({ ...CREATED, isActive: true, version: 2 }));
  const show = (meal: StaffMealReply, unread: string[] = []) =>
    openPortalPage(
      <>
        <h2>{meal.name}</h2>
        <PutOnMenu meal={meal} unread={unread} />
      </>,
      { server, heading: 'Recipes', at: '/admin' },
    );
  const undeclared = await show({ ...CREATED, allergens: null }, ['Kohlrabi']);
  await expect.element(page.getByText(/Read the labels of Kohlrabi first/)).toBeVisible();
  await button('Put on the menu').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Declare the allergens/);
  expect(server.sent(updateMeal)).toEqual([]);
  await undeclared.close();
  await show(CREATED);
  await button('Put on the menu').click();
  await expect.element(page.getByText('Garlic chicken is on the menu.')).toBeVisible();
  expect(server.sent(updateMeal)).toMatchObject([{ body: { isActive: true, version: 1 } }]);
});
