import { PRICE_LIMITS } from '#areas/menu/rules/recipe-limits.ts';
import {
  array,
  assert,
  boolean,
  constantFrom,
  property,
  record,
  string,
  subarray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLERGENS, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import {
  DISH_KINDS,
  CALORIE_LIMITS,
  LONGEST_MENU_SEARCH,
  menuFilterParameters,
  type MenuFilter,
  MENU_SORTS,
  NO_FILTER,
  parseMenuFilter,
} from './menu-filter.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { DIETS } from '#areas/needs/rules/food-needs.ts';

const parse = (query: string) => parseMenuFilter(new URLSearchParams(query));
const format = (filter: MenuFilter) => new URLSearchParams(menuFilterParameters(filter)).toString();

describe('the address of a filter', () => {
  test.each([
    ['type=lunch', { type: 'lunch' }],
    ['main=meat-free', { main: 'meat-free' }],
    ['chilli=yes', { chilli: true }],
    ['diet=vegan&diet=halal', { diets: ['vegan', 'halal'] }],
    ['diet=no-gluten&diet=no-milk', { diets: ['gluten free', 'dairy free'] }],
    ['without=milk', { without: ['milk'] }],
    ['without=tree-nuts', { without: [...TREE_NUTS] }],
    ['without=gluten-and-wheat', { without: ['wheat', 'gluten'] }],
    ['without=brazil-nut', { without: ['Brazil nut'] }],
    ['calories=450', { underCalories: 450 }],
    ['price=14', { underCents: 1400 }],
    ['q=chicken+soup', { search: 'chicken soup' }],
    ['sort=protein', { sort: 'protein' }],
  ])('%s', (query, said) => {
    const filter = { ...NO_FILTER, ...said };
    expect(parse(query)).toEqual(filter);
    expect(format(filter as MenuFilter)).toBe(query);
  });

  test.each([
    ['type=breakfast&type=lunch'],
    ['diet=carnivore'],
    ['diet=gluten+free'],
    ['without=water'],
    ['without='],
    ['without=__proto__'],
    ['calories=1'],
    ['calories=450.0'],
    ['price=0'],
    ['price=-14'],
    ['q='],
    ['q=+%00+'],
    ['q=!?%22'],
    ['sort=name'],
    ['utm_source=letter'],
  ])('%s asks for nothing', (query) => {
    expect(parse(query)).toEqual(NO_FILTER);
  });

  test('known values beside unknown ones count, in any sequence and more than once', () => {
    const query =
      'q=%20soup%0A&without=soy&x=1&without=tea&without=milk,egg&without=milk&type=lunch';
    expect(format(parse(query))).toBe('type=lunch&without=milk&without=egg&without=soy&q=soup');
  });

  test('all seafood is fish and shellfish', () => {
    expect(parse('without=seafood')).toEqual(parse('without=fish&without=shellfish'));
  });

  test('a search of any length is cut short, never in the middle of a character', () => {
    expect(parse(`q=${'a'.repeat(10_000)}`).search).toBe('a'.repeat(LONGEST_MENU_SEARCH));
    expect(parse(`q=${'𠮷'.repeat(10_000)}`).search).toBe('𠮷'.repeat(LONGEST_MENU_SEARCH));
  });

  test('whatever an address says, the filter read from it has one address, and comes back from it unchanged', () => {
    const names = constantFrom('type', 'diet', 'without', 'calories', 'price', 'q', 'sort', 'x');
    const values = constantFrom(
      'lunch',
      'vegan',
      'milk',
      'tree-nuts',
      'walnut',
      '450',
      '14',
      'price',
    );
    assert(
      property(
        array(record({ name: names, value: values })),
        string({ unit: 'binary' }),
        (pairs, q) => {
          const filter = parseMenuFilter(
            new URLSearchParams([...pairs.map(({ name, value }) => [name, value]), ['q', q]]),
          );
          expect(parse(format(filter))).toEqual(filter);
        },
      ),
    );
  });

  test('every filter that can be chosen comes back from its address', () => {
    const filters = record({
      type: constantFrom(null, ...MEAL_TYPES),
      diets: subarray([...DIETS]),
      without: subarray([...ALLERGENS]),
      underCalories: constantFrom(null, ...CALORIE_LIMITS),
      underCents: constantFrom(null, ...PRICE_LIMITS),
      search: constantFrom('', 'chicken soup', 'crème brûlée', '<script>&amp;="'),
      main: constantFrom(null, ...DISH_KINDS),
      chilli: boolean(),
      sort: constantFrom(...MENU_SORTS),
    });
    assert(
      property(filters, (filter) => {
        expect(parse(format(filter))).toEqual(filter);
      }),
    );
  });
});
