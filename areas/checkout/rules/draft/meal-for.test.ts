import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { mayBeChosen, mealFor, type MealToPlace, verdictText } from './meal-for.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { newPerson, placeMeal } from '#areas/order-book/rules/people.ts';

const [TUE, WED, THU, FRI, SAT, SUN, MON] = [
  '2026-12-01',
  '2026-12-02',
  '2026-12-03',
  '2026-12-04',
  '2026-12-05',
  '2026-12-06',
  '2026-12-07',
] as const;

function aMeal(changes: Partial<MealToPlace> = {}): MealToPlace {
  return {
    mealType: 'dinner',
    availableFrom: null,
    availableTo: null,
    allergens: [],
    ingredients: 'Rice, chicken.',
    recipeList: '',
    dietaryTags: null,
    shelfLifeDays: 3,
    freezable: false,
    ...changes,
  };
}

const verdictFor = (
  meal: MealToPlace,
  needs: Partial<typeof NO_FOOD_NEEDS> = {},
  date: string = TUE,
) =>
  mealFor({ ...NO_FOOD_NEEDS, ...needs }, meal, { date, mealType: 'dinner' }, TUE, defaultBusiness);

describe('whether a meal may be put on a plate', () => {
  test('one that declares none of their allergens may', () => {
    expect(verdictFor(aMeal({ allergens: ['milk'] }), { allergens: ['peanut'] })).toEqual({
      outcome: 'ok',
    });
  });

  test('one that declares their allergens may not, and the clash is named', () => {
    const verdict = verdictFor(aMeal({ allergens: ['cashew', 'milk'] }), {
      allergens: ['almond', 'cashew'],
    });
    expect(verdict).toEqual({ outcome: 'clash', names: ['cashew'] });
    expect(verdictText(verdict)).toBe('cashew');
  });

  test('one that declares nothing is for people without allergies only', () => {
    const undeclared = aMeal({ allergens: null });
    expect(verdictFor(undeclared, { allergens: ['egg'] }).outcome).toBe('undeclared');
    expect(verdictFor(undeclared).outcome).toBe('ok');
  });

  test('one against their diet is said to be so', () => {
    const verdict = verdictFor(aMeal({ ingredients: 'Beef, rice.' }), {
      diets: ['vegetarian', 'no beef', 'gluten free'],
    });
    expect(verdict).toEqual({ outcome: 'not their diet', diets: ['vegetarian', 'no beef'] });
    expect(verdictText(verdict)).toBe('not vegetarian, may contain beef');
  });

  test('one that may contain traces is no hold, and not ok: only a hand places it', () => {
    const verdict = verdictFor(aMeal({ allergens: [], mayContain: ['sesame'] }), {
      allergens: ['sesame'],
    });
    expect(verdict).toEqual({ outcome: 'traces', allergens: ['sesame'] });
    expect(mayBeChosen(verdict)).toBe(true);
    expect(verdictText(verdict)).toBe('may contain traces of sesame');
  });

  test('the gravest reason comes first: allergen, then keeping, then diet', () => {
    const needs = { allergens: ['fish' as const], diets: ['vegan' as const] };
    const fish = aMeal({ allergens: ['fish'] });
    expect(verdictFor(fish, needs, MON).outcome).toBe('clash');
    expect(verdictFor(aMeal(), needs, MON).outcome).toBe('will not keep');
    expect(verdictFor(aMeal(), needs, TUE).outcome).toBe('not their diet');
  });

  test('one of the other kind, or not on sale that day, is not offered at all', () => {
    expect(verdictFor(aMeal({ mealType: 'lunch' })).outcome).toBe('not offered');
    expect(verdictFor(aMeal({ availableFrom: WED })).outcome).toBe('not offered');
  });
});

describe('a meal keeps until its last day, or freezes', () => {
  test.each([
    [1, TUE, TUE, 2, false, 'ok'],
    [2, TUE, THU, 2, false, 'ok'],
    [3, TUE, FRI, 2, false, THU],
    [4, TUE, FRI, 3, false, 'ok'],
    [5, TUE, SAT, 3, false, FRI],
    [6, TUE, SAT, 3, true, 'ok'],
    [7, TUE, MON, 3, true, 'ok'],
    [8, TUE, FRI, 2, true, 'ok'],
    [9, TUE, SAT, 5, false, 'ok'],
    [10, TUE, SAT, 5, true, 'ok'],
    [11, TUE, MON, 5, false, SUN],
    [12, TUE, FRI, null, null, 'ok'],
    [13, TUE, SAT, null, null, FRI],
    [14, TUE, SAT, null, true, 'ok'],
    [15, TUE, SAT, 3, null, FRI],
    [16, SAT, SAT, 2, false, 'ok'],
  ] as const)(
    'row %i: arrives %s, eaten %s, keeps %s days, freezes %s: %s',
    (_, deliveryDate, date, shelfLifeDays, freezable, expected) => {
      const meal = aMeal({ shelfLifeDays, freezable });
      const cell = { date, mealType: 'dinner' } as const;
      const verdict = mealFor(NO_FOOD_NEEDS, meal, cell, deliveryDate, defaultBusiness);
      expect(verdict).toEqual(
        expected === 'ok' ? { outcome: 'ok' } : { outcome: 'will not keep', eatBy: expected },
      );
    },
  );
});

describe('when a meal would arrive', () => {
  const dinners = (...dates: string[]) =>
    dates.reduce(
      (person, date) => placeMeal(person, { date, mealType: 'dinner' }, 1),
      newPerson(1, 1500),
    );
  const arriving = (
    date: string,
    {
      people = [dinners(WED, THU, FRI, SAT, SUN)],
      deliveryType = null as 'daily' | 'weekly' | null,
      weeklyDeliveryDay = null as string | null,
      first = undefined as string | undefined,
    },
  ) =>
    deliveryDatesOf(
      { people, deliveryType, weeklyDeliveryDay, weekStart: TUE },
      defaultBusiness,
      first,
    )(date);

  test('daily: on its own day', () => {
    expect(arriving(FRI, { deliveryType: 'daily' })).toBe(FRI);
  });

  test('weekly: on the chosen day, or with an earlier meal on that meal’s', () => {
    expect(arriving(FRI, { deliveryType: 'weekly', weeklyDeliveryDay: TUE })).toBe(TUE);
    expect(arriving(TUE, { deliveryType: 'weekly', weeklyDeliveryDay: WED })).toBe(TUE);
  });

  test('before anything is chosen: with the first meal', () => {
    expect(arriving(FRI, {})).toBe(WED);
    expect(arriving(FRI, { people: [dinners()] })).toBe(FRI);
    expect(arriving(FRI, { people: [dinners()], first: TUE })).toBe(TUE);
  });

  test('daily chosen once, but too few meals for it: with the first meal', () => {
    expect(arriving(FRI, { people: [dinners(WED)], deliveryType: 'daily' })).toBe(WED);
  });
});
