import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  dayThatKeepsAll,
  type FreshMeal,
  type FreshMenu,
  swapForKeeping,
} from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { mealsPastKeeping } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

const [TUE, WED, THU, FRI, SAT] = [
  '2026-12-01',
  '2026-12-02',
  '2026-12-03',
  '2026-12-04',
  '2026-12-05',
] as const;
const DAYS = [TUE, WED, THU, FRI, SAT];

function aMeal(id: number, changes: Partial<FreshMeal> = {}): FreshMeal {
  return {
    id,
    mealType: 'dinner',
    calories: 500,
    availableFrom: null,
    availableTo: null,
    allergens: [],
    ingredients: 'Fish.',
    recipeList: '',
    dietaryTags: null,
    shelfLifeDays: 2,
    freezable: false,
    ...changes,
  };
}

function menuOf(meals: FreshMeal[], prices: Record<number, number> = {}): FreshMenu {
  return {
    meals,
    find: (id) => meals.find((meal) => meal.id === id),
    priceCentsOf: (id) => prices[id] ?? 1500,
  };
}

const FISH = aMeal(1);
const keeps = (id: number, changes: Partial<FreshMeal> = {}) =>
  aMeal(id, { freezable: true, ...changes });

const eating = (meals: Record<string, number>, needs: Partial<Person> = {}): Person =>
  Object.entries(meals).reduce(
    (person, [date, id]) => placeMeal(person, { date, mealType: 'dinner' }, id),
    { ...newPerson(1, 1500), ...needs },
  );

const past = (people: Person[], day: string, menu = menuOf([FISH])) =>
  mealsPastKeeping(people, () => day, menu.find, defaultBusiness).map(({ date }) => date);

const swap = (people: Person[], day: string, menu: FreshMenu) =>
  swapForKeeping(people, () => day, menu, defaultBusiness).swaps.map(({ toId }) => toId);

describe('meals that would not keep', () => {
  test('row 20: fish for Saturday, when the delivery moves from Friday to Tuesday', () => {
    expect(past([eating({ [SAT]: 1 })], FRI)).toEqual([]);
    expect(past([eating({ [SAT]: 1 })], TUE)).toEqual([SAT]);
  });

  test('row 24: of one fish eaten twice, only the later', () => {
    expect(past([eating({ [THU]: 1, [FRI]: 1 })], TUE)).toEqual([FRI]);
  });

  test('both helpings of one time', () => {
    const twice = placeMeal(eating({ [SAT]: 1 }), { date: SAT, mealType: 'dinner' }, 1, 'second');
    expect(past([twice], TUE)).toEqual([SAT, SAT]);
  });
});

describe('a delivery day for all', () => {
  const dayFor = (...people: Person[]) =>
    dayThatKeepsAll(people, DAYS, menuOf([FISH]).find, defaultBusiness);

  test('is the latest from which all keep, and never after the first meal', () => {
    expect(dayFor(eating({ [THU]: 1, [SAT]: 1 }))).toBe(THU);
    expect(dayFor(eating({ [FRI]: 1 }))).toBe(FRI);
  });

  test('is not offered where some meal would not keep from any day', () => {
    expect(dayFor(eating({ [TUE]: 1 }), eating({ [SAT]: 1 }))).toBeNull();
  });
});

describe('a swap', () => {
  const late = [eating({ [SAT]: 1 })];

  test('is the nearest in energy, then price, then the first of the menu', () => {
    const near = [keeps(5, { calories: 520 }), keeps(4, { calories: 480 }), keeps(3)];
    expect(swap(late, TUE, menuOf([FISH, ...near]))).toEqual([3]);
    expect(swap(late, TUE, menuOf([FISH, ...near.slice(0, 2)]))).toEqual([4]);
    expect(swap(late, TUE, menuOf([FISH, ...near.slice(0, 2)], { 4: 1900 }))).toEqual([5]);
  });

  test('keeps itself, is of the same kind and on sale', () => {
    const menu = menuOf([
      FISH,
      aMeal(2),
      keeps(3, { mealType: 'lunch' }),
      keeps(4, { availableTo: FRI }),
    ]);
    expect(swap(late, TUE, menu)).toEqual([null]);
  });

  test('clashes with nobody and fits their diet', () => {
    const mia = [eating({ [SAT]: 1 }, { allergens: ['milk'], diets: ['vegan'] })];
    const menu = menuOf([
      FISH,
      keeps(2, { allergens: ['milk'] }),
      keeps(3, { allergens: null }),
      keeps(4),
      keeps(5, { dietaryTags: ['vegan'], calories: 900 }),
    ]);
    expect(swap(mia, TUE, menu)).toEqual([5]);
  });

  test('is nothing they have within two days, placed or swapped in', () => {
    const person = eating({ [THU]: 2, [FRI]: 1, [SAT]: 1 });
    const menu = menuOf([FISH, keeps(2), keeps(3, { calories: 600 }), keeps(4, { calories: 700 })]);
    expect(swap([person], TUE, menu)).toEqual([3, 4]);
  });

  test('leaves what keeps as it is', () => {
    const person = eating({ [WED]: 1, [SAT]: 1 });
    const { people } = swapForKeeping(
      [person],
      () => TUE,
      menuOf([FISH, keeps(2)]),
      defaultBusiness,
    );
    expect(people[0]?.mealAssignments.map(({ mealId }) => mealId)).toEqual([1, 2]);
  });
});
