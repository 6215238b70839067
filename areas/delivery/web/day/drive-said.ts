import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { DoorReport } from '#areas/delivery/rules/driver-reports.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type DriveDay = DriveDayReply & { today: PlainDate };

export type DriveSaid =
  | ({ kind: 'report' } & DoorReport)
  /** It stood on a screen that someone looked at, or someone has read it. */
  | { kind: 'seen'; noticeId: number; isRead: boolean }
  /** `of`: the key of its report; while its stop has none, `draftPhotoOf` the stop. */
  | { kind: 'photo'; of: string; photo: Blob };

/** In the browser's own storage: which app shows the way. */
export const MAP_APP = 'mapApp';

export function draftPhotoOf(deliveryId: number): string {
  return `draft:${deliveryId}`;
}
