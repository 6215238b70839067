import {
  type PackBagReply,
  type PackDayReply,
  getPackDay,
  undoBag,
  checkPerson,
  closeBag,
  tickPortion,
} from '#areas/delivery/calls/pack.ts';
import {
  bagAfter,
  bagsWithQueue,
  type PackingSaid,
  type PackingWord,
} from '#areas/delivery/rules/queued-packing.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import { DayQueue, inTime } from '#platform/web/offline/day-queue.ts';
import { call } from '#platform/web/api/client.ts';

/** Other packers' ticks arrive with the next look. */
const EVERY_MS = 10_000;
export const packQueue = new DayQueue<PackDayReply, PackingSaid>({
  name: 'pack',
  everyMs: EVERY_MS,
  hasOtherDay: true,
  fetchDay: (date) => call(getPackDay, { query: date === null ? {} : { date }, ...inTime() }),
  mostAtOnce: 1,
  async send([next], deviceId) {
    if (!next) return { answers: [] };
    await send(next, deviceId);
    return { answers: [{ key: next.key, refusal: null }] };
  },
  after: (day, said) => ({
    ...day,
    bags: day.bags.map((bag) => (bag.id === said.deliveryId ? bagAfter(bag, said) : bag)),
  }),
  nameOf: ({ bag }) => bag,
  cannotKeep: 'This tablet can’t keep ticks. Free some space.',
  notSaved: 'Not saved. Tap again.',
});

async function send(
  { key, deliveryId, staffId, word }: Queued<PackingSaid>,
  deviceId: string,
): Promise<void> {
  if (word.kind === 'undo') {
    await call(undoBag, { body: { deliveryId, staffId, key: word.undoes }, ...inTime() });
    return;
  }
  if (word.kind === 'check') {
    const { personId, food, reopened } = word;
    const body = { deliveryId, staffId, personId, food, reopened };
    await call(checkPerson, { body, ...inTime() });
    return;
  }
  const said = { deliveryId, staffId, key, deviceId };
  if (word.kind === 'close') {
    const body = { ...said, status: word.status, isShort: [...word.isShort] };
    await call(closeBag, { body, ...inTime() });
    return;
  }
  const { itemId, state, reason } = word;
  const body = { ...said, itemId, state, ...(reason && { reason }) };
  await call(tickPortion, { body, ...inTime() });
}

type Said = Pick<PackBagReply, 'id' | 'key'>;

/** On the disk when it resolves with its key; null: it is not. */
export function say({ id, key: bag }: Said, word: PackingWord): Promise<string | null> {
  return packQueue.say({ deliveryId: id, bag, word });
}

/** Takes it out while it waits; afterwards the server is asked to take it back. */
export function takeBack({ id, key: bag }: Said, key: string): Promise<void> {
  return packQueue.takeBack(key, { deliveryId: id, bag, word: { kind: 'undo', undoes: key } });
}

/** Read at the moment of asking: a screen may be one tap behind. */
export function bagNow(deliveryId: number): PackBagReply | null {
  const { day, queue } = packQueue.now();
  if (!day) return null;
  return bagsWithQueue(day.bags, queue, day.staffId).find(({ id }) => id === deliveryId) ?? null;
}
