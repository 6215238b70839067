import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import { checkRecipe } from '#areas/orders/calls/food-to-settle.ts';
import {
  type IngredientReply,
  readRecipeBook,
  type RecipeBookReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { anIngredient } from '#quality/support/an-ingredient.ts';
import { TakeOver } from './take-over.tsx';

const server = fakeServer();
const MEAL: StaffMealReply = {
  ...anOrderedMeal({ ingredients: 'Chicken.', allergens: [], dietaryTags: ['vegan'] }),
  servingGrams: 330,
  version: 3,
  archivedAt: null,
};
const CHICKEN = anIngredient({ id: 1, name: 'Chicken', labelName: 'chicken' });
const CREAM = anIngredient({ id: 2, name: 'Cream', labelName: 'cream', contains: ['milk'] });

const aBook = (...ingredients: IngredientReply[]): RecipeBookReply => ({
  ingredients,
  components: [],
  meals: [
    {
      mealId: MEAL.id,
      basis: 10,
      packagingCents: 0,
      steps: '',
      allergenReasons: {},
      handsMinutes: null,
      restMinutes: null,
      cookMinutes: null,
      chillMinutes: null,
      lines: [
        { ingredientId: 1, qty: 3000, lossBp: null },
        { ingredientId: 2, qty: 300, lossBp: null },
      ],
      version: 1,
    },
  ],
  includesGst: false,
});

const open = (meal = MEAL) =>
  openPortalPage(
    <>
      <h2>{meal.name}</h2>
      <TakeOver meal={meal} />
    </>,
    { server, heading: 'Recipes', at: '/admin' },
  );
const tick = (name: RegExp) => page.getByRole('checkbox', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(readRecipeBook, () => aBook(CHICKEN, CREAM));
  server.answers(checkRecipe, () => ({ people: 0, deliveries: 0, stops: 0, cooked: 0 }));
  server.answers(updateMeal, () => ({ ...MEAL, version: 4 }));
});

test('now and new stand beside each other, all ticked, and are taken over in one save', async () => {
  await open();
  await expect.element(tick(/^Energy: \d+ Cal → 394 Cal/)).toBeChecked();
  await expect.element(tick(/^Allergens: none → milk/)).toBeChecked();
  await expect.element(tick(/^Ingredients: Chicken\. → Chicken, cream \(milk\)\./)).toBeChecked();
  // The same already.
  await expect.element(page.getByText(/^Serving/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/^No longer vegan/)).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Take over 9 values').click();
  await expect.element(page.getByText('Meal Updated')).toBeVisible();
  expect(server.sent(updateMeal)).toMatchObject([
    {
      body: {
        version: 3,
        name: MEAL.name,
        price: MEAL.price,
        calories: 394,
        protein: 66,
        allergens: ['milk'],
        ingredients: 'Chicken, cream (milk).',
        dietaryTags: null,
      },
    },
  ]);
});

test('allergens go with the list or not at all; what nobody ticks stays', async () => {
  await open();
  await tick(/^Ingredients/).click();
  await expect.element(tick(/^Allergens/)).not.toBeChecked();
  await tick(/^Protein/).click();
  await button('Take over 6 values').click();
  await expect
    .poll(() => server.sent(updateMeal)[0]?.body)
    .toMatchObject({
      calories: 394,
      protein: MEAL.protein,
      allergens: [],
      ingredients: 'Chicken.',
      dietaryTags: ['vegan'],
    });
});

test('what has an unknown part is not offered, and says whose', async () => {
  const unread = { ...CREAM, contains: null, checkedAt: null, sodiumMg: null };
  server.answers(readRecipeBook, () => aBook(CHICKEN, unread));
  await open();
  await expect.element(page.getByText('Sodium: not known of Cream')).toBeVisible();
  await expect.element(page.getByText('Allergens: not known of Cream')).toBeVisible();
  await expect.element(page.getByText('Ingredients: not known of Cream')).toBeVisible();
  await expect.element(tick(/^Sodium|^Allergens|^Ingredients/)).not.toBeInTheDocument();
});

test('whom it concerns is asked first, and why it was refused stands at the button', async () => {
  server.answers(checkRecipe, () => ({ people: 2, deliveries: 2, stops: 1, cooked: 0 }));
  server.answers(updateMeal, () =>
    refused(400, {
      code: 'invalid_request',
      message: 'Check the highlighted fields.',
      fields: { saturatedFat: 'Saturated fat cannot be more than the fat it is part of.' },
    }),
  );
  await open();
  await button('Take over 9 values').click();
  await expect.element(page.getByText(/This concerns 2 people in 2 deliveries/)).toBeVisible();
  expect(server.sent(updateMeal)).toEqual([]);
  await button('Save and list them').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Saturated fat cannot be more/);
});
