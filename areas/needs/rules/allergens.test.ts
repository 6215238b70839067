import { assert, property, subarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLERGENS, allergensNotNamedIn, allergenStatement, isAllergen } from './allergens.ts';
import type { Allergen } from './allergens.ts';

describe('allergen statement', () => {
  const cases: [string, Allergen[] | null, string][] = [
    ['nobody has declared them', null, 'Allergens: ask us'],
    ['none are declared', [], 'No declared allergens'],
    ['one is declared', ['fish'], 'Contains: fish'],
    ['two are declared', ['wheat', 'milk'], 'Contains: wheat, milk'],
    [
      'they are declared in another order',
      ['milk', 'gluten', 'wheat'],
      'Contains: wheat, gluten, milk',
    ],
    ['one is declared twice', ['soy', 'soy'], 'Contains: soy'],
    ['a name has a capital', ['Brazil nut'], 'Contains: Brazil nut'],
  ];
  test.each(cases)('when %s', (_when, allergens, statement) => {
    expect(allergenStatement(allergens)).toBe(statement);
  });

  test('names every declared allergen exactly once', () => {
    assert(
      property(subarray([...ALLERGENS], { minLength: 1 }), (allergens) => {
        const named = allergenStatement(allergens).slice('Contains: '.length).split(', ');
        expect(named.toSorted()).toEqual(allergens.toSorted());
      }),
    );
  });
});

describe('allergen names', () => {
  test.each(ALLERGENS)('%s is one', (name) => {
    expect(isAllergen(name)).toBe(true);
  });

  test.each(['', 'Wheat', 'dairy', 'nuts', 'shellfish', 'barley', 'milk '])(
    '"%s" is none',
    (name) => {
      expect(isAllergen(name)).toBe(false);
    },
  );
});

describe('allergens that the ingredients do not name', () => {
  const cases: [string, Allergen[], Allergen[]][] = [
    ['Feta (milk), salt', ['milk'], []],
    ['Feta, salt', ['milk'], ['milk']],
    ['Wheat flour, water', ['wheat', 'gluten'], []],
    ['Pearl barley, water', ['gluten'], []],
    ['Flour, water', ['wheat', 'gluten'], ['wheat', 'gluten']],
    ['Brazil nuts', ['Brazil nut'], []],
    ['Soybeans, water', ['soy'], []],
    ['Eggplant, salt', ['egg'], ['egg']],
    ['Eggs, rolled oats', ['egg', 'gluten'], []],
    ['', [], []],
  ];
  test.each(cases)('in "%s" declared as %j: %j', (ingredients, allergens, missing) => {
    expect(allergensNotNamedIn(ingredients, allergens)).toEqual(missing);
  });
});
