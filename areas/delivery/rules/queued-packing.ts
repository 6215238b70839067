/** What a tablet makes of its bags and of what packers said of them that has not reached the server yet. */
import { type Queued, queueOf } from '#platform/rules/queued-words.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import {
  isToPack,
  type MissingReason,
  type PackTick,
  type PortionState,
} from '#areas/order-book/rules/pack-bag.ts';

export type PackingWord =
  | { kind: 'tick'; itemId: number; state: PackTick; reason: MissingReason | null }
  /** `personId` null: a present's card is in, and `food` is what is on it. */
  | { kind: 'check'; personId: number | null; food: string; reopened: number }
  /** `isShort`: the portions that it goes without. */
  | { kind: 'close'; status: 'packed' | 'cooked'; isShort: readonly number[] }
  /** Takes back what was said with that key. */
  | { kind: 'undo'; undoes: string };

export type PackingSaid = { deliveryId: number; bag: string; word: PackingWord };

type BagOnBench = {
  id: number;
  status: DeliveryStatus;
  reopened: number;
  /** A present's; left out by a release that knew of none. */
  card?: { text: string; checkedBy: string | null } | null | undefined;
  people: readonly {
    id: number;
    food: string;
    checkedBy: string | null;
    items: readonly {
      id: number;
      state: PortionState;
      reason: MissingReason | null;
      by: string | null;
    }[];
  }[];
};

/** The bags as this person has left them, sent or not. What others have not sent yet is for them to say. */
export function bagsWithQueue<Bag extends BagOnBench>(
  bags: readonly Bag[],
  queue: readonly Queued<PackingSaid>[],
  staffId: string,
): Bag[] {
  const mine = queueOf(queue, staffId);
  return bags.map((bag) =>
    mine
      .filter(({ deliveryId }) => deliveryId === bag.id)
      .reduce<Bag>((after, one) => bagAfter(after, one), bag),
  );
}

/** A bag as one word leaves it, when the server has nothing against it. */
export function bagAfter<Bag extends BagOnBench>(
  bag: Bag,
  { word, staffName }: Pick<PackingSaid, 'word'> & { staffName: string },
): Bag {
  switch (word.kind) {
    case 'tick':
      return { ...bag, people: bag.people.map((person) => withTick(person, word, staffName)) };
    case 'check':
      return {
        ...bag,
        ...withCardIn(bag, word, staffName),
        people: bag.people.map((person) =>
          person.id === word.personId && person.food === word.food && bag.reopened === word.reopened
            ? { ...person, checkedBy: person.checkedBy ?? staffName }
            : person,
        ),
      };
    case 'close':
      return word.status === 'packed' ? { ...bag, status: 'packed' } : opened(bag);
    case 'undo':
      // Taking back a slip needs no other look at anyone's allergies.
      return { ...bag, status: 'cooked' };
  }
}

function withCardIn(
  { card, reopened }: BagOnBench,
  word: Extract<PackingWord, { kind: 'check' }>,
  staffName: string,
): Pick<BagOnBench, 'card'> {
  const isThis = word.personId === null && card?.text === word.food && reopened === word.reopened;
  return card && isThis ? { card: { ...card, checkedBy: card.checkedBy ?? staffName } } : {};
}

type PersonOnBench = BagOnBench['people'][number];

function withTick(
  person: PersonOnBench,
  { itemId, state, reason }: Extract<PackingWord, { kind: 'tick' }>,
  staffName: string,
): PersonOnBench {
  const items = person.items.map((item) =>
    item.id === itemId
      ? {
          ...item,
          state: state === 'unticked' ? ('open' as const) : state,
          reason,
          by: state === 'unticked' ? null : staffName,
        }
      : item,
  );
  return { ...person, items };
}

function opened<Bag extends BagOnBench>(bag: Bag): Bag {
  if (isToPack(bag)) return bag;
  return {
    ...bag,
    status: 'cooked',
    reopened: bag.reopened + 1,
    ...(bag.card && { card: { ...bag.card, checkedBy: null } }),
    people: bag.people.map((person) => ({ ...person, checkedBy: null })),
  };
}
