import { expect, test } from 'vitest';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { defaultBusiness as facts } from '#areas/business/rules/facts.ts';
import {
  capacityProblem,
  changesOf,
  editedSlot,
  slotName,
  stage,
  tidyCapacity,
  withoutEdits,
} from './slot-edits.ts';

function aSlot(change: Partial<SlotReply> = {}): SlotReply {
  return {
    id: 1,
    date: '2026-01-13',
    timeSlot: '11:00-13:00',
    maxDeliveries: 30,
    currentDeliveries: 4,
    held: 1,
    booked: 3,
    isActive: true,
    ...change,
  };
}

const lunch = aSlot();
const dinner = aSlot({ id: 2, timeSlot: '16:00-18:00' });

test('only what differs is sent, and only for the slots that were edited', () => {
  let edits = stage({}, lunch.id, { capacity: '12' });
  edits = stage(edits, lunch.id, { isActive: false });
  expect(changesOf([lunch, dinner], edits, facts)).toEqual([
    { slot: lunch, settings: { maxDeliveries: 12, isActive: false } },
  ]);
});

test('a change that is taken back by hand is none', () => {
  let edits = stage({}, lunch.id, { capacity: '31', isActive: false });
  edits = stage(edits, lunch.id, { capacity: '30', isActive: true });
  expect(changesOf([lunch], edits, facts)).toEqual([]);
});

test('an emptied field stays empty while someone types, and becomes 20 on leaving it', () => {
  const emptied = stage({}, lunch.id, { capacity: '' });
  expect(emptied[lunch.id]?.capacity).toBe('');
  expect(tidyCapacity(emptied, lunch.id, facts)[lunch.id]?.capacity).toBe('20');
  expect(changesOf([lunch], emptied, facts)).toEqual([
    { slot: lunch, settings: { maxDeliveries: 20 } },
  ]);
});

test('leaving a field in which nobody typed stages nothing', () => {
  expect(tidyCapacity({}, lunch.id, facts)).toEqual({});
});

test.each(['-1', '101', '2.5'])('a capacity of %s is refused', (capacity) => {
  const edits = stage({}, lunch.id, { capacity });
  expect(capacityProblem(lunch, edits, facts)).toBe('Please enter a whole number from 0 to 100');
});

test.each(['0', '100', 'many'])('a capacity of %s is taken', (capacity) => {
  expect(capacityProblem(lunch, stage({}, lunch.id, { capacity }), facts)).toBeNull();
});

test('the slot shows what it will be', () => {
  const edits = stage({}, lunch.id, { capacity: '2', isActive: false });
  expect(editedSlot(lunch, edits, facts)).toEqual({ ...lunch, maxDeliveries: 2, isActive: false });
  expect(editedSlot(dinner, edits, facts)).toEqual(dinner);
});

test('what was saved is no longer staged, what failed still is', () => {
  let edits = stage({}, lunch.id, { capacity: '12' });
  edits = stage(edits, dinner.id, { isActive: false });
  expect(withoutEdits(edits, [lunch.id])).toEqual({ [dinner.id]: { isActive: false } });
});

test('a slot is named by its day and window', () => {
  expect(slotName(dinner)).toBe('Tue 13 Jan 4pm-6pm');
});
