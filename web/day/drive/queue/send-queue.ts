/** Sends what the phone has to say, one call after the other, and fetches the day. */
import { MOST_REPORTS_AT_ONCE } from '#contract/delivery/drive.ts';
import { clockOffset, nextReports, type QueuedReport } from '#domain/delivery/driver-reports.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fetchDriveDay, sendPhoto, sendReports } from '#web/api/drive.ts';
import { type DayRecord, readFact, withDatabase, writeFact } from './drive-database.ts';
import { parkReport, settleReports, storeClockOffset, storeDay } from './stored-reports.ts';
import { newReportKey } from './report-key.ts';
import { findPhotoToSend, removePhoto } from './stored-photos.ts';

/** `signed-out`: a person has to sign in first. `no-answer`: try again later. */
export type SendOutcome = 'done' | 'signed-out' | 'no-answer';

type Sending = { onSending: (keys: readonly string[]) => void; onChange: () => Promise<void> };

/** Everything of this person that is due. Removed from the phone only once the server has answered for it. */
export async function sendWaiting(staffId: string, sending: Sending): Promise<SendOutcome> {
  let most = MOST_REPORTS_AT_ONCE;
  for (;;) {
    const queue = await withDatabase((db) => db.getAll('events'));
    const batch = nextReports(queue, { now: Date.now(), staffId, most });
    if (batch.length === 0) return sendPhotos(staffId, sending);
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

/** Null day: nothing has changed here. */
export async function fetchDay(): Promise<{ outcome: SendOutcome; day: DayRecord | null }> {
  try {
    const { now: _now, ...day } = await timed(fetchDriveDay);
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

function judgeFailure(error: unknown): Exclude<SendOutcome, 'done'> | 'refused' {
  if (!(error instanceof ApiError) || error.status >= 500) return 'no-answer';
  if (error.status === 401) return 'signed-out';
  return error.status === 408 || error.status === 429 ? 'no-answer' : 'refused';
}

function describeRefusal(error: unknown): string {
  return (error instanceof ApiError && error.reply?.message) || 'The server did not accept it.';
}

async function findDeviceId(): Promise<string> {
  const known = await readFact('deviceId');
  if (known !== undefined) return known;
  const made = newReportKey(Date.now());
  await writeFact('deviceId', made);
  return made;
}
