import { UNTIMED } from '#areas/order-book/rules/today.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply } from '#areas/order-book/calls/prepared-order.ts';
import {
  Id,
  InstantText,
  orNothing,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { CONFIRMABLE } from '#areas/order-book/rules/judge-step.ts';
import { MealTypeText } from '#areas/menu/calls/meal-type-text.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import {
  DELIVERY_FLAGS,
  DELIVERY_STATUSES,
  REPORTED_STATUSES,
} from '#areas/order-book/rules/delivery.ts';

export const LONGEST_REPORT_TEXT = 200;
export const MOST_DELIVERIES_AT_ONCE = 500;

const DeliveryEventReply = z.object({
  status: z.enum(DELIVERY_STATUSES),
  at: InstantText,
  /** When we heard of it: later, where the phone had no signal. */
  receivedAt: InstantText,
  /** Null: the system, or the customer. */
  by: z.string().nullable(),
  reason: z.string(),
  place: z.string(),
  note: z.string(),
  /** For a report with a photo; null: none, or it is deleted by now. */
  photoKey: z.uuid().nullable(),
  /** False: kept for the record, because something else was known already. */
  isDecisive: z.boolean(),
  isUndo: z.boolean(),
});

export const DeliveryReply = z.object({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  date: PlainDateText,
  timeSlot: StoredWindow,
  status: z.enum(DELIVERY_STATUSES),
  /** Its number in the run; null only while it is cancelled. */
  stop: z.int().nullable(),
  nearStop: z.int().nullable(),
  version: z.int(),
  flag: z.enum(DELIVERY_FLAGS).nullable(),
  /** Who of the staff has; null: nobody yet. */
  flagSeenBy: z.string().nullable(),
  /** Missed, and staff decided that it stays so. */
  isSettled: z.boolean(),
  /** Cooked for that earlier day and kept cold. */
  madeOn: PlainDateText.nullable(),
  /** Whom it is handed to, at the door of the order. */
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    address: z.string(),
    suburb: z.string(),
    specialInstructions: z.string(),
    deliveryPreference: z.enum(['warm', 'cold']),
  }),
  /** Who ordered it, when that is someone else; null also for staff who may not see orders. */
  payer: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() }).nullable(),
  isGift: z.boolean(),
  /** Paid with test keys before the live ones: nobody packs or brings it. Left out: it is real. */
  isTest: z.boolean().optional(),
  people: z.array(
    z.object({
      name: z.string(),
      ...FoodNeedsReply,
      items: z.array(
        z.object({ id: Id, mealId: Id, mealName: z.string(), mealType: MealTypeText }),
      ),
    }),
  ),
  bags: z.int(),
  /** Null: nobody in particular. */
  driver: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What its driver had to hear while it was on the road. */
  notices: z.array(
    z.object({
      id: Id,
      text: z.string(),
      /** Null: not yet. */
      shownAt: InstantText.nullable(),
      shownTo: z.string().nullable(),
      isRead: z.boolean(),
    }),
  ),
  events: z.array(DeliveryEventReply),
});
export type DeliveryReply = z.infer<typeof DeliveryReply>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries',
  right: 'seeDeliveries',
  summary: 'The deliveries of a day in the sequence of their run',
  query: z.strictObject({
    /** Omitted: today. */
    date: orNothing(PlainDateText),
    window: orNothing(DeliveryWindowText),
    status: orNothing(z.enum(DELIVERY_STATUSES)),
    suburb: orNothing(text(100)),
    /** Only those with someone who has allergies, a diet or a note. */
    allergies: orNothing(z.literal('yes')),
    /** Words of a name, street, suburb, phone or order number. */
    q: text(100).optional(),
  }),
  reply: z.array(DeliveryReply),
});

