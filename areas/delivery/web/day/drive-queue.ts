/** What /drive keeps on the phone, sends and fetches: reports of doors, notices that were seen, photos. */
import {
  type DriveNoticeReply,
  type DriveReportsReply,
  MOST_REPORTS_AT_ONCE,
} from '#areas/delivery/calls/drive.ts';
import {
  type DoorReport,
  dueReports,
  goneStops,
  handedOverTexts,
  isEnding,
  type QueuedReport,
  reportedStop,
  shownStops,
  UNDO_MS,
  undoUntil,
} from '#areas/delivery/rules/driver-reports.ts';
import {
  fetchDriveDay,
  sendPhoto,
  sendReports,
  sendShownNotices,
  takeBackReports,
} from '#areas/delivery/web/drive.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import {
  DayQueue,
  NOT_UNDONE,
  type WordsAnswer,
  useDayQueue,
} from '#platform/web/offline/day-queue.ts';
import type { Answered, DayNotice } from '#platform/web/offline/day-store.ts';
import { judgeFailure } from '#platform/web/offline/work-loop.ts';
import { takeOverPhone } from './drive-before.ts';
import { type DriveDay, type DriveSaid, draftPhotoOf } from './drive-said.ts';

type QueuedSeen = Extract<Queued<DriveSaid>, { kind: 'seen' }>;

export type Tap = Pick<DoorReport, 'deliveryId' | 'status'> &
  Partial<Omit<DoorReport, 'sendAfter'>> & { corrects?: string | undefined };

export type Undoable = { keys: string[]; text: string; until: Instant };

const EVERY_MS = 20_000;
const FETCH_EVERY_MS = 60_000;

export const driveQueue = new DayQueue<DriveDay, DriveSaid>({
  name: 'driving',
  everyMs: EVERY_MS,
  fetchEveryMs: FETCH_EVERY_MS,
  waitsMs: UNDO_MS,
  hasOtherDay: false,
  outlivesSession: true,
  parksRefused: true,
  takeOver: takeOverPhone,
  async fetchDay() {
    const day = await fetchDriveDay();
    return { ...day, today: day.date };
  },
  mostAtOnce: MOST_REPORTS_AT_ONCE,
  dueOf,
  send,
  after: (day, said) =>
    said.kind === 'seen' && said.isRead
      ? { ...day, notices: day.notices.filter(({ id }) => id !== said.noticeId) }
      : day,
  nameOf: (said) => (said.kind === 'report' ? stopKey(said.deliveryId) : null),
  newsOf,
  /** Photos go with their report, and back to their stop with Undo. */
  beside: (queue, { added, removed }) =>
    queue.flatMap((said) => {
      if (said.kind !== 'photo') return [];
      const its = reportsOf(added).find(({ deliveryId }) => said.of === draftPhotoOf(deliveryId));
      const gone = reportsOf(removed).find(({ key }) => said.of === key);
      const of = its?.key ?? (gone && draftPhotoOf(gone.deliveryId));
      return of === undefined ? [] : [{ ...said, of }];
    }),
  cannotKeep: 'This phone can’t keep reports. Free some space.',
  notSaved: 'Not saved. Tap again.',
});

export function useDriving() {
  const state = useDayQueue(driveQueue);
  return { ...state, reports: reportsOf(state.queue), photos: photosOf(state.queue) };
}

function reportsOf(queue: readonly Queued<DriveSaid>[]) {
  return queue.filter((said) => said.kind === 'report');
}

function photosOf(queue: readonly Queued<DriveSaid>[]) {
  return queue.filter((said) => said.kind === 'photo');
}

export function isDraft({ of }: { of: string }): boolean {
  return of.startsWith('draft:');
}

function stopKey(deliveryId: number): string {
  const stops = driveQueue.now().day?.stops ?? [];
  return stops.find(({ id }) => id === deliveryId)?.key ?? 'A stop';
}

/** Reports, then what was seen, then one photo: no report waits for it, and it waits for its own. */
function dueOf(waiting: readonly Queued<DriveSaid>[], now: Instant): readonly Queued<DriveSaid>[] {
  const reports = reportsOf(waiting);
  const due = dueReports(reports, now);
  if (due.length > 0) return due;
  const seen = waiting.filter(({ kind }) => kind === 'seen');
  if (seen.length > 0) return seen;
  return photosOf(waiting)
    .filter((photo) => !isDraft(photo) && !reports.some(({ key }) => key === photo.of))
    .slice(0, 1);
}

/** They are all of one kind. */
async function send(
  waiting: readonly Queued<DriveSaid>[],
  deviceId: string,
): Promise<WordsAnswer<DriveDay>> {
  const [first] = waiting;
  if (!first) return { answers: [] };
  if (first.kind === 'report') {
    const reports = reportsOf(waiting);
    const { now, results } = await sendReports(deviceId, first.staffId, reports);
    return { now, answers: answersOf(reports, results) };
  }
  try {
    if (first.kind === 'photo') await sendPhoto(first.of, first.photo);
    else await sendShownNotices(first.staffId, timesOf(waiting.filter(isSeen)));
  } catch (error) {
    // What is refused once is refused always, and nobody on the road can help it.
    if (judgeFailure(error) !== 'refused') throw error;
  }
  return { answers: waiting.map(({ key }) => ({ key, refusal: null })) };
}

