import { expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { whyEatAgain } from '#areas/order-book/rules/people-after.ts';
import type { WrittenOrder } from '#areas/order-book/rules/order-questions.ts';

type Written = Omit<Partial<WrittenOrder['people'][number]>, 'name'> & { name: string };

function written(people: readonly Written[], rest: Partial<WrittenOrder> = {}): WrittenOrder {
  const all = people.map((person) => ({ ...NO_FOOD_NEEDS, ...person }));
  return { customer: { specialInstructions: '' }, people: all, ...rest };
}

const MIA = written([{ name: 'Mia', allergens: ['peanut', 'milk'], avoid: ['citrus'] }]);

test.each<[string, WrittenOrder, WrittenOrder, string | null]>([
  ['nothing is less', MIA, MIA, null],
  [
    'an allergen and a word go',
    MIA,
    written([{ name: 'mia', allergens: ['milk'] }]),
    'Why can mia eat peanut, citrus again?',
  ],
  [
    'a word goes that a wider one leaves out',
    written([{ name: 'Mia', avoid: ['lemon'] }]),
    written([{ name: 'Mia', avoid: ['citrus'] }]),
    null,
  ],
  [
    'a diet goes: it only warns',
    written([{ name: 'Mia', diets: ['vegan'] }]),
    written([{ name: 'Mia' }]),
    null,
  ],
  [
    'of two people',
    written([
      { name: 'Mia', allergens: ['milk'] },
      { name: 'Ben', allergens: ['egg'] },
    ]),
    written([{ name: 'Mia' }, { name: 'Ben' }]),
    'Why can Mia eat milk again? Why can Ben eat egg again?',
  ],
  ['someone else comes', MIA, written([{ name: 'Zoe' }]), null],
  [
    'an open note goes',
    written([{ name: 'Zoe', note: 'allergic to soy' }]),
    written([{ name: 'Zoe' }]),
    'Why can Zoe eat soy again?',
  ],
  [
    'an open note is answered by leaving it out',
    written([{ name: 'Zoe', note: 'allergic to soy' }]),
    written([{ name: 'Zoe', note: '', allergens: ['soy'] }]),
    null,
  ],
  [
    'an open wish is answered by a tap',
    written([{ name: 'Zoe', note: 'no peanuts pls' }]),
    written([{ name: 'Zoe', note: 'no peanuts pls' }], {
      foodAnswers: [{ quote: 'no peanuts pls', personName: 'Zoe', answer: 'may_be_in' }],
    }),
    'Why can Zoe eat peanut again?',
  ],
  [
    'an open sentence about everyone goes',
    written([{ name: 'Zoe' }, { name: 'Ben' }], {
      customer: { specialInstructions: 'allergic to soy' },
    }),
    written([{ name: 'Zoe' }, { name: 'Ben' }]),
    'Why can everyone eat soy again?',
  ],
  [
    'an allergy to nothing legible goes',
    written([{ name: 'Zoe', note: 'severe allergy' }]),
    written([{ name: 'Zoe' }]),
    'Why is “severe allergy” no allergy?',
  ],
  [
    'an allergy to nothing legible gets its food',
    written([{ name: 'Zoe', note: 'severe allergy' }]),
    written([{ name: 'Zoe', avoid: ['kiwi'] }]),
    null,
  ],
])('%s', (_, before, after, asked) => {
  expect(whyEatAgain(before, after)).toBe(asked);
});
