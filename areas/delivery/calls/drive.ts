/** What the driver's page at /drive asks and reports. It names nobody's email, price, meals, or stops of another day. */
import { TEMPERATURES } from '#areas/order-book/rules/pack-bag.ts';
import { z } from 'zod';
import { DRIVE_GATES } from '#areas/delivery/rules/driver-reports.ts';
import {
  ConfirmRequest,
  DeliveryResult,
  LONGEST_REPORT_TEXT,
} from '#areas/orders/calls/deliveries.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { DELIVERY_STATUSES, DRIVER_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { DRIVER_NOTICES } from '#areas/order-book/rules/driver-notices.ts';

export const MOST_REPORTS_AT_ONCE = 50;

export const DriveStopReply = z.object({
  id: Id,
  /** How its bag is called: "20 Sarah 9Q2X". */
  key: z.string(),
  stop: z.int(),
  /** The stop that it is near, when it was added behind numbers that were on paper already. */
  nearStop: z.int().nullable(),
  window: StoredWindow,
  name: z.string(),
  address: z.string(),
  suburb: z.string(),
  instructions: z.string(),
  phone: z.string(),
  bags: z.int(),
  temperature: z.enum(TEMPERATURES),
  /** What it should have, and how many of these no packer could put in. */
  meals: z.int(),
  missing: z.int(),
  isTold: z.boolean(),
  /** `stop`: something in it may not be eaten by the person it is for; why is nothing for a phone on the road. */
  gate: z.enum(DRIVE_GATES),
  /** Paid with test keys before the live ones: nobody packs or brings it. Left out: it is real. */
  isTest: z.boolean().optional(),
  isNobodys: z.boolean(),
  /** Anyone who leaves earlier is asked; as an instant. */
  leavesFrom: InstantText,
  status: z.enum(DELIVERY_STATUSES),
  /** When it came to be so; null: since it was ordered. */
  statusAt: InstantText.nullable(),
  /** Why it was not delivered; empty: it was, or nobody said. */
  reason: z.string(),
  /** This driver's report that made it so; null: none of theirs. Photos belong to it, and only it can be corrected. */
  reportKey: z.uuid().nullable(),
  version: z.int(),
});
export type DriveStopReply = z.infer<typeof DriveStopReply>;

/** What changed about a stop while its bag is on the road, until someone has read it. */
const DriveNoticeReply = z.object({
  id: Id,
  deliveryId: Id,
  kind: z.enum(DRIVER_NOTICES),
  text: z.string(),
});
export type DriveNoticeReply = z.infer<typeof DriveNoticeReply>;

export const DriveDayReply = z.object({
  /** The server's time. */
  now: InstantText,
  date: PlainDateText,
  /** When the day is over: nothing of it may be shown any more. */
  until: InstantText,
  staffId: z.uuid(),
  staffName: z.string(),
  kitchenPhone: z.string(),
  /** This driver's, and those of nobody in particular. */
  stops: z.array(DriveStopReply),
  notices: z.array(DriveNoticeReply),
  /** Stops that were this driver's and are another's now. */
  handedOver: z.array(z.object({ id: Id, stop: z.int(), to: z.string() })),
});
export type DriveDayReply = z.infer<typeof DriveDayReply>;

export const getDriveDay = endpoint({
  method: 'GET',
  path: '/api/drive/day',
  right: 'drive',
  summary: 'The stops that this driver has today',
  reply: DriveDayReply,
});

const DriveReport = z.strictObject({
  key: z.uuid(),
  deliveryId: Id,
  status: z.enum(DRIVER_STATUSES),
  /** When it happened, by the server's time as far as the phone knows it. */
  at: InstantText,
  reason: text(LONGEST_REPORT_TEXT).optional(),
  place: text(LONGEST_REPORT_TEXT).optional(),
  note: text(LONGEST_REPORT_TEXT).optional(),
  /** The key of this driver's report that was wrong: not delivered yet, left somewhere else, delivered after all. */
  corrects: z.uuid().optional(),
  /** The driver starts this run: what nobody has of its window is theirs from `at` on. */
  starts: z.literal(true).optional(),
  confirm: ConfirmRequest,
});

export const DriveReportsReply = z.object({
  now: InstantText,
  results: z.array(DeliveryResult.omit({ id: true }).extend({ key: z.uuid() })),
});
export type DriveReportsReply = z.infer<typeof DriveReportsReply>;

/** Who reported. 401 `other_person` when someone else has signed in on that phone since. */
const staffId = z.uuid();

export const sendDriveReports = endpoint({
  method: 'POST',
  path: '/api/drive/reports',
  right: 'drive',
  about: 'ownRun',
  summary: 'What happened at the door; a result for each report, however often it is sent',
  refusals: ['changed_meanwhile', 'other_person'],
  body: z.strictObject({
    deviceId: z.uuid(),
    staffId,
    reports: z.array(DriveReport).min(1).max(MOST_REPORTS_AT_ONCE),
  }),
  reply: DriveReportsReply,
});

export const undoDriveReports = endpoint({
  method: 'POST',
  path: '/api/drive/undo',
  right: 'drive',
  about: 'ownRun',
  summary: 'Takes back reports of this driver within ten seconds of their arrival',
  refusals: ['changed_meanwhile', 'other_person'],
  body: z.strictObject({ staffId, keys: z.array(z.uuid()).min(1).max(500) }),
  reply: z.object({ now: InstantText, results: z.array(DeliveryResult) }),
});

export const sendNoticesRead = endpoint({
  method: 'POST',
  path: '/api/drive/notices',
  right: 'drive',
  about: 'ownRun',
  summary: 'Which notices stood on this driver’s screen, and which of them the driver has read',
  refusals: ['other_person'],
  body: z.strictObject({
    staffId,
    notices: z
      .array(
        z.strictObject({
          id: Id,
          shownAt: InstantText,
          /** Null: not yet. */
          readAt: InstantText.nullable(),
        }),
      )
      .min(1)
      .max(500),
  }),
  reply: z.object({ now: InstantText }),
});

/** Its body is the picture. The same key again changes nothing. */
export const sendDrivePhoto = endpoint({
  method: 'PUT',
  path: '/api/drive/photos/:reportKey',
  right: 'drive',
  about: 'ownRun',
  summary:
    'A photo of where the bags were left; 404 for a key that is not of a report of this driver',
  params: z.strictObject({ reportKey: z.uuid() }),
});

export const getDeliveryPhoto = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries/photos/:key',
  right: 'seeDeliveries',
  about: 'any',
  summary: 'The photo that belongs to a report',
  params: z.strictObject({ key: z.uuid() }),
  mediaType: 'image/jpeg',
  reply: z.unknown(),
});
