import { expect, test } from 'vitest';
import { changesAtTheDoor, driverNoticeText } from './driver-notices.ts';

const DOOR = {
  phone: '+61412345678',
  specialInstructions: 'Side gate',
  address: { line1: '12 Shore Street West', line2: '', suburb: 'Cleveland' },
};
const FACTS = {
  stop: 12,
  time: '3:12pm',
  address: '4 Wharf Street, Cleveland',
  phone: '0412 345 679',
  instructions: 'Ring twice',
};

test('a driver hears of what they work by, and of nothing else', () => {
  expect(changesAtTheDoor(DOOR, { ...DOOR, address: { ...DOOR.address } })).toEqual([]);
  expect(changesAtTheDoor(DOOR, { ...DOOR, phone: '+61412345679' })).toEqual(['phone']);
  const moved = { phone: '', specialInstructions: '', address: { line1: '4 Wharf Street' } };
  expect(changesAtTheDoor(DOOR, moved)).toEqual(['address', 'phone', 'instructions']);
});

test.each([
  ['address', {}, 'Address changed 3:12pm: 4 Wharf Street, Cleveland'],
  ['phone', {}, 'Phone changed 3:12pm: 0412 345 679'],
  ['instructions', {}, 'Note changed 3:12pm: Ring twice'],
  ['instructions', { instructions: '' }, 'Note removed 3:12pm'],
  ['cancelled', {}, 'Stop 12 cancelled 3:12pm: bring it back'],
  ['reopened', {}, 'Stop 12 no longer cancelled 3:12pm: deliver it'],
  ['on_hold', {}, 'STOP 12, 3:12pm: do not hand it over. Call the kitchen'],
] as const)('%s %o reads "%s"', (kind, change, text) => {
  expect(driverNoticeText({ ...FACTS, ...change, kind })).toBe(text);
});
