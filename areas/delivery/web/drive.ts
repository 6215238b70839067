/** The driver's calls. None waits longer than a dead spot deserves. */
import { inTime } from '#platform/web/offline/day-queue.ts';
import {
  type DriveDayReply,
  type DriveReportsReply,
  getDriveDay,
  sendDrivePhoto,
  sendDriveReports,
  sendNoticesRead,
  undoDriveReports,
} from '#areas/delivery/calls/drive.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import type { QueuedReport } from '#areas/delivery/rules/driver-reports.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

/** 200 kB over a bad line. */
const PHOTO_LIMIT_MS = 60_000;

export function fetchDriveDay(): Promise<DriveDayReply> {
  return call(getDriveDay, inTime());
}

export function sendReports(
  deviceId: string,
  staffId: string,
  reports: readonly QueuedReport[],
): Promise<DriveReportsReply> {
  return call(sendDriveReports, {
    body: {
      deviceId,
      staffId,
      reports: reports.map(
        ({ key, deliveryId, status, at, reason, place, note, confirm, corrects, starts }) => ({
          key,
          deliveryId,
          status,
          at: toInstantText(at),
          reason,
          place,
          note,
          confirm,
          corrects,
          starts,
        }),
      ),
    },
    ...inTime(),
  });
}

export function takeBackReports(staffId: string, keys: string[]) {
  return call(undoDriveReports, { body: { staffId, keys }, ...inTime() });
}

export function sendShownNotices(
  staffId: string,
  notices: readonly { id: number; shownAt: number; readAt: number | null }[],
) {
  return call(sendNoticesRead, {
    body: {
      staffId,
      notices: notices.map(({ id, shownAt, readAt }) => ({
        id,
        shownAt: toInstantText(shownAt),
        readAt: readAt === null ? null : toInstantText(readAt),
      })),
    },
    ...inTime(),
  });
}

/** Throws like `call`, whose bodies are JSON. */
export async function sendPhoto(key: string, photo: Blob): Promise<void> {
  const response = await fetch(sendDrivePhoto.path.replace(':reportKey', key), {
    method: sendDrivePhoto.method,
    body: photo,
    signal: AbortSignal.timeout(PHOTO_LIMIT_MS),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text());
}
