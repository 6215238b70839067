import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { prepSheet } from '#areas/printouts/rules/prep-sheet.ts';
import { carefulText } from '#areas/order-book/rules/special-people.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';

const WARM_DINNER = { ...A_DINNER, isWarm: true };

test('each meal is counted by window, warm and cold, lunches first', () => {
  const { toCook, totals } = prepSheet(
    [
      aBag({ items: [A_LUNCH, A_DINNER] }),
      aBag({ window: '16:00-18:00', items: [WARM_DINNER, WARM_DINNER] }),
      aBag({ status: 'cancelled', items: [A_LUNCH] }),
    ],
    defaultBusiness,
  );
  expect(totals.meals).toBe(4);
  expect(toCook).toMatchObject([
    { name: 'Chicken bowl', count: 1, allergens: 'No declared allergens' },
    {
      name: 'Dal',
      count: 3,
      perWindow: [
        { window: '11:00-13:00', warm: 0, cold: 1 },
        { window: '16:00-18:00', warm: 2, cold: 0 },
      ],
      allergens: 'Contains: milk',
    },
  ]);
});

test('special orders tell which of their meals hold what they speak of', () => {
  const { specials } = prepSheet(
    [
      aBag(),
      aBag({ specialInstructions: 'No onion, and a milk allergy', items: [A_LUNCH, A_DINNER] }),
      aBag({ specialInstructions: 'nut allergy' }),
    ],
    defaultBusiness,
  );
  expect(specials.map((order) => order.items.map(({ holds }) => holds))).toEqual([
    [['onion'], ['milk', 'onion']],
    [[]],
  ]);
});

test('special orders name whom they speak of', () => {
  const { specials } = prepSheet(
    [
      aBag({ specialInstructions: 'mia is allergic to milk' }),
      aBag({ specialInstructions: 'milk allergy' }),
      aBag({ specialInstructions: 'Mia will be home' }),
    ],
    defaultBusiness,
  );
  expect(specials.map(({ specialPeople }) => specialPeople)).toEqual([['Mia'], []]);
});

test('a meal with portions that nobody has declared is asked about, and different declarations add up', () => {
  const allergensOf = (...allergens: (typeof A_LUNCH.meal.allergens)[]) =>
    prepSheet(
      [
        aBag({
          items: allergens.map((each) => ({
            ...A_LUNCH,
            meal: { ...A_LUNCH.meal, allergens: each },
          })),
        }),
      ],
      defaultBusiness,
    ).toCook[0]?.allergens;
  expect(allergensOf(['egg'], null)).toBe('Allergens: ask us');
  expect(allergensOf(['egg'], ['wheat'])).toBe('Contains: wheat, egg');
});

const MIA = { name: 'Mia', ...NO_FOOD_NEEDS, allergens: [...TREE_NUTS, 'peanut' as const] };
const BEN = { name: 'Ben', ...NO_FOOD_NEEDS };

test('of a family, only the meals of the person with allergies are for the clean bench', () => {
  const ofBen = { ...A_LUNCH, personName: 'Ben', personPosition: 2 };
  const items = [A_LUNCH, ofBen, { ...ofBen, mealId: 2, meal: A_DINNER.meal }];
  const bag = aBag({ people: [MIA, BEN], items });
  const { specials, toCook } = prepSheet([aBag(), bag], defaultBusiness);
  expect(specials).toHaveLength(1);
  expect(specials[0]?.needs).toEqual([MIA]);
  expect(specials[0]?.items.map(({ personName }) => personName)).toEqual(['Mia']);
  expect(toCook.flatMap((meal) => meal.careful.map((each) => carefulText(meal, each)))).toEqual([
    'Chicken bowl x3, of these 1 for Mia (all tree nuts, peanut): clean bench',
  ]);
});

test('a meal that holds what its person may not eat is stopped, unless staff agreed it with them', () => {
  const noMilk = { ...MIA, allergens: ['milk' as const] };
  const override: FoodOverride = {
    allergens: ['milk'],
    reason: 'A little cream is fine',
    staffEmail: 'kim@example.com',
    at: '2026-01-12T02:00:00.000Z',
  };
  const bags = [A_DINNER, { ...A_DINNER, override }].map((item) =>
    aBag({ people: [noMilk], items: [item] }),
  );
  const { specials } = prepSheet(bags, defaultBusiness);
  expect(specials.flatMap(({ items }) => items)).toMatchObject([
    { holds: ['milk'], agreed: null },
    { holds: [], agreed: 'CONTAINS MILK, AGREED: A little cream is fine, kim, Mon 12 Jan' },
  ]);
});

test('diets and notes are read before cooking, and a note that there is nothing is not', () => {
  const { specials } = prepSheet(
    [
      aBag({ people: [{ ...BEN, diets: ['vegetarian'] }] }),
      aBag({ people: [{ ...BEN, note: 'hates mushrooms' }] }),
      aBag({ people: [{ ...BEN, note: 'No allergies' }], specialInstructions: 'no allergies' }),
    ],
    defaultBusiness,
  );
  expect(specials.map(({ needs }) => needs.map(({ diets, note }) => [...diets, note]))).toEqual([
    [['vegetarian', '']],
    [['hates mushrooms']],
  ]);
});

test('instructions that name a person concern their meals; those about an ingredient, the meals with it', () => {
  const ofBen = { ...A_LUNCH, personName: 'Ben', personPosition: 2 };
  const itemsOf = (specialInstructions: string) =>
    prepSheet(
      [
        aBag({
          people: [MIA, BEN].map(({ name }) => ({ name, ...NO_FOOD_NEEDS })),
          specialInstructions,
          items: [A_DINNER, ofBen],
        }),
      ],
      defaultBusiness,
    ).specials.flatMap(({ items }) => items.map(({ personName }) => personName));
  expect(itemsOf('Ben has a sesame allergy')).toEqual(['Ben']);
  expect(itemsOf('no lentils please')).toEqual(['Mia']);
  expect(itemsOf('sesame allergy')).toEqual(['Mia', 'Ben']);
});
