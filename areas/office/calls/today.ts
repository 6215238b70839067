import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Version } from '#areas/order-book/calls/admin-orders.ts';
import {
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { REPORTED_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { WAIVABLE_ROWS, WEEK_ROWS, WEEK_STATES } from '#areas/office/rules/week-close.ts';
import { TODAY_LEVELS } from '#areas/order-book/rules/today-rows.ts';

export const TodayRowReply = z.object({
  /** The kind, and which one of it: "refund_failed:7". */
  key: z.string(),
  kind: z.string(),
  /** After a number: "7 more failed refunds". */
  many: z.string(),
  level: z.enum(TODAY_LEVELS),
  title: z.string(),
  detail: z.string(),
  /** How many people, orders or deliveries it is about. */
  about: z.int(),
  since: InstantText.nullable(),
  dueAt: InstantText.nullable(),
  /** Beside which page of the portal it is counted, by its name in the address. */
  page: z.string(),
  /** `opens`: where it is decided, an address of the portal. */
  action: z.object({ label: z.string(), opens: z.string() }),
  /** It can be put off. */
  canWait: z.boolean(),
  /** For a delivery whose report is to be checked: to say that it was. */
  version: z.int().optional(),
});
export type TodayRowReply = z.infer<typeof TodayRowReply>;

const WaitingRowReply = TodayRowReply.extend({
  until: InstantText,
  note: z.string(),
  by: z.string(),
});
export type WaitingRowReply = z.infer<typeof WaitingRowReply>;

const DayWindowReply = z.object({
  window: StoredWindow,
  /** Deliveries that are not cancelled. */
  stops: z.int(),
  /** The window is over, and nobody has said how they ended. */
  late: z.int(),
  counts: z.record(z.enum(REPORTED_STATUSES), z.int()),
  /** By name, with their stops. */
  drivers: z.array(z.object({ name: z.string(), stops: z.int() })),
});
export type DayWindowReply = z.infer<typeof DayWindowReply>;

const DayReply = z.object({
  date: PlainDateText,
  /** Those with deliveries. */
  windows: z.array(DayWindowReply),
  /** Portions to cook. */
  meals: z.int(),
  /** People with allergies, a diet or a note. */
  allergies: z.int(),
  /** Components cooked on this day, for whichever deliveries, by name; empty without the right to see them. */
  cooking: z.array(z.string()),
  /** Suppliers with an order for this day, by name; empty as above. */
  arriving: z.array(z.string()),
});
export type DayReply = z.infer<typeof DayReply>;

const WeekCloseReply = z.object({
  weekStart: PlainDateText,
  state: z.enum(WEEK_STATES),
  title: z.string(),
  text: z.string(),
  /** Those that the role may see. */
  rows: z.array(
    z.object({
      row: z.enum(WEEK_ROWS),
      isDone: z.boolean(),
      text: z.string(),
      detail: z.string(),
      action: z.object({ label: z.string(), opens: z.string() }),
      /** The role may say that it is not needed. */
      mayWaive: z.boolean(),
    }),
  ),
});
export type WeekCloseReply = z.infer<typeof WeekCloseReply>;

export const TodayReply = z.object({
  at: InstantText,
  rows: z.array(TodayRowReply),
  /** For the rows. */
  count: z.int(),
  /** The same by page: together they are `count`. */
  byPage: z.record(z.string(), z.int()),
  /** Put off: not counted. */
  waiting: z.array(WaitingRowReply),
  /** The week that closes; null: none. */
  week: WeekCloseReply.nullable(),
  day: DayReply,
});
export type TodayReply = z.infer<typeof TodayReply>;

export const getToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  right: 'seeDeliveries',
  summary: 'What needs a decision, and how a day goes',
  query: z.strictObject({
    /** The day of the card: today, unless it is another. */
    day: PlainDateText.optional(),
  }),
  reply: TodayReply,
});

export const LONGEST_WAIT_NOTE = 200;

export const putOff = endpoint({
  method: 'POST',
  path: '/api/admin/today/waits',
  right: 'seeDeliveries',
  about: 'any',
  summary:
    'A row waits for others until then, 30 days at most; null: no longer. 409 cannot_wait, already_settled',
  refusals: ['already_settled', 'cannot_wait'],
  body: z.strictObject({
    key: z.string().min(1).max(400),
    until: InstantText.nullable(),
    note: lineOfText(LONGEST_WAIT_NOTE).default(''),
  }),
});

export const waiveWeekRow = endpoint({
  method: 'POST',
  path: '/api/admin/today/week-notes',
  right: 'editSlots',
  summary: 'A row of the week that closes is not needed, or is again; 409 already_settled',
  refusals: ['already_settled'],
  body: z.strictObject({
    weekStart: PlainDateText,
    row: z.enum(WAIVABLE_ROWS),
    /** `always`: in all weeks from now on. `no`: it is needed. */
    waived: z.enum(['week', 'always', 'no']),
  }),
});

export const seeFlag = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/flag-seen/:id',
  right: 'setDeliveryStatus',
  about: 'any',
  summary: 'Someone has looked at a report that needed a person: Today lists it no longer',
  refusals: ['already_settled', 'changed_meanwhile', 'not_flagged'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** As it was shown: another report since is to be looked at as well. */
    version: Version,
  }),
});
