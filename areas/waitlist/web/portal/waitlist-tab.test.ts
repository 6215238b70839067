import { expect, test } from 'vitest';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { findEntries } from './waitlist-tab.tsx';

function anEntry(change: Partial<WaitlistEntryReply>): WaitlistEntryReply {
  return {
    id: 1,
    name: null,
    email: 'someone@example.com',
    phone: null,
    suburb: 'Cleveland',
    mealsPerWeek: null,
    createdAt: '2025-01-05T00:00:00Z',
    consentAt: null,
    unsubscribedAt: null,
    orderedAt: null,
    servedMark: null,
    invitation: null,
    ...change,
  };
}

const mia = anEntry({ id: 1, name: 'Mia Nguyễn', phone: '+61 412 345 678' });
const ben = anEntry({ id: 2, name: 'Ben', email: 'BEN@shed.example', suburb: 'Mount  Cotton' });
const entries = [mia, ben];
const RENAMED = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton'] }];

test.each([
  ['nguyen', [mia]],
  ['  MIA  ', [mia]],
  ['shed.ex', [ben]],
  ['mount cotton', [ben]],
  ['mt cotton', [ben]],
  ['0412 345', [mia]],
  ['(04) 1234', [mia]],
  ['+61412345678', [mia]],
  ['345 678', [mia]],
  ['nobody', []],
  ['', [mia, ben]],
])('"%s" finds what it should', (query, found) => {
  expect(findEntries(entries, query, RENAMED)).toEqual(found);
});

test('digits in words are no phone number', () => {
  expect(findEntries(entries, 'unit 4', RENAMED)).toEqual([]);
});
