import { expect, test } from 'vitest';
import { describeChanges } from './audit-actions.ts';

test('fields are named, amounts are dollars and the version is left away', () => {
  expect(
    describeChanges([
      { field: 'version', before: 1, after: 2 },
      { field: 'status', before: 'confirmed', after: 'cancelled' },
      { field: 'total', before: '20.98', after: '35.97' },
      { field: 'refundCents', before: undefined, after: 2098 },
      { field: 'specialInstructions', before: '', after: 'no nuts' },
      { field: 'someNewField', before: true, after: null },
    ]),
  ).toEqual([
    'Status: confirmed → cancelled',
    'Total: $20.98 → $35.97',
    'Refund: $20.98',
    'Instructions: nothing → no nuts',
    'Some new field: yes → nothing',
  ]);
});

test('for lists, only removed and added lines are shown; the same line twice counts twice', () => {
  expect(describeChanges([{ field: 'items', before: ['a', 'b', 'b'], after: ['b', 'c'] }])).toEqual(
    ['Removed: a', 'Removed: b', 'Added: c'],
  );
});

test('what is kept in objects is told in words, never as code', () => {
  expect(
    describeChanges([
      { field: 'prices', before: { smallCents: 1450 }, after: { smallCents: 1499, isOn: true } },
    ]),
  ).toEqual(['Prices: Small cents $14.50 → Small cents $14.99, Is on yes']);
});

test('days are written as everywhere, amounts as dollars, rights in words; what people wrote stays', () => {
  expect(
    describeChanges([
      { field: 'from', before: undefined, after: '2026-01-08' },
      { field: 'amount', before: undefined, after: '14.99' },
      { field: 'rights', before: undefined, after: ['seeOrders', 'seeFigures'] },
      { field: 'reason', before: undefined, after: 'Soup leaked' },
      { field: 'way', before: undefined, after: '/passkey/verify-authentication' },
    ]),
  ).toEqual([
    'From: Thu 8 Jan 2026',
    'Amount: $14.99',
    'Added: See orders',
    'Added: See figures',
    'Reason: Soup leaked',
    'Way: passkey',
  ]);
});
