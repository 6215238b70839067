import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { compareStops } from '#areas/order-book/rules/delivery-round.ts';
import { runSheet } from './run-sheet.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';

test('a run sheet has its stops by number, grouped by suburb, and counts them', () => {
  const runs = runSheet(
    [
      aBag({ orderNumber: 'D', stop: 4, suburb: 'Victoria Point', postcode: '4165' }),
      aBag({ orderNumber: 'C', stop: 3, addressLine1: '101 Shore Street West' }),
      aBag({
        orderNumber: 'B',
        stop: 2,
        addressLine1: 'Unit 2, 9 Shore Street West',
        items: [A_LUNCH, A_DINNER],
      }),
      aBag({
        orderNumber: 'A',
        stop: 1,
        suburb: 'Capalaba',
        items: [{ ...A_LUNCH, isWarm: true }],
      }),
      aBag({ orderNumber: 'X', status: 'cancelled' }),
      aBag({ orderNumber: 'E', stop: 1, window: '16:00-18:00' }),
    ],
    null,
    [],
  );
  expect(runs).toMatchObject([
    { window: '11:00-13:00', stops: 4, portions: 5, warm: 1, cold: 4 },
    { window: '16:00-18:00', stops: 1, portions: 1 },
  ]);
  expect(
    runs[0]?.suburbs.map(({ suburb, portions, stops }) => [
      suburb,
      portions,
      ...stops.map(({ stop, orderNumber }) => `${stop}${orderNumber}`),
    ]),
  ).toEqual([
    ['Capalaba', 1, '1A'],
    ['Cleveland', 3, '2B', '3C'],
    ['Victoria Point', 1, '4D'],
  ]);
});

test('a suburb that was renamed has one heading, and each address keeps the name it was sold with', () => {
  const renamed = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton'] }];
  const [run] = runSheet(
    [aBag({ stop: 1, suburb: 'Mount Cotton' }), aBag({ stop: 2, suburb: 'Mt Cotton' })],
    null,
    renamed,
  );
  const headings = run?.suburbs.map(({ suburb, stops }) => [
    suburb,
    ...stops.map((stop) => stop.suburb),
  ]);
  expect(headings).toEqual([['Mt Cotton', 'Mount Cotton', 'Mt Cotton']]);
});

test('a window without stops has no run', () => {
  expect(runSheet([aBag()], '16:00-18:00', [])).toEqual([]);
  expect(runSheet([aBag()], '11:00-13:00', [])).toHaveLength(1);
});

test('every served suburb has its place in the round; others come last', () => {
  const stops = [...defaultBusiness.suburbs, { name: 'Brisbane' }, { name: 'Ayr' }].map(
    ({ name }) => ({
      suburb: name,
      addressLine1: '1 Bay Street',
      addressLine2: '',
      orderNumber: 'A',
    }),
  );
  const round = stops.toSorted(compareStops).map(({ suburb }) => suburb);
  expect(round.slice(-2)).toEqual(['Ayr', 'Brisbane']);
  expect(new Set(round.slice(0, 12))).toEqual(
    new Set(defaultBusiness.suburbs.map(({ name }) => name)),
  );
});
