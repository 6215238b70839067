import { expect, test } from 'vitest';
import { type QuotedItem, quotedDeliveries } from './summary-deliveries.tsx';

function item(changes: Partial<QuotedItem>): QuotedItem {
  return {
    mealId: 1,
    mealName: 'Butter Chicken',
    mealType: 'dinner',
    personName: 'Ben',
    mealDate: '2026-11-24',
    deliveryDate: '2026-11-24',
    deliveryWindow: '11:00-13:00',
    price: '14.99',
    advice: null,
    ...changes,
  };
}

test('deliveries come by date, people as they sit, meals as they are eaten', () => {
  const deliveries = quotedDeliveries({
    items: [
      item({ deliveryDate: '2026-11-25', mealDate: '2026-11-25' }),
      item({ mealDate: '2026-11-26' }),
      item({ mealType: 'dinner' }),
      item({ mealType: 'lunch' }),
      item({ personName: 'Ada' }),
    ],
  });
  expect(
    deliveries.map(({ date, people }) => [
      date,
      people.map(({ name, items }) => [
        name,
        items.map(({ mealDate, mealType }) => `${mealDate} ${mealType}`),
      ]),
    ]),
  ).toEqual([
    [
      '2026-11-24',
      [
        ['Ben', ['2026-11-24 lunch', '2026-11-24 dinner', '2026-11-26 dinner']],
        ['Ada', ['2026-11-24 dinner']],
      ],
    ],
    ['2026-11-25', [['Ben', ['2026-11-25 dinner']]]],
  ]);
});

test('two windows of one date are two deliveries, the earlier first', () => {
  const items = [item({ deliveryWindow: '16:00-18:00' }), item({ mealType: 'lunch' })];
  expect(quotedDeliveries({ items }).map(({ window }) => window)).toEqual([
    '11:00-13:00',
    '16:00-18:00',
  ]);
});
