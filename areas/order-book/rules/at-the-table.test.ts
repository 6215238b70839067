import { expect, test } from 'vitest';
import { dishesOf, onTheTable, type TablePortion } from '#areas/order-book/rules/at-the-table.ts';
import { isWarmPortion } from '#areas/order-book/rules/warm-portion.ts';

function portion(mealName: string, change: Partial<TablePortion> = {}): TablePortion {
  return {
    personName: 'Mia',
    mealName,
    mealType: 'dinner',
    mealDate: '2026-12-03',
    allergens: [],
    agreed: null,
    onHold: null,
    advice: null,
    heating: '',
    storage: '',
    useBy: '2026-12-06',
    freezable: true,
    isWarm: false,
    missing: null,
    ...change,
  };
}

test('a dish for one meal day is one row with the names on its boxes', () => {
  const ben = { personName: 'Ben' };
  const dishes = dishesOf([
    portion('Dal'),
    portion('Dal', ben),
    portion('Dal', ben),
    portion('Dal', { mealDate: '2026-12-04' }),
  ]);
  expect(dishes.map(({ names }) => names)).toEqual([['Mia', 'Ben ×2'], ['Mia']]);
});

test('boxes of a dish that say something else stay apart', () => {
  expect(
    dishesOf([portion('Dal'), portion('Dal', { personName: 'Ben', allergens: ['milk'] })]),
  ).toHaveLength(2);
});

test('what keeps shortest is eaten first, what does not freeze before what does', () => {
  const { first, later } = onTheTable(
    [
      portion('Lamb', { mealDate: '2026-12-05' }),
      portion('Curry', { useBy: '2026-12-05' }),
      portion('Snapper', { useBy: '2026-12-05', freezable: false }),
      portion('Dal'),
    ],
    '2026-12-03',
  );
  expect(first.map(({ mealName }) => mealName)).toEqual(['Snapper']);
  expect(later.map(({ mealName }) => mealName)).toEqual(['Curry', 'Dal', 'Lamb']);
});

test('what is held, missing or past its use-by never stands under Eat first', () => {
  const table = onTheTable(
    [
      portion('Held', { onHold: 'Please do not eat it.', useBy: '2026-12-03' }),
      portion('Missing', { missing: 'damaged' }),
      portion('Old', { useBy: '2026-12-02' }),
    ],
    '2026-12-03',
  );
  expect(table).toMatchObject({
    held: [{ mealName: 'Held' }],
    missing: [{ mealName: 'Missing' }],
    past: [{ mealName: 'Old' }],
    first: [],
    later: [],
  });
});

test.each([
  ['lunch', '11:00-13:00', '2026-12-03', true],
  ['lunch', '16:00-18:00', '2026-12-03', false],
  ['dinner', '16:00-18:00', '2026-12-03', true],
  ['dinner', '11:00-13:00', '2026-12-03', false],
  ['dinner', '16:00-18:00', '2026-12-04', false],
] as const)(
  'warm is only what is eaten when it comes: %s at %s for %s',
  (mealType, deliveryWindow, mealDate, isWarm) => {
    const item = { mealType, mealDate, deliveryDate: '2026-12-03', deliveryWindow } as const;
    expect(isWarmPortion('warm', item)).toBe(isWarm);
    expect(isWarmPortion('cold', item)).toBe(false);
  },
);
