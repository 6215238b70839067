import { describe, expect, test } from 'vitest';
import type { Queued } from '#platform/rules/queued-words.ts';
import {
  type bagAfter,
  bagsWithQueue,
  type PackingWord,
  type PackingSaid,
} from './queued-packing.ts';

const ANA = 'ana';
const BEN = 'ben';

const aBag = {
  id: 7,
  status: 'cooked' as const,
  reopened: 0,
  people: [
    {
      id: 1,
      food: 'Mia: no almond',
      checkedBy: null,
      items: [
        { id: 11, state: 'open' as const, reason: null, by: null },
        { id: 12, state: 'open' as const, reason: null, by: null },
      ],
    },
  ],
};
type Bag = Parameters<typeof bagAfter>[0];

const ticked = (itemId: number): PackingWord => ({
  kind: 'tick',
  itemId,
  state: 'ticked',
  reason: null,
});
const checked = (reopened = 0, food = 'Mia: no almond'): PackingWord => ({
  kind: 'check',
  personId: 1,
  food,
  reopened,
});
const packed: PackingWord = { kind: 'close', status: 'packed', isShort: [] };
const openedAgain: PackingWord = { kind: 'close', status: 'cooked', isShort: [] };

const queued = (
  words: readonly PackingWord[],
  { staffId = ANA, deliveryId = 7 } = {},
): Queued<PackingSaid>[] =>
  words.map((word, index) => ({
    seq: index + 1,
    key: `${staffId} ${index}`,
    deliveryId,
    bag: '1 Mia 9Q2X',
    word,
    at: 0,
    staffId,
    staffName: staffId,
  }));

const after = (words: readonly PackingWord[], options = {}, staffId = ANA): Bag =>
  bagsWithQueue<Bag>([aBag], queued(words, options), staffId)[0]!;

const states = ({ people }: Bag) => people[0]!.items.map(({ state }) => state);

describe('a bag with what waits', () => {
  test('is as the packer left it, in the sequence of the taps', () => {
    const bag = after([
      checked(),
      ticked(11),
      { kind: 'tick', itemId: 12, state: 'missing', reason: 'damaged' },
      { kind: 'tick', itemId: 11, state: 'unticked', reason: null },
    ]);
    expect(states(bag)).toEqual(['open', 'missing']);
    expect(bag.people[0]).toMatchObject({
      checkedBy: ANA,
      items: [{ by: null }, { by: ANA, reason: 'damaged' }],
    });
    expect(after([ticked(11), ticked(12), packed]).status).toBe('packed');
  });

  test('shows nothing of what another person has not sent, nor of another bag', () => {
    expect(states(after([ticked(11)], { staffId: BEN }))).toEqual(['open', 'open']);
    expect(states(after([ticked(11)], { deliveryId: 8 }))).toEqual(['open', 'open']);
  });

  test('needs another look at allergies once it was packed and opened again', () => {
    const again = after([checked(), packed, openedAgain]);
    expect(again).toMatchObject({
      status: 'cooked',
      reopened: 1,
      people: [{ checkedBy: null }],
    });
    expect(after([checked(), packed, openedAgain, checked(0)]).people[0]!.checkedBy).toBeNull();
    expect(after([checked(), packed, openedAgain, checked(1)]).people[0]!.checkedBy).toBe(ANA);
  });

  test('needs no other look when a slip was taken back', () => {
    const bag = after([checked(), packed, { kind: 'undo', undoes: 'ana 1' }]);
    expect(bag).toMatchObject({ status: 'cooked', reopened: 0, people: [{ checkedBy: ANA }] });
  });

  test('is not checked by a look at other food', () => {
    expect(after([checked(0, 'Mia: no peanut')]).people[0]!.checkedBy).toBeNull();
  });
});
