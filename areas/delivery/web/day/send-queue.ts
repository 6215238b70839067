/** Sends what the phone has to say, one call after the other, and fetches the day. */
import { MOST_REPORTS_AT_ONCE } from '#areas/delivery/calls/drive.ts';
import {
  clockOffset,
  nextReports,
  type QueuedReport,
} from '#areas/delivery/rules/driver-reports.ts';
import {
  fetchDriveDay,
  sendPhoto,
  sendReports,
  sendShownNotices,
} from '#areas/delivery/web/drive.ts';
import {
  newReportKey,
  describeRefusal,
  judgeFailure,
  type SendOutcome,
} from '#platform/web/offline/send-outcome.ts';
import type { IsStillOpen } from '#platform/web/offline/work-loop.ts';
import { type DayRecord, readFact, withDatabase, writeFact } from './drive-database.ts';
import { listShownNotices, settleShownNotices } from './shown-notices.ts';
import { parkReport, settleReports, storeClockOffset, storeDay } from './stored-reports.ts';
import { findPhotoToSend, removePhoto } from './stored-photos.ts';

type Sending = { onSending: (keys: readonly string[]) => void; onChange: () => Promise<void> };

/** Everything of this person that is due. Removed from the phone only once the server has answered for it. */
export async function sendWaiting(staffId: string, sending: Sending): Promise<SendOutcome> {
  let most = MOST_REPORTS_AT_ONCE;
  for (;;) {
    const queue = await withDatabase((db) => db.getAll('events'));
    const batch = nextReports(queue, { now: Date.now(), staffId, most });
    if (batch.length === 0) break;
    sending.onSending(batch.map(({ key }) => key));
    try {
      await sendBatch(staffId, batch);
    } catch (error) {
      const verdict = judgeFailure(error);
      if (verdict !== 'refused') return verdict;
      // One of them is wrong: the others must not wait for it.
      if (batch.length === 1 && batch[0]) await parkReport(batch[0], describeRefusal(error));
      most = 1;
    } finally {
      sending.onSending([]);
      await sending.onChange();
    }
  }
  const told = await sendNotices(staffId);
  return told === 'done' ? sendPhotos(staffId, sending) : told;
}

/** What stood on the screen, for the office to see. */
async function sendNotices(staffId: string): Promise<SendOutcome> {
  const shown = await listShownNotices();
  const due = shown.filter((notice) => !notice.isSent && notice.staffId === staffId);
  if (due.length === 0) return 'done';
  try {
    await sendShownNotices(staffId, due);
  } catch (error) {
    const verdict = judgeFailure(error);
    if (verdict !== 'refused') return verdict;
  }
  await settleShownNotices(due);
  return 'done';
}

async function sendBatch(staffId: string, batch: readonly QueuedReport[]): Promise<void> {
  const deviceId = await findDeviceId();
  const reply = await timed(() => sendReports(deviceId, staffId, batch));
  await settleReports(batch, reply);
}

async function sendPhotos(staffId: string, sending: Sending): Promise<SendOutcome> {
  for (;;) {
    const found = await findPhotoToSend(staffId);
    if (!found) return 'done';
    try {
      await sendPhoto(found.key, found.photo);
    } catch (error) {
      const verdict = judgeFailure(error);
      // A photo that is refused once is refused always; its report has arrived.
      if (verdict !== 'refused') return verdict;
    }
    await removePhoto(found.key);
    await sending.onChange();
  }
}

/** Null day: nothing has changed here. A day that comes after the page was left is not kept: the phone may have been left too. */
export async function fetchDay(
  isStillOpen: IsStillOpen,
): Promise<{ outcome: SendOutcome; day: DayRecord | null }> {
  try {
    const { now: _now, ...fetched } = await timed(fetchDriveDay);
    const day = { ...fetched, fetchedAt: Date.now() };
    if (!isStillOpen()) return { outcome: 'done', day: null };
    await storeDay(day);
    return { outcome: 'done', day };
  } catch (error) {
    const verdict = judgeFailure(error);
    return { outcome: verdict === 'refused' ? 'no-answer' : verdict, day: null };
  }
}

/** Every answer says what the server's clock says. */
async function timed<Reply extends { now: string }>(ask: () => Promise<Reply>): Promise<Reply> {
  const asked = Date.now();
  const reply = await ask();
  await storeClockOffset(clockOffset(Date.parse(reply.now), { asked, answered: Date.now() }));
  return reply;
}

async function findDeviceId(): Promise<string> {
  const known = await readFact('deviceId');
  if (known !== undefined) return known;
  const made = newReportKey(Date.now());
  await writeFact('deviceId', made);
  return made;
}