function answersOf(
  reports: readonly QueuedReport[],
  results: DriveReportsReply['results'],
): Answered<DriveDay>[] {
  return results.flatMap(({ key, ok, status, version, message = 'not accepted' }) => {
    const said = reports.find((one) => one.key === key);
    if (!said) return [];
    const isSet = ok && status === said.status;
    const after = (day: DriveDay): DriveDay => ({
      ...day,
      stops: day.stops.map((stop) =>
        stop.id === said.deliveryId
          ? { ...(isSet ? reportedStop(stop, said) : stop), status, version }
          : stop,
      ),
    });
    return [{ key, refusal: ok ? null : message, after }];
  });
}

function isSeen(said: Queued<DriveSaid>): said is QueuedSeen {
  return said.kind === 'seen';
}

/** The first time counts. */
function timesOf(seen: readonly QueuedSeen[]) {
  return [...Map.groupBy(seen, ({ noticeId }) => noticeId)].map(([id, its]) => ({
    id,
    shownAt: Math.min(...its.map(({ at }) => at)),
    readAt: its.find(({ isRead }) => isRead)?.at ?? null,
  }));
}

/** Bags to bring back, and who has the stops now that were this driver's. */
function newsOf(before: DriveDay, day: DriveDay, queue: readonly Queued<DriveSaid>[]): DayNotice[] {
  const told = new Set(day.notices.map(({ deliveryId }) => deliveryId));
  const gone = goneStops(shownStops(before.stops, reportsOf(queue)), day.stops);
  const handedOver = day.handedOver.filter(({ id }) => gone.some((stop) => stop.id === id));
  const taken = gone.filter(({ id }) => !told.has(id) && !handedOver.some((one) => one.id === id));
  return [
    ...taken.map(({ id, key }) => ({
      id: `gone ${id}`,
      text: `${key} was taken off the run. Bring the bag back.`,
    })),
    ...handedOverTexts(handedOver).map((text) => ({ id: text, text })),
  ];
}

/** Saved when this resolves: on the disk, whatever becomes of the page. Null: it is not. */
export async function report(taps: readonly Tap[], text: string): Promise<Undoable | null> {
  const until = undoUntil(Date.now());
  const empty = { kind: 'report', reason: '', place: '', note: '' } as const;
  const keys = await driveQueue.sayAll(
    taps.map((tap): DriveSaid => ({ ...empty, ...tap, sendAfter: until })),
  );
  return keys && { keys, text, until };
}

export async function undo({ keys }: Undoable): Promise<void> {
  const { day } = driveQueue.now();
  const sent = await driveQueue.remove(keys);
  if (!day || sent === null || sent.length === 0) return;
  try {
    const { results } = await takeBackReports(day.staffId, sent);
    const refused = results.find(({ ok }) => !ok);
    if (refused) driveQueue.tell(refused.message ?? NOT_UNDONE);
    await driveQueue.lookAgain();
  } catch {
    driveQueue.tell(NOT_UNDONE);
  }
}

/** To the stop's report, or to the stop while it has none. A report never waits for it. */
export async function addPhoto(deliveryId: number, file: Blob): Promise<void> {
  const { day, queue } = driveQueue.now();
  const stop = shownStops(day?.stops ?? [], reportsOf(queue)).find(({ id }) => id === deliveryId);
  const of = (stop && isEnding(stop.status) && stop.reportKey) || draftPhotoOf(deliveryId);
  const before = photosOf(queue).filter((photo) => photo.of === of);
  const photo = await shrinkPhoto(file).catch(() => null);
  if (!photo || (await driveQueue.say({ kind: 'photo', of, photo })) === null)
    driveQueue.tell('The photo was not saved. The report does not need it.');
  else await driveQueue.remove(before.map(({ key }) => key));
}

export async function removeDraftPhoto(deliveryId: number): Promise<void> {
  const drafts = photosOf(driveQueue.now().queue).filter(
    ({ of }) => of === draftPhotoOf(deliveryId),
  );
  await driveQueue.remove(drafts.map(({ key }) => key));
}

const LONGEST_SIDE_PX = 1280;
const QUALITY = 0.7;

/** Small, and drawn again: nothing of where and when it was taken stays in it. Throws for what is no picture. */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const photo = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!photo) throw new Error('the photo could not be drawn');
  return photo;
}

/** What was said of notices since the page was opened: whether it was that they are read. */
const noted = new Map<number, boolean>();

/** Sent or not: a day on its way may not know yet. */
export function hasRead(noticeId: number, queue: readonly Queued<DriveSaid>[]): boolean {
  return (
    noted.get(noticeId) === true ||
    queue.some((said) => isSeen(said) && said.noticeId === noticeId && said.isRead)
  );
}

/** They stand on a screen that someone looks at, or someone has read them. */
export async function noteShown(
  notices: readonly Pick<DriveNoticeReply, 'id'>[],
  seen: { isRead: boolean },
): Promise<void> {
  const { queue } = driveQueue.now();
  const isNews = ({ id }: { id: number }) =>
    seen.isRead
      ? !hasRead(id, queue)
      : !noted.has(id) && !queue.some((said) => isSeen(said) && said.noticeId === id);
  const news = notices.filter(isNews);
  if (news.length === 0) return;
  for (const { id } of news) noted.set(id, seen.isRead);
  const words = news.map(({ id }): DriveSaid => ({ kind: 'seen', noticeId: id, ...seen }));
  if ((await driveQueue.sayAll(words)) === null) for (const { id } of news) noted.delete(id);
}
