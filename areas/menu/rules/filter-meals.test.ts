import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  assert,
  constantFrom,
  integer,
  option,
  property,
  record,
  array,
  subarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';
import { filterMeals, waysOut, countText, leftOutTexts, removableParts } from './filter-meals.ts';
import type { MealToSearch } from './match-search.ts';
import { type MenuFilter, NO_FILTER, parseMenuFilter } from './menu-filter.ts';

const meal = (name: string, facts: Partial<MealToSearch>): MealToSearch =>
  aFullMeal({
    name,
    description: '',
    ingredients: 'Water.',
    mealType: 'dinner',
    calories: 500,
    priceCents: 1500,
    proteinGrams: 30,
    allergens: [],
    dietaryTags: [],
    ...facts,
  });

const soup = meal('Chicken Soup', {
  mealType: 'lunch',
  calories: 350,
  priceCents: 1399,
  proteinGrams: 34,
  ingredients: 'Chicken, corn, tomato.',
});
const pie = meal('Lentil Pie', {
  calories: 380,
  priceCents: 1499,
  allergens: ['soy'],
  dietaryTags: ['vegan'],
  description: 'Full of veggies.',
});
const bake = meal('Crème Bake', {
  priceCents: 1599,
  allergens: ['milk', 'egg'],
  ingredients: 'Cream, eggs.',
});
const stew = meal('Fish Stew', { proteinGrams: 40, allergens: ['fish', 'milk'] });
const secret = meal('Secret Stew', { allergens: null, description: 'With prawns and chilli.' });
const MENU = [soup, pie, bake, stew, secret];

const shownBy = (query: string) =>
  filterMeals(MENU, parseMenuFilter(new URLSearchParams(query))).shown.map(({ name }) => name);

describe('a filter shows', () => {
  test.each([
    ['', ['Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Fish Stew', 'Secret Stew']],
    ['type=lunch', ['Chicken Soup']],
    ['diet=vegetarian', ['Lentil Pie']],
    ['diet=no-milk', ['Chicken Soup', 'Lentil Pie']],
    ['without=milk', ['Chicken Soup', 'Lentil Pie']],
    ['without=lupin', ['Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Fish Stew']],
    ['calories=450', ['Chicken Soup', 'Lentil Pie']],
    ['price=14', ['Chicken Soup']],
    ['price=15', ['Chicken Soup', 'Lentil Pie']],
    ['q=stew', ['Fish Stew', 'Secret Stew']],
    ['q=CREME', ['Crème Bake']],
    ['q=tomatoes', ['Chicken Soup']],
    ['q=prawn', []],
    ['main=chicken', ['Chicken Soup']],
    ['main=fish&q=stew', ['Fish Stew']],
    ['main=meat-free', ['Lentil Pie']],
    [
      'main=horse&chilli=maybe',
      ['Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Fish Stew', 'Secret Stew'],
    ],
    ['chilli=yes', ['Secret Stew']],
    ['q=no+milk+soup', ['Chicken Soup']],
    ['q=veggie', ['Lentil Pie']],
    ['q=protein', ['Fish Stew', 'Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Secret Stew']],
    ['q=stew+fish', ['Fish Stew']],
    ['q=hi', []],
    ['q=egg', ['Crème Bake']],
    ['q=egg&type=lunch', []],
    ['sort=price', ['Chicken Soup', 'Lentil Pie', 'Fish Stew', 'Secret Stew', 'Crème Bake']],
    ['sort=calories', ['Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Fish Stew', 'Secret Stew']],
    ['sort=protein', ['Fish Stew', 'Chicken Soup', 'Lentil Pie', 'Crème Bake', 'Secret Stew']],
  ])('for "%s": %j', (query, names) => {
    expect(shownBy(query)).toEqual(names);
  });
});

const meals = record({
  name: constantFrom('Soup', 'Stew'),
  allergens: option(subarray([...ALLERGENS]), { nil: null }),
  dietaryTags: option(subarray([...DIETS]), { nil: null }),
  calories: integer({ min: 300, max: 700 }),
}).map(({ name, ...facts }) => meal(name, facts as Partial<MealToSearch>));
const filters = record({
  diets: subarray([...DIETS]),
  without: subarray([...ALLERGENS]),
  underCalories: constantFrom(null, 450),
  search: constantFrom('', 'soup'),
  sort: constantFrom('menu', 'calories'),
}).map((asked): MenuFilter => ({ ...NO_FILTER, ...asked }) as MenuFilter);