/** What became of one report. `code` and `message`: why it changed nothing. */
export const DeliveryResult = z.object({
  id: z.int(),
  ok: z.boolean(),
  status: z.enum(DELIVERY_STATUSES),
  version: z.int(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Anyone who asked may ask again with `confirm: [code]`. */
  canConfirm: z.boolean().optional(),
  /** For a short bag: what `isShort` has to name. */
  missing: z
    .array(z.object({ itemId: Id, mealName: z.string(), personName: z.string() }))
    .optional(),
});

/** What is in the way of a step, and goes all the same. */
export const ConfirmRequest = z
  .array(z.enum(CONFIRMABLE, 'This can’t be confirmed'))
  .max(CONFIRMABLE.length)
  .optional();

/** A bag is packed short only by naming the items that it goes without. */
export const ShortRequest = z.array(Id).max(100).optional();

export const DeliveryChangesReply = z.object({
  /** Undo takes it back within ten seconds. */
  changeId: z.uuid(),
  results: z.array(DeliveryResult),
});
export type DeliveryChangesReply = z.infer<typeof DeliveryChangesReply>;

const ENDINGS = ['delivered', 'missed'] as const;

export const SetDeliveryStatusRequest = z.strictObject({
  deliveries: z
    .array(
      z.strictObject({
        id: Id,
        version: z.int().min(1).optional(),
        /** When it happened; omitted: now, or, of a day that has passed, at a time that nobody knows. */
        at: InstantText.optional(),
        /** Makes a repeated report harmless. */
        key: z.uuid().optional(),
        /** How this one ended, and why, when not as all. */
        status: z.enum(ENDINGS).optional(),
        reason: text(LONGEST_REPORT_TEXT).optional(),
        isShort: ShortRequest,
      }),
    )
    .min(1)
    .max(MOST_DELIVERIES_AT_ONCE),
  status: z.enum(REPORTED_STATUSES),
  /** Instead of a time: each at the end of its window, or on its day at a time that nobody knows. */
  when: z.enum(UNTIMED).optional(),
  reason: text(LONGEST_REPORT_TEXT).optional(),
  /** Where it was left. */
  place: text(LONGEST_REPORT_TEXT).optional(),
  /** False: the customer is not told. True: also of another day. Omitted: while it is news. */
  notify: z.boolean().optional(),
  confirm: ConfirmRequest,
});
export type SetDeliveryStatusRequest = z.infer<typeof SetDeliveryStatusRequest>;

export const setDeliveryStatus = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/status',
  right: 'setDeliveryStatus',
  about: 'any',
  summary:
    'Sets many deliveries at once; a result for each. One with a meal on hold is not delivered with others: only alone',
  refusals: ['changed_meanwhile'],
  body: SetDeliveryStatusRequest,
  reply: DeliveryChangesReply,
});

export const undoDeliveryChange = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/undo',
  right: 'setDeliveryStatus',
  about: 'any',
  summary: 'Takes back what one call changed, within ten seconds',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({ changeId: z.uuid() }),
  reply: DeliveryChangesReply,
});

export const arrangeRun = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/arrange',
  right: 'moveDeliveries',
  about: 'any',
  summary: 'Puts stops elsewhere in the run of their window; 409 when someone else did',
  refusals: ['changed_meanwhile'],
  body: z.strictObject({
    date: PlainDateText,
    window: DeliveryWindowText,
    /** In the sequence in which they are to stand. */
    ids: z.array(Id).min(1).max(MOST_DELIVERIES_AT_ONCE),
    /** The number of the stop after which they come; 0: first. */
    after: z.int().min(0).max(10_000),
    version: z.int().min(0),
  }),
  reply: z.object({ version: z.int(), stops: z.array(z.object({ id: Id, stop: z.int() })) }),
});

export const getRun = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries/run',
  right: 'seeDeliveries',
  summary: 'The run of a window: its version, and whether its numbers are printed',
  query: z.strictObject({ date: PlainDateText, window: DeliveryWindowText }),
  reply: z.object({
    version: z.int(),
    isArranged: z.boolean(),
    arrangedBy: z.string().nullable(),
    /** Since then numbers move by hand only; null: not yet. */
    fixedAt: InstantText.nullable(),
  }),
});
