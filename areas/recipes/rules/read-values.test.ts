import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import {
  cutText,
  readNumber,
  readPrice,
  readKnownWords,
  readYesNo,
  serviceIn,
} from '#areas/recipes/rules/meal-columns.ts';

test.each([
  ['14.99', 1499],
  ['$14,99', 1499],
  ['1,499.00', 149_900],
  ['1.499,00 €', 149_900],
  ['AUD 14.9', 1490],
  ['A$12', 1200],
  [' 14.90 AUD ', 1490],
  ['1,499', 149_900],
  ['', null],
  ['free', null],
  ['2 for 30', null],
  ['=1+1', null],
  ['-5', null],
  ['12.345.6', null],
  ['12-15', null],
])('a price “%s” is %s cents', (text, cents) => {
  expect(readPrice(text)).toBe(cents);
});

test.each([
  ['14.5 g', 14.5],
  ['14,5', 14.5],
  ['560 Cal', 560],
  ['1 to 2', null],
  ['', null],
])('a number “%s” is %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

describe('words of a list', () => {
  test('are all known, or none of them counts', () => {
    expect(readKnownWords('Milk, EGG; brazil nut', ALLERGENS).words).toEqual([
      'Brazil nut',
      'milk',
      'egg',
    ]);
    expect(readKnownWords('milk, nuts', ALLERGENS)).toEqual({ words: null, unknown: ['nuts'] });
  });

  test('an empty list is only ever said by “none”', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { words } = readKnownWords(text, ALLERGENS);
        expect(words?.length === 0).toBe(text.trim() === 'none');
      }),
    );
  });
});

test.each([
  ['Dinner', 'dinner'],
  ['vegan, Lunches', 'lunch'],
  ['lunch, dinner', null],
  ['brunch', null],
])('“%s” says %s', (text, service) => {
  expect(serviceIn(text)).toBe(service);
});

test.each([
  ['Yes', true],
  ['0', false],
  ['perhaps', undefined],
])('“%s” is %s', (text, answer) => {
  expect(readYesNo(text)).toBe(answer);
});

test('a long text is cut at the end of a sentence, else between words, and never longer', () => {
  expect(cutText('One. Two. Three.', 12)).toBe('One. Two.');
  expect(cutText('One two three', 9)).toBe('One two…');
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 5, max: 40 }), (text, longest) => {
      expect(cutText(text, longest).length).toBeLessThanOrEqual(longest);
    }),
  );
});
