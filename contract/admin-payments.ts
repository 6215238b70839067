/** What the portal's Payments page shows and does. Amounts are text such as "14.99", negative ones "-5.99". */
import { z } from 'zod';
import { AdminOrderReply, RefundReply } from '#contract/admin-orders.ts';
import { endpoint, ErrorReply } from '#contract/endpoint.ts';
import { Id, IdInPath, InstantText, PlainDateText, text } from '#contract/wire-values.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { PENDING_REASONS } from '#domain/ordering/status/order-status.ts';
import { DISPUTE_STATUSES } from '#domain/ordering/status/dispute-status.ts';
import { LONGEST_REFUND_NOTE } from '#domain/ordering/status/refund-state.ts';

const Version = z.int().min(1).max(2_147_483_647);

/** What came in less what went back, on one day of the kitchen. */
const DayTotal = z.object({ captured: z.string(), refunded: z.string(), net: z.string() });

export const PaymentDayReply = z.object({
  date: PlainDateText,
  /** What the card provider says. */
  provider: DayTotal,
  /** What our ledger says of the same charges and refunds. */
  ours: DayTotal,
  /** Theirs less ours; "0.00" is the only good value. */
  difference: z.string(),
});
export type PaymentDayReply = z.infer<typeof PaymentDayReply>;

export const BooksCheckReply = z.object({
  at: InstantText,
  /** Nothing is wrong. */
  ok: z.boolean(),
  /** What is wrong, a sentence each. */
  problems: z.array(z.object({ rule: z.string(), count: z.int(), examples: z.array(z.string()) })),
  /** The last days, newest first. Empty when the card provider did not answer: `problems` then says so. */
  days: z.array(PaymentDayReply),
});
export type BooksCheckReply = z.infer<typeof BooksCheckReply>;

/** A paid order that nobody has decided about. */
export const UndecidedOrderReply = z.object({
  id: Id,
  orderNumber: z.string(),
  version: Version,
  reason: z.enum(PENDING_REASONS),
  customerName: z.string(),
  total: z.string(),
  paidAt: InstantText,
  /** When it is cancelled and refunded by itself; null: never. */
  refundsItselfAt: InstantText.nullable(),
  deliveries: z.array(z.object({ date: PlainDateText, timeSlot: z.enum(DELIVERY_WINDOWS) })),
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
  /** Null: it is not tried by itself any more. */
  nextTryAt: InstantText.nullable(),
});
export type UnmatchedEventReply = z.infer<typeof UnmatchedEventReply>;

/** A disputed payment. It changes neither order nor slots; refunds wait until it is closed. */
export const DisputeReply = z.object({
  id: z.string(),
  /** Null: the payment is not one of ours. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  amount: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  isOpen: z.boolean(),
  reason: z.string(),
  /** Until when evidence may be sent to the card provider. */
  dueBy: InstantText.nullable(),
  createdAt: InstantText,
});
export type DisputeReply = z.infer<typeof DisputeReply>;

/** A look through the card provider's books. `fixed` is 0 when the webhooks work. */
export const ReconcileRunReply = z.object({
  at: InstantText,
  seen: z.int(),
  fixed: z.int(),
  alarms: z.array(z.string()),
});
export type ReconcileRunReply = z.infer<typeof ReconcileRunReply>;

export const PaymentDeskReply = z.object({
  mode: z.enum(['sandbox', 'stripe']),
  livemode: z.boolean(),
  undecidedOrders: z.array(UndecidedOrderReply),
  failedRefunds: z.array(FailedRefundReply),
  unmatchedEvents: z.array(UnmatchedEventReply),
  disputes: z.array(DisputeReply),
  /** The nightly check, or one that staff asked for; null: there was none yet. */
  lastCheck: BooksCheckReply.nullable(),
  lastReconcile: ReconcileRunReply.nullable(),
});
export type PaymentDeskReply = z.infer<typeof PaymentDeskReply>;

export const getPaymentDesk = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'staff',
  summary: 'What needs a person, and whether the books agree with the card provider',
  reply: PaymentDeskReply,
});

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/payments/check',
  access: 'staff',
  summary: 'Makes the nightly check of the books now',
  reply: BooksCheckReply,
});

const OrderInPath = z.object({ id: IdInPath });
const Decision = z.strictObject({ version: Version.optional() });

export const keepOrder = endpoint({
  method: 'POST',
  path: '/api/admin/payments/orders/:id/keep',
  access: 'staff',
  summary: 'Confirms an undecided order; 409 slot_full when it finds no place',
  params: OrderInPath,
  body: Decision,
  reply: AdminOrderReply,
});

export const giveOrderBack = endpoint({
  method: 'POST',
  path: '/api/admin/payments/orders/:id/refund',
  access: 'staff',
  summary: 'Cancels an undecided order and refunds all of it',
  params: OrderInPath,
  body: Decision,
  reply: AdminOrderReply,
});

const RefundInPath = z.object({ id: IdInPath });

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refunds/:id/retry',
  access: 'staff',
  summary: 'Sends a failed refund again, as a new one; replies with the new one',
  params: RefundInPath,
  reply: RefundReply,
});

export const handleRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refunds/:id/handled',
  access: 'staff',
  summary: 'Takes a failed refund off the list: the customer got the money another way',
  params: RefundInPath,
  body: z.strictObject({
    note: text(LONGEST_REFUND_NOTE).refine(
      (note) => note.trim() !== '',
      'Please say what was done',
    ),
  }),
  status: 204,
  reply: z.void(),
});

export const retryEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payments/events/:id/retry',
  access: 'staff',
  summary: 'Tries an unmatched event again',
  params: z.object({ id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) }),
  reply: z.object({ state: z.enum(['received', 'processed', 'ignored', 'unmatched']) }),
});

/** 409s of the calls above beyond those of orders. */
export const PaymentConflictReply = ErrorReply.extend({
  code: z.enum([
    'already_decided',
    'changed_meanwhile',
    'dispute_open',
    'not_failed',
    'nothing_to_refund',
    'refund_too_large',
    'slot_full',
  ]),
});
export type PaymentConflictReply = z.infer<typeof PaymentConflictReply>;
