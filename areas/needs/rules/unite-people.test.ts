import { expect, test } from 'vitest';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';

const zoe = { name: 'Zoe', allergens: ['peanut' as const], avoid: [] };
const ben = { name: 'Ben', allergens: [], avoid: [] };

test('what either knows of a person holds, and what is new is named', () => {
  const said = [
    { name: ' zoe', allergens: ['soy' as const, 'peanut' as const], avoid: ['kiwifruit'] },
    { name: 'Leo', allergens: ['egg' as const], avoid: [] },
  ];
  expect(unitePeople([zoe, ben], said)).toEqual({
    people: [{ ...zoe, allergens: ['peanut', 'soy'], avoid: ['kiwifruit'] }, ben],
    added: [{ personName: 'Zoe', allergens: ['soy'], avoid: ['kiwifruit'] }],
  });
});

test('who says less takes nothing off', () => {
  expect(unitePeople([zoe], [{ ...zoe, allergens: [] }])).toEqual({ people: [zoe], added: [] });
});
