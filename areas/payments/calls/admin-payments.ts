/** What the portal's Payments page shows and does. Amounts are text such as "14.99"; negative ones "-5.99". */
import {
  CARD_PROVIDER,
  NO_ROOM,
  PAYING_BACK,
  SETTLING,
} from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { AdminOrderReply, RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { endpoint, ErrorReply } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
  text,
  ReasonText,
} from '#platform/calls/wire-values.ts';
import { PENDING_REASONS, LONGEST_REFUND_NOTE } from '#areas/order-book/rules/order-status.ts';
import { DISPUTE_STATUSES } from '#platform/rules/dispute-status.ts';

const Version = z.int().min(1).max(2_147_483_647);

/** Payments less refunds of one day, in the kitchen's time zone. */
const DayTotal = z.object({ captured: z.string(), refunded: z.string(), net: z.string() });

export const PaymentDayReply = z.object({
  date: PlainDateText,
  /** By the card provider's records. */
  provider: DayTotal,
  /** By our ledger, for the same charges and refunds. */
  ours: DayTotal,
  /** Theirs less ours; anything but "0.00" is an error. */
  difference: z.string(),
});
export type PaymentDayReply = z.infer<typeof PaymentDayReply>;

export const BooksCheckReply = z.object({
  at: InstantText,
  /** True when nothing is wrong. */
  ok: z.boolean(),
  problems: z.array(z.object({ rule: z.string(), count: z.int(), examples: z.array(z.string()) })),
  /** The last days, newest first. Empty when the card provider did not answer; `problems` then says so. */
  days: z.array(PaymentDayReply),
  /** Payments and refunds that were minutes old and not compared; null: all were. */
  notCompared: z.string().nullable(),
});
export type BooksCheckReply = z.infer<typeof BooksCheckReply>;

/** A paid order that nobody has decided on yet. */
export const UndecidedOrderReply = z.object({
  id: Id,
  orderNumber: z.string(),
  version: Version,
  reason: z.enum(PENDING_REASONS),
  customerName: z.string(),
  total: z.string(),
  paidAt: InstantText,
  /** When it is cancelled and refunded automatically; null: never. */
  refundsItselfAt: InstantText.nullable(),
  /** "Curry for Mia contains milk". */
  onHold: z.array(z.string()).optional(),
  deliveries: z.array(z.object({ date: PlainDateText, window: StoredWindow })),
});
export type UndecidedOrderReply = z.infer<typeof UndecidedOrderReply>;

export const FailedRefundReply = RefundReply.extend({
  orderId: Id,
  orderNumber: z.string(),
  failedAt: InstantText,
});
export type FailedRefundReply = z.infer<typeof FailedRefundReply>;

export const UnmatchedEventReply = z.object({
  id: z.string(),
  type: z.string(),
  paymentIntentId: z.string().nullable(),
  tries: z.int(),
  receivedAt: InstantText,
  /** Null: no further automatic attempts. */
  nextTryAt: InstantText.nullable(),
});
export type UnmatchedEventReply = z.infer<typeof UnmatchedEventReply>;

/** A disputed payment. It changes neither order nor slots; refunds are blocked until it is closed. */
export const DisputeReply = z.object({
  id: z.string(),
  /** Null: the payment is not one of ours. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  amount: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  isOpen: z.boolean(),
  reason: z.string(),
  /** Deadline for sending evidence to the card provider. */
  dueBy: InstantText.nullable(),
  createdAt: InstantText,
});
export type DisputeReply = z.infer<typeof DisputeReply>;

/** An order whose money is not what it costs. */
export const OpenBalanceReply = z.object({
  orderId: Id,
  orderNumber: z.string(),
  /** As in the order: "-5.99" is to be refunded, "5.99" is not paid. */
  balance: z.string(),
});
export type OpenBalanceReply = z.infer<typeof OpenBalanceReply>;

