import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  mealRuleFor,
  type MealToPlace,
  verdictText,
  othersWhoMayHave,
} from '#areas/checkout/rules/draft/meal-for.ts';
import {
  countPlaced,
  leftToPlace,
  portionsInWeek,
} from '#areas/order-book/rules/portions-to-place.ts';
import { newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

const TUE = '2026-12-01';
const dinner = { date: TUE, mealType: 'dinner' } as const;
const meal = (id: number): MealToPlace & { id: number } => ({
  id,
  mealType: 'dinner',
  availableFrom: null,
  availableTo: null,
  ingredients: 'Beef.',
  recipeList: '',
  dietaryTags: null,
  allergens: [],
  shelfLifeDays: 3,
  freezable: true,
});
const left = portionsInWeek([{ date: TUE, limited: [{ mealId: 1, left: 2 }] }]);
const people: Person[] = [1, 2, 3].map((number) => newPerson(number, 1500));
const withMeal = (person: Person) => placeMeal(person, dinner, 1);
const ruleFor = (those: Person[]) =>
  mealRuleFor(
    { people: those, deliveryType: null, weeklyDeliveryDay: null, weekStart: TUE },
    defaultBusiness,
    { left },
  );
const menu = (those: Person[]) => ({ rule: ruleFor(those), find: meal });

describe('what is left to place', () => {
  test('is what the kitchen has left less what is on all tables; another day has enough', () => {
    const [ben, mia] = people.map(withMeal) as [Person, Person];
    expect(countPlaced([ben, mia], 1, TUE)).toBe(2);
    const wish = { person: people[2], mealId: 1, cell: dinner };
    expect(leftToPlace(left, [ben, people[1]!], wish)).toBe(1);
    expect(leftToPlace(left, [ben, mia], wish)).toBe(0);
    expect(
      leftToPlace(left, [ben, mia], { ...wish, cell: { ...dinner, date: '2026-12-02' } }),
    ).toBe(null);
    // Changing the meal that is placed here: it is there to be chosen again.
    expect(leftToPlace(left, [ben, mia], { ...wish, person: ben })).toBe(1);
  });

  test('is said by name when it is nothing', () => {
    const [ben, mia, leo] = people as [Person, Person, Person];
    const placed = [withMeal(ben), withMeal(mia), leo];
    const verdict = ruleFor(placed)(leo, meal(1), dinner);
    expect(verdictText(verdict)).toBe('sold out for Tue 1 Dec');
    expect(ruleFor(placed)(leo, meal(2), dinner)).toEqual({ outcome: 'ok' });
  });
});

describe('with two left', () => {
  test('“same for everyone” counts down, too', () => {
    const { others, missed } = othersWhoMayHave(people, 0, { ...dinner, mealId: 1 }, menu(people));
    expect(others).toEqual([1]);
    expect(missed).toMatchObject([{ personIndex: 2, verdict: { outcome: 'sold out' } }]);
  });
});
