import { describe, expect, test } from 'vitest';
import { foodRequestTerms } from './special-people.ts';

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
    ['GF, no peanutbutter', ['gf', 'peanutbutter']],
    ["no cow's milk", ['cows', 'milk']],
    ['low FODMAP', ['low', 'fodmap']],
    ['花生过敏', ['花生', '过敏']],
    ['no chilli', ['chilli']],
    ['plenty of rice please', ['rice']],
  ])('%s', (instructions, words) => {
    expect(foodRequestTerms(instructions, [bowl], ['Mia'])).toEqual(words);
  });
});

describe('an ordinary order is', () => {
  test.each([
    '',
    'Leave it at the red door',
    'The brown dog is friendly. Gate code 1234#',
    'Free parking on the green, thanks for all the great food',
    'Ring twice',
    'No allergies',
    'Dog called Peanut',
    'Ask for Mrs Onion at 12 Tomato Street',
    'Leave it by the chicken coop',
    'Mia will be home',
  ])('%s', (instructions) => {
    expect(foodRequestTerms(instructions, [bowl], ['Mia'])).toEqual([]);
  });
});

test('a wish about food is read whatever the meals hold; other words only when a meal holds them', () => {
  expect(foodRequestTerms('no mushrooms', [bowl], [])).toEqual(['mushrooms']);
  expect(foodRequestTerms('no harissa', [bowl], [])).toEqual([]);
  expect(foodRequestTerms('no harissa', [{ ...bowl, ingredients: 'Harissa, rice' }], [])).toEqual([
    'harissa',
  ]);
});

test('a name of the order is nothing to eat', () => {
  const oliveBowl = { ...bowl, ingredients: 'Olives, rice' };
  expect(foodRequestTerms('Olive is home at 5', [oliveBowl], ['Olive'])).toEqual([]);
  expect(foodRequestTerms('hates olives', [oliveBowl], ['Mia'])).toEqual(['olives']);
});
