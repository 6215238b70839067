/** Closing windows or whole days, and what becomes of everyone who has booked: worked through by the server. */
import { z } from 'zod';
import { COOKED_AGAIN } from '#areas/order-book/rules/move-delivery.ts';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { MOST_DELIVERIES_AT_ONCE } from '#areas/orders/calls/deliveries.ts';
import { LONGEST_CAUSE, LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-or-cancel.ts';
import {
  Id,
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
  StoredWindow,
  text,
} from '#platform/calls/wire-values.ts';
import { BusinessReply } from '#areas/business/calls/config.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { LONGEST_CLOSED_REASON, MOST_WINDOWS } from '#areas/business/rules/fact-lists.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { INCIDENT_CHOICES, INCIDENT_ROW_STATES } from '#areas/order-book/rules/incident.ts';

const Path = '/api/admin/incidents';

/** Where to, for a move alone. */
const Choice = z
  .strictObject({
    id: Id,
    choice: z.enum(INCIDENT_CHOICES),
    date: PlainDateText.optional(),
    window: DeliveryWindowText.optional(),
  })
  .refine(
    ({ choice, date, window }) =>
      choice === 'move'
        ? date !== undefined && window !== undefined
        : date === undefined && window === undefined,
    'Please send date and window for a move, and for nothing else',
  );
export type IncidentChoiceRequest = z.output<typeof Choice>;

const Slot = { date: PlainDateText, window: StoredWindow };

const Places = z.array(z.object({ ...Slot, free: z.int(), taken: z.int() }));

/** One delivery, what was chosen for it and what that does. `code` and `message`: why it can't be done. */
const PreviewRow = z.object({
  id: z.int(),
  orderNumber: z.string(),
  customer: z.string(),
  stop: z.int().nullable(),
  ...Slot,
  status: z.enum(DELIVERY_STATUSES),
  meals: z.int(),
  choice: z.enum(INCIDENT_CHOICES),
  to: z.object(Slot).nullable(),
  ok: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Its meals join what the order gets then anyway. */
  joins: z.boolean(),
  /** For a move of what was cooked: it goes out as it is. False: it is cooked again, or was not cooked. */
  isKept: z.boolean(),
  /** Why it was cooked and is cooked again; null: neither. */
  cookedAgain: z.enum(COOKED_AGAIN).nullable(),
  /** In the preview, of what is cooked already: its food and packaging, to make it again. Null: not known, or not cooked. */
  cookCents: z.int().nullable(),
  /** What goes on hold by a move, in the preview: "Curry for Mia contains milk". Left out: nothing. */
  onHold: z.array(z.string()).optional(),
  /** What goes back, as text with two decimals. */
  amount: z.string(),
  /** By which ways the customer hears of it. */
  told: z.enum(['email', 'email and text']).nullable(),
});
export type ClosureRow = z.infer<typeof PreviewRow>;

export const ClosureReply = z.object({
  isDryRun: z.boolean(),
  previewHash: z.string(),
  isClosed: z.boolean(),
  /** What works through the rows; of a preview, what works through those `inProgress`. */
  incidentId: Id.nullable(),
  /** Someone else has decided on everyone already: theirs is the one. */
  isJoined: z.boolean(),
  /** When the kitchen is closed by now. */
  closures: BusinessReply.shape.closures,
  /** Deliveries that someone has decided on, and that wait for their turn or failed. */
  inProgress: z.int(),
  /** Who is paying for one of these windows right now: they may finish. */
  paying: z.int(),
  rows: z.array(PreviewRow),
  leftOut: z.array(
    z.object({ id: z.int(), customer: z.string(), status: z.enum(DELIVERY_STATUSES) }),
  ),
  /** Windows that could be chosen: the places they have now, and how many of them this takes. */
  places: Places,
  /** For all refunds, as text with two decimals. */
  amount: z.string(),
  told: z.object({ emails: z.int(), texts: z.int() }),
  /** What the first of those who are told reads, one for each kind of message. */
  examples: z.array(
    z.object({
      kind: z.enum(['delivery_moved', 'cancelled']),
      customer: z.string(),
      subject: z.string(),
      email: z.string(),
      /** Null: not a mobile number. */
      text: z.string().nullable(),
    }),
  ),
});
export type ClosureReply = z.infer<typeof ClosureReply>;

/** More would make a row for each window of each day. */
const MOST_DAYS_OF_WINDOWS = 31;

export const ClosureRequest = z
  .strictObject({
    from: PlainDateText,
    /** Null: until further notice. */
    until: PlainDateText.nullable(),
    /** None: whole days, which are a closure in the settings. */
    windows: z.array(DeliveryWindowText).max(MOST_WINDOWS).default([]).transform(inTimeOrder),
    /** For whole days: what customers read. */
    reason: lineOfText(LONGEST_CLOSED_REASON).default(''),
    /** For one whole day: only the rest of it, from this minute on. */
    fromMinute: z.int().optional(),
    /** What becomes of those who have booked and are not in `rows`; who finds no place to move to gets a refund. */
    booked: z.enum(INCIDENT_CHOICES).default('move'),
    rows: z.array(Choice).max(MOST_DELIVERIES_AT_ONCE).default([]),
    /** In the message, after "because of". */
    cause: lineOfText(LONGEST_CAUSE).default(''),
    /** What was cooked, is cold and keeps goes out as it is; false: all of it is cooked again. */
    sameBag: z.boolean().default(true),
    notify: z.boolean().default(true),
    ...DRY_RUN,
  })
  .superRefine(({ from, until, windows, reason, fromMinute }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (until !== null && until < from)
      refuse('until', 'Please choose a last day not before the first');
    if (windows.length === 0 && reason.trim() === '')
      refuse('reason', 'Please write what customers read');
    if (windows.length > 0 && (until === null || daysBetween(from, until) >= MOST_DAYS_OF_WINDOWS))
      refuse('until', `Please choose at most ${MOST_DAYS_OF_WINDOWS} days, or whole days`);
    if (fromMinute !== undefined && (windows.length > 0 || until !== from))
      refuse('fromMinute', 'Please leave this empty: only one whole day can have it');
  });
export type ClosureRequest = z.output<typeof ClosureRequest>;

export const makeClosure = endpoint({
  method: 'POST',
  path: '/api/admin/closures',
  right: 'editSlots',
  about: 'any',
  summary:
    'Closes windows or whole days, and moves, refunds or leaves each delivery booked there; moves need moveDeliveries too, refunds refundOrders',
  refusals: ['changed_meanwhile', 'preview_changed', 'settings_stale', 'slot_full'],
  body: ClosureRequest,
  reply: ClosureReply,
});

const Counts = z.record(z.enum(INCIDENT_ROW_STATES), z.int());

const IncidentSummary = z.object({
  id: Id,
  date: PlainDateText,
  /** The last day; null: until further notice. */
  until: PlainDateText.nullable(),
  /** None: whole days. */
  windows: z.array(StoredWindow),
  startedAt: InstantText,
  by: z.string(),
  counts: Counts,
  isSettled: z.boolean(),
});
export type IncidentSummary = z.infer<typeof IncidentSummary>;

/** `stuck`: what failed needs a person. */
export const IncidentReply = IncidentSummary.extend({
  cause: z.string(),
  notify: z.boolean(),
  note: z.string().nullable(),
  rows: z.array(
    z.object({
      id: z.int(),
      deliveryId: z.int(),
      orderId: Id,
      orderNumber: z.string(),
      customer: z.string(),
      stop: z.int().nullable(),
      ...Slot,
      choice: z.enum(INCIDENT_CHOICES),
      to: z.object(Slot).nullable(),
      state: z.enum(INCIDENT_ROW_STATES),
      message: z.string().nullable(),
      /** What went back, as text with two decimals; null: nothing did. */
      amount: z.string().nullable(),
      isTold: z.boolean(),
      doneAt: InstantText.nullable(),
    }),
  ),
  /** Where what failed could go; none unless something did. */
  places: Places,
});
export type IncidentReply = z.infer<typeof IncidentReply>;

export const listIncidents = endpoint({
  method: 'GET',
  path: Path,
  right: 'moveDeliveries',
  summary: 'Closed windows that are still worked through or need a person',
  reply: z.array(IncidentSummary),
});

export const getIncident = endpoint({
  method: 'GET',
  path: `${Path}/:id`,
  right: 'moveDeliveries',
  about: 'any',
  summary: 'A closed window: what was chosen for each delivery, and how far it has come',
  params: z.object({ id: IdInPath }),
  reply: IncidentReply,
});

export const retryIncident = endpoint({
  method: 'POST',
  path: `${Path}/:id/retry`,
  right: 'moveDeliveries',
  about: 'any',
  summary: 'Attempts what failed again, as chosen before or as chosen now',
  params: z.object({ id: IdInPath }),
  /** By delivery; those that are not named stay as they were chosen. */
  body: z.strictObject({ rows: z.array(Choice).max(MOST_DELIVERIES_AT_ONCE).default([]) }),
  reply: IncidentReply,
});

export const settleIncident = endpoint({
  method: 'POST',
  path: `${Path}/:id/settle`,
  right: 'moveDeliveries',
  about: 'any',
  summary:
    'Leaves what failed as it is, with a note; 409 `still_running` while rows wait, already_settled',
  refusals: ['already_settled', 'still_running'],
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    note: text(LONGEST_DELIVERY_NOTE).refine((note) => note.trim() !== '', 'Please write a note'),
  }),
  reply: IncidentReply,
});

export const downloadIncident = endpoint({
  method: 'GET',
  path: `${Path}/:id/result.csv`,
  right: 'moveDeliveries',
  about: 'any',
  summary: 'What became of each delivery of a closed window, as CSV',
  params: z.object({ id: IdInPath }),
  reply: z.string(),
  mediaType: 'text/csv',
});
