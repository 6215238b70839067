import { expect, test } from 'vitest';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { mealsAt, newPerson, placeMeal } from '#areas/order-book/rules/people.ts';
import type { FillMenu } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { type LayWay, layOtherMeals } from './lay-again.ts';

const [TUE = '', WED = '', THU = ''] = weekFrom('2026-12-01');
const BEN = newPerson(1, 1500);
const cellOn = (date: string) => ({ date, mealType: 'dinner' as const });
const places = [TUE, WED].map((date) => ({ personIndex: 0, ...cellOn(date) }));

/** For dinners that are alike; those from 5 on are far off the plan. */
function menuOf(ids: readonly number[], changes: Partial<FillMenu> = {}): FillMenu {
  const meals = ids.map((id) => ({
    id,
    mealType: 'dinner' as const,
    calories: id > 4 ? 600 : 450,
    priceCents: 1500,
    main: null,
    isToFreeze: false,
  }));
  return { eligible: () => meals, find: (id) => meals.find((meal) => meal.id === id), ...changes };
}

const laidIn = (way: Exclude<LayWay, 'same'>, menu: FillMenu, asked = places) =>
  layOtherMeals([BEN], asked, way, menu, 'own').placed.map(({ mealId }) => mealId);

test('the places of last week get dishes that were not had then, one of which has a heart', () => {
  const wasHad = (id: number) => id <= 2;
  expect(laidIn('other', menuOf([1, 2, 3, 4], { wasHad }))).toEqual([3, 4]);
  expect(laidIn('other', menuOf([1, 2, 3], { wasHad }))).toEqual([3, 1]);
  const isHearted = (id: number) => id === 2;
  expect(laidIn('other', menuOf([1, 2, 3, 4], { wasHad, isHearted }))).toEqual([2, 3]);
});

test('hearts and what is new: what was had comes only where a dish would come twice', () => {
  const wasHad = (id: number) => id <= 2;
  expect(laidIn('other', menuOf([1, 2, 5, 6], { wasHad })).toSorted()).toEqual([1, 2]);
  expect(laidIn('new', menuOf([1, 2, 5, 6], { wasHad })).toSorted()).toEqual([5, 6]);
  expect(laidIn('new', menuOf([1, 2, 3, 4], { wasHad }))).toEqual([3, 4]);
  expect(laidIn('new', menuOf([1, 2, 3], { wasHad, isHearted: (id) => id === 1 }))).toEqual([1, 3]);
  expect(laidIn('new', menuOf([1, 2, 3], { wasHad })).toSorted()).toEqual([1, 3]);
});

test('nothing is placed where nothing was, and a second helping where there was one', () => {
  const twice = [...places, { personIndex: 0, ...cellOn(WED) }];
  const { people } = layOtherMeals([BEN], twice, 'other', menuOf([1, 2, 3]), 'own');
  const placed = [TUE, WED, THU].map((date) => mealsAt(people[0]!, cellOn(date)).length);
  expect(placed).toEqual([1, 2, 0]);
});

test('a dish of last week costs less than one twice, and more than another', () => {
  const menu = menuOf([1, 2, 3], { wasHad: (id) => id === 1 });
  const wish = {
    seats: [{ personIndex: 0, days: [WED, THU], mealTypes: ['dinner'] as const }],
    together: 'own' as const,
    limitCents: null,
    hasSecond: false,
  };
  const had = placeMeal(BEN, cellOn(TUE), 2);
  const { placed } = fillTable([had], wish, menu);
  expect(placed.map(({ mealId }) => mealId).toSorted()).toEqual([1, 3]);
});
