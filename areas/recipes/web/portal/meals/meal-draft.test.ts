import { describe, expect, test } from 'vitest';
import { MealRequest, type StaffMealReply } from '#areas/menu/calls/meals.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import {
  draftOfMeal,
  draftProblems,
  draftWarnings,
  EMPTY_DRAFT,
  requestOfMeal,
} from './meal-draft.tsx';

const meal: StaffMealReply = {
  ...anOrderedMeal({
    calories: 520,
    protein: 40,
    carbs: 45,
    prepTime: 6,
    ingredients: 'Chicken, cream (milk), basmati rice.',
    allergens: ['milk'],
    saturatedFat: 9.5,
    sodium: 640,
    servingGrams: 420,
    shelfLifeDays: 3,
    storage: 'Keep cold.',
    heating: '3 minutes.',
    availableTo: '2026-03-01',
  }),
  version: 4,
  archivedAt: null,
};

test('a meal that is opened and sent again is the same meal', () => {
  const request = requestOfMeal(draftOfMeal(meal));
  const {
    id: _id,
    slug: _slug,
    version: _version,
    archivedAt: _archivedAt,
    recipeList: _recipeList,
    ...facts
  } = meal;
  expect(request).toEqual(facts);
  expect(MealRequest.parse(request)).toEqual(facts);
  expect(draftProblems(draftOfMeal(meal), meal)).toEqual({});
});

describe('allergens', () => {
  test('nobody has declared any is not the same as none', () => {
    const draft = draftOfMeal(meal);
    expect(requestOfMeal({ ...draft, areAllergensDeclared: false }).allergens).toBeNull();
    expect(requestOfMeal({ ...draft, allergens: [] }).allergens).toEqual([]);
  });

  test('that the ingredients name are said while they are not ticked, and keep it off the menu', () => {
    const draft = { ...draftOfMeal(meal), ingredients: 'Tahini (sesame), butter (milk)' };
    expect(draftWarnings(draft, meal).allergens).toContain('The ingredients name sesame. Tick it');
    expect(Object.keys(draftProblems({ ...draft, isActive: true }, meal))).toEqual(['allergens']);
    expect(draftProblems({ ...draft, isActive: false }, meal)).toEqual({});
  });

  test('those that the ingredients do not name keep it off the menu, with the words to write', () => {
    const draft = { ...draftOfMeal(meal), allergens: ['milk' as const, 'sesame' as const] };
    const ingredients = 'You declared sesame. Name it in the ingredients: “tahini (sesame)”.';
    expect(draftWarnings(draft, meal)).toMatchObject({ allergens: null, ingredients });
    expect(draftProblems({ ...draft, isActive: true }, meal)).toEqual({ ingredients });
    expect(draftProblems({ ...draft, isActive: false }, meal)).toEqual({});
    expect(draftWarnings({ ...draft, areAllergensDeclared: false }, meal).ingredients).toBeNull();
  });

  test('of a new meal with ingredients are declared before customers can order it', () => {
    const draft = { ...draftOfMeal(meal), areAllergensDeclared: false, isActive: true };
    expect(draftProblems(draft, null)).toMatchObject({
      allergens: expect.stringContaining('Declare the allergens'),
    });
    expect(draftProblems({ ...draft, isActive: false }, null)).toEqual({});
    expect(draftProblems({ ...draft, ingredients: ' ' }, null)).toEqual({});
    expect(draftProblems(draft, meal)).toEqual({});
  });

  test('a diet that the recipe contradicts is untrue, whatever the label leaves out', () => {
    const draft = { ...draftOfMeal(meal), dietaryTags: ['vegetarian' as const] };
    const cooked = { ...meal, recipeList: 'gravy (gelatine, water)' };
    expect(
      draftWarnings({ ...draft, ingredients: 'Rice, gravy, cream (milk)' }, cooked).diets,
    ).toBe('“vegetarian” cannot stand: its recipe names gelatine.');
  });
});

test('energy that the macros do not account for gives a warning, and may be saved', () => {
  const draft = { ...draftOfMeal(meal), calories: '250' };
  expect(draftWarnings(draft, meal).energy).toContain('about 520 Cal');
  expect(draftProblems(draft, meal)).toEqual({});
  expect(draftWarnings(draftOfMeal(meal), meal).energy).toBeNull();
  expect(draftWarnings(EMPTY_DRAFT, null).energy).toBeNull();
});

test('an empty form says what is missing, by field', () => {
  expect(Object.keys(draftProblems(EMPTY_DRAFT, null)).toSorted()).toEqual(
    ['calories', 'carbs', 'fat', 'name', 'price', 'protein'].toSorted(),
  );
});

test.each([
  [{ calories: '12.5' }, 'calories'],
  [{ calories: 'lots' }, 'calories'],
  [{ price: '14.999' }, 'price'],
  [{ price: '-1' }, 'price'],
  [{ prepTime: '' }, 'prepTime'],
  [{ saturatedFat: '21' }, 'saturatedFat'],
  [{ sodium: '1.5' }, 'sodium'],
  [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
  [{ availableFrom: '2026-04-01' }, 'availableTo'],
])('%o is complained of at %s', (change, field) => {
  expect(Object.keys(draftProblems({ ...draftOfMeal(meal), ...change }, meal))).toEqual([field]);
});
