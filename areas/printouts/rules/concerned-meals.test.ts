import { expect, test } from 'vitest';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { heldIn } from '#areas/order-book/rules/special-people.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';
import { concernIn, isSpecial, packingListOf } from './daily-totals.ts';

const MIA = { name: 'Mia', ...NO_FOOD_NEEDS, allergens: [...TREE_NUTS, 'peanut' as const] };
const BEN = { name: 'Ben', ...NO_FOOD_NEEDS };
const OF_BEN = { ...A_LUNCH, personName: 'Ben', personPosition: 2 };

/** For the bags that are read first: whose meals are concerned. */
function concernedIn(...bags: ReturnType<typeof aBag>[]): string[][] {
  return packingListOf(bags)
    .filter(isSpecial)
    .map((bag) => bag.items.filter(concernIn(bag)).map(({ personName }) => personName));
}

test('of a family, only the meals of the person with allergies are concerned', () => {
  const items = [A_LUNCH, OF_BEN, { ...OF_BEN, mealId: 2, meal: A_DINNER.meal }];
  expect(concernedIn(aBag(), aBag({ people: [MIA, BEN], items }))).toEqual([['Mia']]);
});

test('diets and notes are read before cooking, and a note that there is nothing is not', () => {
  expect(
    concernedIn(
      aBag({ people: [{ ...MIA, allergens: [], diets: ['vegetarian'] }] }),
      aBag({ people: [{ ...MIA, allergens: [], note: 'hates mushrooms' }] }),
      aBag({
        people: [{ ...MIA, allergens: [], note: 'No allergies' }],
        specialInstructions: 'no allergies',
      }),
    ),
  ).toHaveLength(2);
});

test.each([
  ['Ben has a sesame allergy', ['Ben']],
  ['no lentils please', ['Mia']],
  ['sesame allergy', ['Mia', 'Ben']],
])('“%s” concerns the meals of whom it names, with what it names, or all', (words, names) => {
  const people = [MIA, BEN].map(({ name }) => ({ name, ...NO_FOOD_NEEDS }));
  const bag = aBag({ people, specialInstructions: words, items: [A_DINNER, OF_BEN] });
  expect(concernedIn(bag)).toEqual([names]);
});

test('instructions tell which of the meals hold what they speak of', () => {
  const bag = aBag({
    specialInstructions: 'No onion, and a milk allergy',
    items: [A_LUNCH, A_DINNER],
  });
  expect(bag.items.map(heldIn(bag))).toEqual([['onion'], ['milk', 'onion']]);
});
