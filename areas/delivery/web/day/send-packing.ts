/** Sends what packers said, one call after the other, and fetches the bags. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type QueuedPacking, queueOf } from '#areas/delivery/rules/queued-packing.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import {
  fetchPackDay,
  sendBag,
  sendCheck,
  sendPortionTick,
  takeBackBag,
} from '#areas/delivery/web/pack.ts';
import {
  describeRefusal,
  judgeFailure,
  type SendOutcome,
} from '#platform/web/offline/send-outcome.ts';
import type { IsStillOpen } from '#platform/web/offline/work-loop.ts';
import { withPackDatabase } from './drive-database.ts';
import { findTabletId, settleWord, storePackDay } from './stored-packing.ts';

type Sending = { onSending: (key: string | null) => void; onChange: () => Promise<void> };

/** Everything of this person. Removed from the tablet only once the server has answered for it. */
export async function sendPacking(
  staffId: string,
  { onSending, onChange }: Sending,
): Promise<SendOutcome> {
  for (;;) {
    const [next] = queueOf(await withPackDatabase((db) => db.getAll('words')), staffId);
    if (!next) return 'done';
    onSending(next.key);
    try {
      await send(next);
      await settleWord(next, null);
    } catch (error) {
      const verdict = judgeFailure(error);
      if (verdict !== 'refused') return verdict;
      await settleWord(next, describeRefusal(error));
    } finally {
      onSending(null);
      await onChange();
    }
  }
}

async function send({ key, deliveryId, staffId, word }: QueuedPacking): Promise<void> {
  if (word.kind === 'undo') {
    await takeBackBag({ deliveryId, staffId, key: word.undoes });
    return;
  }
  if (word.kind === 'check') {
    const { personId, food, reopened } = word;
    await sendCheck({ deliveryId, staffId, personId, food, reopened });
    return;
  }
  const said = { deliveryId, staffId, key, deviceId: await findTabletId() };
  if (word.kind === 'close') {
    await sendBag({ ...said, status: word.status, confirm: word.isShort ? ['short'] : [] });
    return;
  }
  const { itemId, state, reason } = word;
  await sendPortionTick({ ...said, itemId, state, ...(reason && { reason }) });
}

/** Null: today. `signed-out` also for someone who may not pack. */
export async function fetchPackDayToKeep(
  date: PlainDate | null,
  isStillOpen: IsStillOpen,
): Promise<SendOutcome | 'other_day'> {
  try {
    const day = await fetchPackDay(date);
    // Who left the tablet meanwhile must not find the names of customers on it.
    if (isStillOpen()) await storePackDay(day);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return 'signed-out';
    const verdict = judgeFailure(error);
    return verdict === 'refused' ? 'other_day' : verdict;
  }
}
