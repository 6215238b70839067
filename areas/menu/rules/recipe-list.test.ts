import { expect, test } from 'vitest';
import {
  unprintedIn,
  wordsHiddenIn,
  wordsNamedIn,
  fullListOf,
} from '#areas/needs/rules/gate/food-facts.ts';
import { clashOf } from '#areas/needs/rules/gate/verdict.ts';
import { type BookIngredient, type RecipeBook, recipeList } from '#areas/menu/rules/recipe-book.ts';

const UNKNOWN = { gramsPerLitre: null, gramsPer100Pieces: null, pack: null, contains: [] };

function anIngredient(
  id: number,
  name: string,
  labelName: string,
  labelParts = '',
): BookIngredient {
  return {
    ...UNKNOWN,
    id,
    name,
    labelName,
    labelParts,
    mayContain: [],
  } as unknown as BookIngredient;
}

const BOOK: RecipeBook = {
  ingredients: new Map(
    [
      anIngredient(1, 'Beef mince, lean', 'lean beef mince'),
      anIngredient(2, 'Soy sauce, salt reduced', 'salt-reduced soy sauce', 'water, soy, wheat'),
      anIngredient(3, 'Chipotle in adobo', 'chipotle chilli', 'chipotle chilli, tomato, celery'),
    ].map((each) => [each.id, each]),
  ),
  components: new Map([
    [
      7,
      {
        id: 7,
        name: 'Secret salsa',
        baseUnit: 'g',
        gramsPerLitre: null,
        potQty: 1000,
        lines: [{ ingredientId: 3, qty: 1, lossBp: null }],
      },
    ],
  ]),
};

const LINES = [
  { componentId: 7, qty: 100, lossBp: null },
  { ingredientId: 2, qty: 5, lossBp: null },
  { ingredientId: 1, qty: 900, lossBp: null },
];
const LIST = recipeList(LINES, BOOK);
const PRINTED = 'Lean beef mince (90%), soy sauce (soy, wheat), chipotle chilli.';

test('a recipe names all that is in it, through its components, by the alphabet and without amounts', () => {
  expect(LIST.split('; ')).toEqual([
    'beef mince, lean',
    'chipotle chilli (chipotle chilli, tomato, celery)',
    'chipotle in adobo (chipotle chilli, tomato, celery)',
    'lean beef mince',
    'salt-reduced soy sauce (water, soy, wheat)',
    'soy sauce (salt reduced, water, soy, wheat)',
  ]);
});

test('1 g of celery that the label leaves out is not for who leaves celery out', () => {
  const meal = { allergens: [], ingredients: PRINTED, recipeList: LIST };
  expect(clashOf(meal, { allergens: [], avoid: ['celery'] })).toMatchObject({ words: ['celery'] });
  expect(clashOf({ ...meal, recipeList: '' }, { allergens: [], avoid: ['celery'] })).toBeNull();
});

test('customers get only the names that are not printed, which means the same', () => {
  const unprinted = unprintedIn({ ingredients: PRINTED, recipeList: LIST });
  expect(unprinted).not.toContain('beef');
  expect(unprinted).not.toContain('Secret');
  const [all, sent] = [LIST, unprinted].map((list) =>
    fullListOf({ ingredients: PRINTED, recipeList: list }),
  ) as [string, string];
  for (const word of ['celery', 'tomato', 'beef', 'wheat', 'onion', 'chilli', 'rambutan']) {
    expect(wordsNamedIn(sent, [word])).toEqual(wordsNamedIn(all, [word]));
    expect(wordsHiddenIn(sent, [word])).toEqual(wordsHiddenIn(all, [word]));
  }
});
