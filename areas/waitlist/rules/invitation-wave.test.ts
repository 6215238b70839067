import { expect, test } from 'vitest';
import {
  invitationStateOf,
  isServedPerson,
  peopleOfWave,
  suburbsToInvite,
  type WaitingPerson,
} from './invitation-wave.ts';

const SERVED = [
  { name: 'Northtown', postcode: '1001' },
  { name: 'Southtown', postcode: '1002' },
  { name: 'Southbay', postcode: '1002' },
];

function aPerson(change: Partial<WaitingPerson>): WaitingPerson {
  return {
    id: 1,
    suburb: 'Northtown',
    servedMark: null,
    createdAt: '2026-01-05T00:00:00.000Z',
    unsubscribedAt: null,
    orderedAt: null,
    invitation: null,
    ...change,
  };
}

test('someone is served as staff marked them, or else as their suburb says', () => {
  const isServed = (change: Partial<WaitingPerson>) => isServedPerson(aPerson(change), SERVED);
  expect(isServed({})).toBe(true);
  expect(isServed({ suburb: '1002' })).toBe(true);
  expect(isServed({ suburb: 'Elsewhere' })).toBe(false);
  expect(isServed({ suburb: 'Elsewhere', servedMark: true })).toBe(true);
  expect(isServed({ servedMark: false })).toBe(false);
});

test('unsubscribing comes before an order, and an order before the invitation', () => {
  const at = '2026-01-06T00:00:00.000Z';
  expect(invitationStateOf(aPerson({}))).toBe('waiting');
  expect(invitationStateOf(aPerson({ invitation: {} }))).toBe('invited');
  expect(invitationStateOf(aPerson({ invitation: {}, orderedAt: at }))).toBe('ordered');
  expect(invitationStateOf(aPerson({ orderedAt: at, unsubscribedAt: at }))).toBe('unsubscribed');
});

test('who joined first is invited first, in any spelling of the suburb, and never more than asked for', () => {
  const people = [
    aPerson({ id: 1, createdAt: '2026-01-07T00:00:00.000Z' }),
    aPerson({ id: 2, suburb: ' NORTHTOWN ', createdAt: '2026-01-05T00:00:00.000Z' }),
    aPerson({ id: 3, suburb: '1001', createdAt: '2026-01-06T00:00:00.000Z' }),
    aPerson({ id: 4, suburb: 'Southtown', createdAt: '2026-01-04T00:00:00.000Z' }),
    aPerson({ id: 5, createdAt: '2026-01-03T00:00:00.000Z', invitation: {} }),
  ];
  const ids = (suburbs: string[], most: number) =>
    peopleOfWave(people, SERVED, { suburbs, people: most }).map(({ id }) => id);
  expect(ids(['Northtown'], 10)).toEqual([2, 3, 1]);
  expect(ids(['northtown', 'Southtown'], 3)).toEqual([4, 2, 3]);
  expect(ids(['Elsewhere'], 3)).toEqual([]);
});

test('the suburbs to choose from are those with people to invite, the most first', () => {
  const people = [
    aPerson({ id: 1, suburb: 'Southtown' }),
    aPerson({ id: 2 }),
    aPerson({ id: 3, suburb: 'northtown' }),
    aPerson({ id: 4, suburb: 'Elsewhere' }),
    aPerson({ id: 5, suburb: 'Far  Away', servedMark: true }),
  ];
  expect(suburbsToInvite(people, SERVED)).toEqual([
    { suburb: 'Northtown', people: 2 },
    { suburb: 'Far Away', people: 1 },
    { suburb: 'Southtown', people: 1 },
  ]);
});
