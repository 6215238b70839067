import { describe, expect, test } from 'vitest';
import { readLines, suggestFoodNames } from './read-lines.ts';

const KNOWN = [
  'Chicken thigh fillet',
  'Chicken breast fillet',
  'Chicken stock',
  'Cumin, ground',
  'Egg',
  'Garlic',
  'Soy sauce, salt reduced',
  'Tomato',
  'Tomato paste',
  'Tzatziki',
].map((name) => ({ used: name.toLowerCase(), name }));
const read = (text: string) => readLines(text, KNOWN);

describe('a pasted list', () => {
  // [line, name, amount, prep]; a name that is not known stands as it was written.
  test.each<[string, string, string, string]>([
    ['1.5 kg chicken thigh fillet, 3 cm dice', 'Chicken thigh fillet', '1.5 kg', '3 cm dice'],
    ['1.5kg Chicken thigh', 'Chicken thigh fillet', '1.5 kg', ''],
    ['- 2 tbsp cumin, ground', 'Cumin, ground', '2 tbsp', ''],
    ['2 tbsp Cumin, ground, toasted', 'Cumin, ground', '2 tbsp', 'toasted'],
    ['3 eggs', 'Egg', '3', ''],
    ['4 tomatoes (quartered)', 'Tomato', '4', 'quartered'],
    ['½ cup of soy sauce', 'Soy sauce, salt reduced', '½ cup', ''],
    ['Garlic 60 g', 'Garlic', '60 g', ''],
    ['Garlic: 1,280 g', 'Garlic', '1,280 g', ''],
    ['Tzatziki\t426\tg', 'Tzatziki', '426 g', ''],
    ['Garlic', 'Garlic', '', ''],
  ])('%s', (line, name, amount, prep) => {
    expect(read(line)).toEqual([{ used: name.toLowerCase(), name, amount, prep }]);
  });

  test.each<[string, string, string, string]>([
    ['300 g kohlrabi, 5 mm batons', 'kohlrabi', '300 g', '5 mm batons'],
    // Two begin so: nobody is guessed.
    ['1 kg chicken', 'chicken', '1 kg', ''],
    ['2 large onions', 'large onions', '2', ''],
  ])('what is unknown waits: %s', (line, name, amount, prep) => {
    expect(read(line)).toEqual([{ used: '', name, amount, prep }]);
  });

  test('is read line by line, without empty ones', () => {
    const lines = read('Garlic 60 g\r\n\r\n  \n3 eggs\n');
    expect(lines.map(({ name }) => name)).toEqual(['Garlic', 'Egg']);
  });
});

test('names that begin with what is typed come first, then those with a word that does', () => {
  const found = suggestFoodNames('to', [...KNOWN, { used: 'x', name: 'Cherry tomato' }], 5);
  expect(found.map(({ name }) => name)).toEqual(['Tomato', 'Tomato paste', 'Cherry tomato']);
  expect(suggestFoodNames('kohl', KNOWN, 5)).toEqual([]);
});