describe('whatever the menu and the filter', () => {
  test('a meal shown declares its allergens, and none of those left out', () => {
    assert(
      property(array(meals), filters, (menu, filter) => {
        for (const { allergens } of filterMeals(menu, filter).shown) {
          if (filter.without.length === 0) continue;
          expect(allergens).not.toBeNull();
          expect(allergens?.filter((one) => filter.without.includes(one))).toEqual([]);
        }
      }),
    );
  });

  test('a meal shown fits every diet asked for', () => {
    assert(
      property(array(meals), filters, (menu, filter) => {
        const { shown } = filterMeals(menu, filter);
        expect(shown.every((one) => filter.diets.every((diet) => fitsDiet(one, diet)))).toBe(true);
      }),
    );
  });

  test('those shown and those left out are exactly those shown without any allergen left out', () => {
    assert(
      property(array(meals), filters, (menu, filter) => {
        const { shown, leftOut } = filterMeals(menu, filter);
        const all = filterMeals(menu, { ...filter, without: [] }).shown;
        expect(shown.length + leftOut.length).toBe(all.length);
        expect(new Set([...shown, ...leftOut.map((one) => one.meal)])).toEqual(new Set(all));
      }),
    );
  });

  test('a way out shows meals and leaves out the same allergens', () => {
    assert(
      property(array(meals), filters, (menu, filter) => {
        for (const way of waysOut(menu, filter, defaultBusiness)) {
          expect(way.filter.without).toEqual(filter.without);
          expect(filterMeals(menu, way.filter).shown).toHaveLength(way.count);
          expect(way.count).toBeGreaterThan(0);
        }
      }),
    );
  });
});

test('what is left out is counted and says why', () => {
  const without = (query: string) =>
    leftOutTexts(filterMeals(MENU, parseMenuFilter(new URLSearchParams(query))).leftOut);
  expect(without('without=milk')).toEqual([
    '2 meals left out: they declare milk.',
    '1 meal left out: allergens not declared.',
  ]);
  expect(without('without=soy&q=pie')).toEqual(['1 meal left out: it declares soy.']);
  expect(without('type=lunch&without=soy')).toEqual([]);
});

test('what can be taken off, and what it is called', () => {
  const filter = parseMenuFilter(
    new URLSearchParams(
      'type=lunch&main=fish&chilli=yes&without=tree-nuts&without=brazil-nut,milk&diet=vegan&diet=no-milk&calories=450&price=14&q=soup&sort=price',
    ),
  );
  expect(removableParts(filter, defaultBusiness).map(({ label }) => label)).toEqual([
    'Lunch',
    'Fish',
    'Chilli',
    'Without tree nuts',
    'Without milk',
    'Vegan',
    'No milk in the recipe',
    'Under 450 Cal',
    'Under $14',
    '“soup”',
  ]);
  const parts = removableParts(filter, defaultBusiness);
  expect(parts.find(({ label }) => label === 'Without milk')?.without).toEqual({
    ...filter,
    without: filter.without.filter((allergen) => allergen !== 'milk'),
  });
});

test('where nothing is left, the filter that hides the most comes first, and never an allergen', () => {
  const labelsFor = (query: string) =>
    waysOut(MENU, parseMenuFilter(new URLSearchParams(query)), defaultBusiness).map(
      ({ label, count }) => `${label}: ${count}`,
    );
  expect(labelsFor('without=milk&calories=450&q=stew')).toEqual(['“stew”: 2']);
  expect(labelsFor('diet=vegan&price=14')).toEqual(['Vegan: 1', 'Under $14: 1']);
  expect(labelsFor('without=milk&diet=vegan&price=14&q=stew')).toEqual([
    'All filters but allergens: 2',
  ]);
  expect(labelsFor('without=milk&without=soy&q=pie')).toEqual(['“pie”: 1']);
  expect(labelsFor('q=vegan+chicken')).toEqual(['“vegan”: 1', '“chicken”: 1']);
  expect(labelsFor('q=no+soy+pie')).toEqual(['“pie”: 3']);
});

test('counts', () => {
  expect([countText(14, 36), countText(36, 36), countText(1, 1), countText(0, 1)]).toEqual([
    '14 of 36 meals',
    '36 meals',
    '1 meal',
    '0 of 1 meal',
  ]);
});
