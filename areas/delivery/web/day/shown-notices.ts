/** Which notices of the server the driver has seen and read: on the phone first, so that a dead spot loses none. */
import type { DriveNoticeReply } from '#areas/delivery/calls/drive.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { reportInstant } from '#areas/delivery/rules/driver-reports.ts';
import { type ClockRecord, type ShownNotice, withDatabase } from './drive-database.ts';

export async function listShownNotices(): Promise<ShownNotice[]> {
  return withDatabase(
    async (db) => ((await db.get('meta', 'shownNotices')) as ShownNotice[] | undefined) ?? [],
  );
}

/** The first time counts. `isRead`: the driver says so. */
export async function storeShownNotices(
  staffId: string,
  notices: readonly Pick<DriveNoticeReply, 'id'>[],
  { isRead }: { isRead: boolean },
): Promise<void> {
  await changeShownNotices((shown, now) => {
    const others = shown.filter(({ id }) => !notices.some((notice) => notice.id === id));
    const these = notices.map(({ id }): ShownNotice => {
      const before = shown.find((one) => one.id === id);
      const isNews = !before || (isRead && before.readAt === null);
      return {
        id,
        staffId,
        shownAt: before?.shownAt ?? now,
        readAt: before?.readAt ?? (isRead ? now : null),
        isSent: isNews ? false : before.isSent,
      };
    });
    return [...others, ...these];
  });
}

export async function settleShownNotices(sent: readonly ShownNotice[]): Promise<void> {
  await changeShownNotices((shown) =>
    shown.map((one) =>
      sent.some(({ id, readAt }) => id === one.id && readAt === one.readAt)
        ? { ...one, isSent: true }
        : one,
    ),
  );
}

async function changeShownNotices(
  change: (shown: readonly ShownNotice[], now: Instant) => ShownNotice[],
): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('meta', 'readwrite');
    const shown = ((await tx.store.get('shownNotices')) as ShownNotice[] | undefined) ?? [];
    const clock = ((await tx.store.get('clock')) as ClockRecord | undefined) ?? {
      offsetMs: 0,
      lastAt: 0,
    };
    await tx.store.put(change(shown, reportInstant(Date.now(), clock)), 'shownNotices');
    await tx.done;
  });
}
