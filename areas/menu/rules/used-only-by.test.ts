import { expect, test } from 'vitest';
import { usedOnlyBy } from '#areas/menu/rules/recipe-book.ts';

const [SAUCE, PASTE, RICE] = [1, 2, 3];
const [CHILLI, GARLIC, GRAIN, BEEF] = [11, 12, 13, 14];
const [CURRY, NOODLES, BEEF_BOWL] = [21, 22, 23];

const components = new Map([
  [SAUCE, { lines: [{ componentId: PASTE }, { ingredientId: GARLIC }] }],
  [PASTE, { lines: [{ ingredientId: CHILLI }] }],
  [RICE, { lines: [{ ingredientId: GRAIN }] }],
]);

test('what no other meal needs is told, through components of components', () => {
  const meals = new Map([
    [CURRY, { lines: [{ componentId: SAUCE }, { componentId: RICE }] }],
    [NOODLES, { lines: [{ ingredientId: GARLIC }] }],
    [BEEF_BOWL, { lines: [{ componentId: RICE }, { ingredientId: BEEF }] }],
  ]);
  const only = usedOnlyBy(meals, components);
  expect(only.get(CURRY)).toEqual({ componentIds: [SAUCE, PASTE], ingredientIds: [CHILLI] });
  expect(only.get(NOODLES)).toEqual({ componentIds: [], ingredientIds: [] });
  expect(only.get(BEEF_BOWL)).toEqual({ componentIds: [], ingredientIds: [BEEF] });
});

test('a component that is used twice in one meal is still only its own', () => {
  const meals = new Map([
    [CURRY, { lines: [{ componentId: PASTE }, { componentId: SAUCE }, { ingredientId: CHILLI }] }],
  ]);
  expect(usedOnlyBy(meals, components).get(CURRY)).toEqual({
    componentIds: [SAUCE, PASTE],
    ingredientIds: [CHILLI, GARLIC],
  });
});
