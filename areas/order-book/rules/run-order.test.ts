import { assert, array, integer, property, record, constantFrom, subarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrangeStops,
  numberStops,
  type StopToNumber,
} from '#areas/order-book/rules/split-stops.ts';

const stopAt = (
  deliveryId: number,
  suburb: string,
  addressLine1: string,
  stop: number | null = null,
): StopToNumber => ({
  deliveryId,
  suburb,
  addressLine1,
  addressLine2: '',
  orderNumber: `RT-${deliveryId}`,
  stop,
});

const OPEN = { isFixed: false, earlier: [], taken: [] };
const FIXED = { ...OPEN, isFixed: true };
const inSequence = (numbers: Map<number, number>) =>
  [...numbers].toSorted(([, a], [, b]) => a - b).map(([id]) => id);

describe('the run of a window', () => {
  const stops = [
    stopAt(1, 'Cleveland', '12 Shore Street'),
    stopAt(2, 'Capalaba', '3 Moreton Street'),
    stopAt(3, 'Cleveland', '4 Shore Street'),
  ];

  test('goes around the suburbs and along the streets', () => {
    expect(inSequence(numberStops(stops, OPEN))).toEqual([2, 3, 1]);
  });

  test('begins like the last one that someone arranged', () => {
    const earlier = [
      { suburb: 'Cleveland', addressLine1: '12 Shore St', addressLine2: '' },
      { suburb: 'Cleveland', addressLine1: '4 Shore Street', addressLine2: '' },
      { suburb: 'Capalaba', addressLine1: '9 Other Street', addressLine2: '' },
    ];
    expect(inSequence(numberStops(stops, { ...OPEN, earlier }))).toEqual([1, 3, 2]);
  });

  test('once on paper, nothing moves: what comes later goes to the end, past every gap', () => {
    const printed = [
      stopAt(1, 'Cleveland', '12 Shore Street', 2),
      stopAt(2, 'Mount Cotton', '3 Moreton Street', 1),
      stopAt(3, 'Sheldon', '1 First Street'),
    ];
    expect(numberStops(printed, { ...FIXED, taken: [3] })).toEqual(
      new Map([
        [1, 2],
        [2, 1],
        [3, 4],
      ]),
    );
  });

  test('stops are put where they belong, and the others keep their sequence', () => {
    const numbered = [1, 2, 3, 4, 5].map((id) => stopAt(id, 'Cleveland', `${id} Shore Street`, id));
    expect(inSequence(arrangeStops(numbered, [5, 1], 3))).toEqual([2, 3, 5, 1, 4]);
    expect(inSequence(arrangeStops(numbered, [4], 0))).toEqual([4, 1, 2, 3, 5]);
  });
});

test('every stop has one number, and no number belongs to two', () => {
  const anyStop = record({
    suburb: constantFrom('Cleveland', 'Capalaba', 'Nowhere'),
    addressLine1: constantFrom('1 Shore Street', '12 Shore Street', 'Rose Lane'),
  });
  assert(
    property(array(anyStop, { maxLength: 20 }), integer({ min: 0, max: 20 }), (made, after) => {
      const stops = made.map((stop, index) => stopAt(index + 1, stop.suburb, stop.addressLine1));
      const numbers = numberStops(stops, OPEN);
      const numbered = stops.map((stop) => ({ ...stop, stop: numbers.get(stop.deliveryId)! }));
      const ids = stops.map(({ deliveryId }) => deliveryId);
      assert(
        property(subarray(ids), (moved) => {
          const arranged = arrangeStops(numbered, moved, after);
          expect([...arranged.values()].toSorted((a, b) => a - b)).toEqual(ids);
        }),
        { numRuns: 5 },
      );
    }),
  );
});
