import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { dailyTotals } from '#areas/printouts/rules/daily-totals.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';
import { prepSheetCsv } from './make-prep-sheet.ts';

test('each portion bears what its person may not eat, what was agreed, why it is on hold and which helping it is', () => {
  const override = {
    allergens: ['milk' as const],
    reason: 'A little cream is fine',
    staffEmail: 'kim@example.com',
    at: '2026-01-12T02:00:00.000Z',
  };
  const second = { ...A_DINNER, mealType: 'lunch' as const, helping: 2, override };
  const bag = aBag({
    people: [
      {
        name: 'Mia',
        allergens: ['milk', 'egg'],
        avoid: [],
        diets: ['dairy free'],
        note: 'no onion',
      },
    ],
    items: [A_LUNCH, second, { ...A_LUNCH, personName: 'Ben', onHold: 'contains EGG' }],
  });
  const [heading = '', ...rows] = prepSheetCsv(
    dailyTotals([bag]).packingList,
    defaultBusiness,
  ).split('\r\n');
  expect(heading).toMatch(/Portion,Person’s allergens,Diets,Note,Agreed,On hold$/);
  const needs = '"milk, egg",no milk in the recipe,no onion';
  expect(rows[0]).toMatch(new RegExp(`1 of 2,${needs},,$`));
  expect(rows[1]).toMatch(
    new RegExp(
      `2 of 2,${needs},"CONTAINS MILK, AGREED: A little cream is fine, kim, Mon 12 Jan",$`,
    ),
  );
  expect(rows[2]).toMatch(/,,,,,contains EGG$/);
});
