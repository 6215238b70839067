import { expect, test } from 'vitest';
import { type CardToOrder, orderCards } from './choosing-meals.ts';

const card = (id: number, calories: number, changes: Partial<CardToOrder> = {}): CardToOrder => ({
  meal: { id, calories },
  missedDiets: '',
  otherDates: [],
  isSoldOut: false,
  ...changes,
});
const need = { targetKcal: 900, otherKcal: null };
const idsOf = (cards: readonly CardToOrder[]) => cards.map(({ meal }) => meal.id);

test('meals come as wished, loved, fitting the plan and on the menu, what they have already last', () => {
  const cards = [
    card(1, 470, { isSoldOut: true }),
    card(2, 455, { missedDiets: 'not vegan' }),
    card(3, 450, { otherDates: ['2026-12-01'] }),
    card(4, 600),
    card(5, 440),
    card(6, 460),
    card(7, 800),
    card(8, 900),
  ];
  const ordered = orderCards(cards, { wishId: 8, hearts: [7, 3], need });
  expect(idsOf(ordered)).toEqual([8, 7, 5, 6, 4, 3, 2, 1]);
});

test('beside the day’s other meal, what is left of the plan counts', () => {
  const cards = [card(1, 450), card(2, 300)];
  const ordered = orderCards(cards, {
    wishId: null,
    hearts: [],
    need: { targetKcal: 900, otherKcal: 600 },
  });
  expect(idsOf(ordered)).toEqual([2, 1]);
});
