import { assert, constantFrom, property, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Allergen,
  ALLERGENS,
  TREE_NUTS,
  ALLERGEN_GROUPS,
  allergenText,
  FURTHER_GROUPS,
  groupState,
  toggleGroup,
} from '#areas/needs/rules/allergens.ts';

const [nuts] = ALLERGEN_GROUPS;
const GROUPS = [...ALLERGEN_GROUPS, ...FURTHER_GROUPS];

test('every allergen can be chosen', () => {
  expect(new Set(GROUPS.flatMap(({ allergens }) => allergens))).toEqual(new Set(ALLERGENS));
});

test('all tree nuts are one tap on, one tap off, and half on with some of them', () => {
  const chosen = toggleGroup(['milk'], nuts!);
  expect(chosen).toEqual([...TREE_NUTS, 'milk']);
  expect(groupState(chosen, nuts!)).toBe('on');
  expect(toggleGroup(chosen, nuts!)).toEqual(['milk']);
  expect(groupState(['cashew'], nuts!)).toBe('partly');
  expect(toggleGroup(['cashew'], nuts!)).toEqual(TREE_NUTS);
});

test.each<[Allergen[], string]>([
  [[], ''],
  [[...TREE_NUTS, 'peanut'], 'all tree nuts, peanut'],
  [['cashew', 'milk'], 'milk, cashew'],
  [['crustacean', 'mollusc'], 'shellfish'],
  [['mollusc'], 'mollusc'],
  [['wheat'], 'wheat'],
])('%j reads "%s"', (allergens, text) => {
  expect(allergenText(allergens)).toBe(text);
});

test('whatever is chosen, its text names each allergen or its whole group, and twice a tap is no tap', () => {
  assert(
    property(subarray([...ALLERGENS]), constantFrom(...GROUPS), (chosen, group) => {
      const named = allergenText(chosen)
        .split(', ')
        .flatMap((name): readonly string[] => groupNamed(name)?.allergens ?? [name]);
      expect(new Set(named.filter((name) => name !== ''))).toEqual(new Set(chosen));
      if (groupState(chosen, group) === 'partly') return;
      expect(toggleGroup(toggleGroup(chosen, group), group)).toEqual(chosen);
    }),
  );
});

function groupNamed(name: string) {
  return ALLERGEN_GROUPS.find((group) => group.name.toLowerCase() === name);
}
