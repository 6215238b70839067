import { expect, test } from 'vitest';
import { type DemandEntry, demandBySuburb } from './waitlist-summary.ts';

const SERVED = [
  { name: 'Cleveland', postcode: '4163' },
  { name: 'Mount Cotton', postcode: '4165' },
  { name: 'Redland Bay', postcode: '4165' },
];

const waiting = (suburb: string, change: Partial<DemandEntry> = {}): DemandEntry => ({
  suburb,
  mealsPerWeek: null,
  unsubscribedAt: null,
  orderedAt: null,
  ...change,
});

test('a suburb counts once however it is written, with the meals that were said', () => {
  const entries = [
    waiting('cleveland', { mealsPerWeek: 5 }),
    waiting(' Cleveland QLD 4163', { mealsPerWeek: 10, orderedAt: '2026-01-07T02:00:00Z' }),
    waiting('4163'),
    waiting('Mt  Cotton', { mealsPerWeek: 3 }),
  ];
  expect(demandBySuburb(entries, SERVED)).toEqual([
    { suburb: 'Cleveland', isServed: true, people: 3, meals: 15, unsaid: 1, ordered: 1 },
    { suburb: 'Mount Cotton', isServed: true, people: 1, meals: 3, unsaid: 0, ordered: 0 },
  ]);
});

test('a suburb that is not served keeps its first spelling, and the most people come first', () => {
  const entries = [waiting('Cleveland'), waiting('Macleay  Island'), waiting('macleay island')];
  expect(demandBySuburb(entries, SERVED).map(({ suburb, isServed }) => [suburb, isServed])).toEqual(
    [
      ['Macleay Island', false],
      ['Cleveland', true],
    ],
  );
});

test('a postcode of two served suburbs is served, and neither of them', () => {
  expect(demandBySuburb([waiting('4165')], SERVED)).toMatchObject([
    { suburb: '4165', isServed: true },
  ]);
});

test('those who unsubscribed wait no more', () => {
  const gone = waiting('Cleveland', { unsubscribedAt: '2026-01-07T02:00:00Z' });
  expect(demandBySuburb([gone], SERVED)).toEqual([]);
});
