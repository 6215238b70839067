import { describe, expect, test } from 'vitest';
import { boldAllergens, boldWords, type TextSpan } from './label-text.ts';

const marked = (spans: readonly TextSpan[]) =>
  spans.map(({ text, bold }) => (bold ? `*${text}*` : text)).join('');

describe('allergens in ingredients', () => {
  test.each([
    [
      'are bold wherever they stand',
      'Wheat flour (wheat), egg yolk.',
      ['wheat', 'egg'],
      '*Wheat* flour (*wheat*), *egg* yolk.',
    ],
    [
      'are bold in the plural too',
      'Roasted peanuts, almonds.',
      ['peanut', 'almond'],
      'Roasted *peanuts*, *almonds*.',
    ],
    [
      'are found as the grain for gluten',
      'Barley, rolled oats.',
      ['gluten'],
      '*Barley*, rolled *oats*.',
    ],
    [
      'are no other words that hold them',
      'Buckwheat, fishmint, eggplant.',
      ['wheat', 'fish', 'egg'],
      'Buckwheat, fishmint, eggplant.',
    ],
    ['are not the milk of a coconut', 'Coconut milk, milk.', ['milk'], 'Coconut milk, *milk*.'],
    ['are only the declared ones', 'Milk, egg.', ['egg'], 'Milk, *egg*.'],
    [
      'are any that is named where nobody has declared them',
      'Milk, Brazil nuts.',
      null,
      '*Milk*, *Brazil nuts*.',
    ],
    ['are none where there are none', 'Rice.', [], 'Rice.'],
  ] as const)('%s', (_what, ingredients, allergens, expected) => {
    expect(marked(boldAllergens(ingredients, allergens))).toBe(expected);
  });

  test('leave an empty list empty', () => {
    expect(boldAllergens('', ['milk'])).toEqual([]);
    expect(boldAllergens('', null)).toEqual([]);
  });
});

test('words of instructions are bold as whole words, in any case', () => {
  const spans = boldWords('Severe NUT allergy! No nutmeg.', ['nut', 'allergy']);
  expect(marked(spans)).toBe('Severe *NUT* *allergy*! No nutmeg.');
  expect(
    marked(boldWords("no cow's milk, G/F. 花生过敏", ['cows', 'milk', 'gf', '花生', '过敏'])),
  ).toBe("no *cow's* *milk*, *G/F*. *花生**过敏*");
  expect(boldWords('Red door', [])).toEqual([{ text: 'Red door', bold: false }]);
});
