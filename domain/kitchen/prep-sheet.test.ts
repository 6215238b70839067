import { expect, test } from 'vitest';
import { prepSheet } from '#domain/kitchen/prep-sheet.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';

test('each meal is counted by window, warm and cold, lunches first', () => {
  const { toCook, totals } = prepSheet([
    aBag({ items: [A_LUNCH, A_DINNER] }),
    aBag({ window: '16:00-18:00', deliveryPreference: 'warm', items: [A_DINNER, A_DINNER] }),
    aBag({ status: 'cancelled', items: [A_LUNCH] }),
  ]);
  expect(totals.meals).toBe(4);
  expect(toCook).toMatchObject([
    { name: 'Chicken bowl', count: 1, allergens: 'No declared allergens' },
    {
      name: 'Dal',
      count: 3,
      perWindow: { '11:00-13:00': { warm: 0, cold: 1 }, '16:00-18:00': { warm: 2, cold: 0 } },
      allergens: 'Contains: milk',
    },
  ]);
});

test('special orders tell which of their meals hold what they speak of', () => {
  const { specials } = prepSheet([
    aBag(),
    aBag({ specialInstructions: 'No onion, and a milk allergy', items: [A_LUNCH, A_DINNER] }),
    aBag({ specialInstructions: 'nut allergy' }),
  ]);
  expect(specials.map((order) => order.items.map(({ holds }) => holds))).toEqual([
    [['onion'], ['milk', 'onion']],
    [[]],
  ]);
});

test('special orders name whom they speak of', () => {
  const { specials } = prepSheet([
    aBag({ specialInstructions: 'mia is allergic to milk' }),
    aBag({ specialInstructions: 'milk allergy' }),
    aBag({ specialInstructions: 'Mia will be home' }),
  ]);
  expect(specials.map(({ specialPeople }) => specialPeople)).toEqual([['Mia'], []]);
});

test('a meal with portions that nobody has declared is asked about, and different declarations add up', () => {
  const allergensOf = (...allergens: (typeof A_LUNCH.meal.allergens)[]) =>
    prepSheet([
      aBag({
        items: allergens.map((each) => ({
          ...A_LUNCH,
          meal: { ...A_LUNCH.meal, allergens: each },
        })),
      }),
    ]).toCook[0]?.allergens;
  expect(allergensOf(['egg'], null)).toBe('Allergens: ask us');
  expect(allergensOf(['egg'], ['wheat'])).toBe('Contains: wheat, egg');
});
