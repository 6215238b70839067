import { describe, expect, test } from 'vitest';
import { foodRequestTerms } from '#domain/kitchen/special-orders.ts';

const bowl = {
  name: 'Chicken bowl',
  ingredients:
    'Chicken (32%), brown rice, cherry tomatoes, red onion, olive oil, free range egg, sea salt',
  allergens: ['egg'],
} as const;

describe('the kitchen is shown', () => {
  test.each([
    ['Severe NUT allergy!', ['nut', 'allergy']],
    ['Mia is allergic to eggs', ['allergic', 'eggs']],
    ['coeliac', ['coeliac']],
    ['gluten-free please', ['gluten']],
    ['no sesame', ['sesame']],
    ['hold the onions', ['onions']],
    ['Without tomato', ['tomato']],
    ['no dairy, no Brazil nuts', ['dairy', 'brazil', 'nuts']],
    ['carries an EpiPen', ['epipen']],
    ['low sulphites', ['sulphites']],
    ['lactose intolerant', ['lactose', 'intolerant']],
  ])('%s', (instructions, words) => {
    expect(foodRequestTerms(instructions, [bowl])).toEqual(words);
  });
});

describe('an ordinary order is', () => {
  test.each([
    '',
    'Leave it at the red door',
    'The brown dog is friendly. Gate code 1234#',
    'Free parking on the green, thanks for all the great food',
    'Ring twice',
  ])('%s', (instructions) => {
    expect(foodRequestTerms(instructions, [bowl])).toEqual([]);
  });
});

test('an ingredient concerns only those whose meals hold it', () => {
  expect(foodRequestTerms('no mushrooms', [bowl])).toEqual([]);
  expect(foodRequestTerms('no mushrooms', [{ ...bowl, ingredients: 'Mushroom, rice' }])).toEqual([
    'mushrooms',
  ]);
});