/** A reconciliation with the card provider's records. `fixed` is 0 while webhooks work. */
export const ReconcileRunReply = z.object({
  at: InstantText,
  seen: z.int(),
  fixed: z.int(),
  alarms: z.array(z.string()),
});
export type ReconcileRunReply = z.infer<typeof ReconcileRunReply>;

export const PaymentsOverviewReply = z.object({
  mode: z.enum(['sandbox', 'stripe', 'none']),
  livemode: z.boolean(),
  undecidedOrders: z.array(UndecidedOrderReply),
  failedRefunds: z.array(FailedRefundReply),
  unmatchedEvents: z.array(UnmatchedEventReply),
  disputes: z.array(DisputeReply),
  openBalances: z.array(OpenBalanceReply),
  /** The nightly check, or one that staff requested; null: none yet. */
  lastCheck: BooksCheckReply.nullable(),
  lastReconcile: ReconcileRunReply.nullable(),
});
export type PaymentsOverviewReply = z.infer<typeof PaymentsOverviewReply>;

export const getPaymentsOverview = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  right: 'managePayments',
  summary: 'What needs a person, and whether the books match the card provider',
  reply: PaymentsOverviewReply,
});

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/payments/check',
  right: 'managePayments',
  summary: 'Runs the nightly check of the books now',
  refusals: [...CARD_PROVIDER],
  reply: BooksCheckReply,
});

const OrderInPath = z.object({ id: IdInPath });
const Decision = z.strictObject({ version: Version.optional() });
const Keep = Decision.extend({ overLimit: ReasonText.optional() });

export const confirmUndecidedOrder = endpoint({
  method: 'POST',
  path: '/api/admin/payments/orders/:id/keep',
  right: 'managePayments',
  about: 'any',
  summary: 'Confirms an undecided order; 409 slot_full or meal_sold_out when something is full',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, 'already_decided', 'changed_meanwhile'],
  params: OrderInPath,
  body: Keep,
  reply: AdminOrderReply,
});

export const refundUndecidedOrder = endpoint({
  method: 'POST',
  path: '/api/admin/payments/orders/:id/refund',
  right: 'managePayments',
  about: 'any',
  summary: 'Cancels an undecided order and refunds it in full',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, 'already_decided', 'changed_meanwhile'],
  params: OrderInPath,
  body: Decision,
  reply: AdminOrderReply,
});

const RefundInPath = z.object({ id: IdInPath });

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refunds/:id/retry',
  right: 'managePayments',
  about: 'any',
  summary: 'Sends a failed refund again as a new one, which is the reply',
  refusals: [
    ...CARD_PROVIDER,
    ...PAYING_BACK,
    'changed_meanwhile',
    'not_failed',
    'nothing_to_refund',
  ],
  params: RefundInPath,
  reply: RefundReply,
});

export const handleRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refunds/:id/handled',
  right: 'managePayments',
  about: 'any',
  summary: 'Marks a failed refund as handled: the customer got the money another way',
  refusals: ['not_failed'],
  params: RefundInPath,
  body: z.strictObject({
    note: text(LONGEST_REFUND_NOTE).refine(
      (note) => note.trim() !== '',
      'Please enter what was done',
    ),
  }),
});

export const retryEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payments/events/:id/retry',
  right: 'managePayments',
  about: 'any',
  summary: 'Retries an unmatched event',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, ...SETTLING, 'changed_meanwhile'],
  params: z.object({ id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) }),
  reply: z.object({ state: z.enum(['received', 'processed', 'ignored', 'unmatched']) }),
});

/** The 409 replies of the calls above, beyond those of orders. */
export const PaymentConflictReply = ErrorReply.extend({
  code: z.enum([
    'already_decided',
    'changed_meanwhile',
    'dispute_open',
    'not_failed',
    'nothing_to_refund',
    'refund_too_large',
    'slot_full',
    'meal_sold_out',
  ]),
});
export type PaymentConflictReply = z.infer<typeof PaymentConflictReply>;
