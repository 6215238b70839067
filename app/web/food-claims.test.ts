import { expect, test } from 'vitest';
import { foodClaimsIn } from '#quality/support/food-claims.ts';
import { pagePaths } from './entry-server.tsx';
import { lunch, dinner, render } from './test-pages.ts';

/** Tagged with everything that a tag must not be read as. */
const meals = [lunch, dinner].map((meal) => ({
  ...meal,
  allergens: [],
  dietaryTags: ['vegetarian', 'vegan', 'gluten free', 'dairy free', 'halal', 'low FODMAP'] as const,
}));

test.each(
  pagePaths.map((path) => path.replace(':token', 'abc').replace(':slug', 'butter-chicken')),
)('%s claims of no meal that something is not in it', async (url) => {
  const { html } = await render(url, {
    meals: meals.map((meal) => ({ ...meal, dietaryTags: [...meal.dietaryTags] })),
  });
  expect(foodClaimsIn(html)).toEqual([]);
});

test('a claim would be found', () => {
  expect(foodClaimsIn('This curry is gluten-free and safe for coeliacs.')).toHaveLength(2);
  expect(foodClaimsIn('No declared allergens. No milk in the recipe.')).toEqual([]);
});
