import { asc, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  jsonb,
  timestamp,
} from 'drizzle-orm/pg-core';
import { checkouts } from './checkouts.ts';
import {
  createdAt,
  isNotNegative,
  dueColumns,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import { topUps } from './order-changes.ts';
import type { Present } from '#areas/order-book/rules/account.ts';
import { REFUND_STATES, SENT_AGAIN } from '#areas/order-book/rules/order-status.ts';
import { DISPUTE_STATUSES } from '#platform/rules/dispute-status.ts';
import type { Cents } from '#platform/rules/money.ts';

/** A succeeded payment intent and the order it paid for: its first payment, by its checkout, or one on top. */
export const payments = pgTable(
  'payments',
  {
    paymentIntentId: text().primaryKey(),
    /** Null: a top-up. */
    checkoutId: uuid()
      .unique('payments_checkout')
      .references(() => checkouts.id),
    topUpId: uuid()
      .unique('payments_top_up')
      .references(() => topUps.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    livemode: boolean().notNull(),
    /** The account at the gateway that took it, `acct_…/live`: what comes after goes there. `env`: the installation's own. */
    gatewayAccount: text().notNull().default('env'),
    createdAt: createdAt(),
  },
  (payment) => [
    isNotNegative('payments_amount', payment.amountCents),
    check('payments_for', sql`num_nonnulls(${payment.checkoutId}, ${payment.topUpId}) = 1`),
    uniqueIndex('payments_first')
      .on(payment.orderId)
      .where(sql`${payment.topUpId} is null`),
    index('payments_order').on(payment.orderId),
    index('payments_test')
      .on(payment.orderId)
      .where(sql`not ${payment.livemode}`),
  ],
);

/** The first of an order, then those on top of it. */
export function oldestPaymentFirst(): SQL[] {
  return [
    sql`${payments.topUpId} is not null`,
    asc(payments.createdAt),
    asc(payments.paymentIntentId),
  ];
}

export type PaymentRow = typeof payments.$inferSelect;

/** Refunds to customers. Recorded before the gateway is asked, so that no crash can lose or double one. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentIntentId: text()
      .notNull()
      .references(() => payments.paymentIntentId),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    /** The order items it covers; null: no particular items. */
    itemIds: jsonb().$type<number[]>(),
    /** How much of it was not owed to the customer, by part, and so makes nothing unpaid. */
    presents: jsonb().$type<Present[]>().notNull().default([]),
    state: text({ enum: REFUND_STATES }).notNull(),
    /** Sent to the gateway with every attempt: the same key never refunds twice. */
    idemKey: text().notNull().unique('refunds_idem_key'),
    /** Null until the gateway has answered. */
    gatewayId: text().unique('refunds_gateway_id'),
    failureReason: text(),
    /** Who requested it. Null: made at the gateway, outside the portal. */
    staffEmail: text(),
    /** When staff dealt with a failed refund; null: still open. */
    handledAt: timestamp({ withTimezone: true }),
    handledNote: text(),
    ...dueColumns(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (refund) => [
    isOneOf('refunds_state', refund.state, REFUND_STATES),
    check('refunds_amount', sql`${refund.amountCents} > 0`),
    index('refunds_order').on(refund.orderId),
    index('refunds_payment').on(refund.paymentIntentId),
    index('refunds_under_way')
      .on(refund.updatedAt)
      .where(sql`${refund.state} in ('wanted', 'sent', 'pending')`),
  ],
);

/** It failed, and its money went back another way: as good as made. */
export function isSettledOtherwise() {
  return sql<boolean>`coalesce(${refunds.handledNote} <> ${SENT_AGAIN}, false)`;
}

export type RefundRow = typeof refunds.$inferSelect;

/**
 * Payments that customers dispute with their bank, as the gateway reports them. They change neither orders nor slots.
 */
export const disputes = pgTable(
  'disputes',
  {
    /** The gateway's id. */
    id: text().primaryKey(),
    paymentIntentId: text(),
    /** Null: not one of our payments. */
    orderId: integer().references(() => orders.id),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** When evidence is due; null: none is requested. */
    dueBy: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (dispute) => [
    isOneOf('disputes_status', dispute.status, DISPUTE_STATUSES),
    index('disputes_payment').on(dispute.paymentIntentId),
  ],
);

export type DisputeRow = typeof disputes.$inferSelect;

const LEDGER_KINDS = [
  'capture',
  'refund',
  'refund_failed',
  'dispute_taken',
  'dispute_returned',
] as const;

/** Every cent received, refunded or taken by a bank. Rows are only ever added; a trigger refuses updates and deletes. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentIntentId: text()
      .notNull()
      .references(() => payments.paymentIntentId),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /**
     * Captures are positive, refunds and what a bank takes for a lost dispute negative; a refund that fails later, and what a
     * bank gives back, are entered as positive amounts.
     */
    amountCents: integer().notNull(),
    /** The charge or refund at the gateway; of a dispute, with the number of its entry behind. */
    gatewayId: text().notNull().unique('ledger_entries_gateway_id'),
    createdAt: createdAt(),
  },
  (entry) => [
    isOneOf('ledger_entries_kind', entry.kind, LEDGER_KINDS),
    index('ledger_entries_created').on(entry.createdAt),
  ],
);

/** For an entry `l`: it is a refund, or one taken back because it failed. */
export const IS_REFUND = sql`l.kind in ('refund', 'refund_failed')`;

/** For an entry `l`: what a bank took for a lost dispute, or gave back. */
export const IS_DISPUTE = sql`l.kind in ('dispute_taken', 'dispute_returned')`;

/** `received`: not acted on yet. `unmatched`: about a payment we do not know yet. Both are kept and retried. */
export const GATEWAY_EVENT_STATES = ['received', 'processed', 'ignored', 'unmatched'] as const;

/** Signed events as the gateway sent them. The primary key makes a repeated delivery harmless. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    paymentIntentId: text(),
    /** Never trusted, kept to look into trouble. Null: purged, after 90 days. */
    payload: jsonb(),
    state: text({ enum: GATEWAY_EVENT_STATES }).notNull(),
    /** Without `nextTryAt` it is not tried any more by ourselves. */
    ...dueColumns(),
    receivedAt: createdAt(),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (event) => [
    isOneOf('gateway_events_state', event.state, GATEWAY_EVENT_STATES),
    index('gateway_events_state').on(event.state, event.receivedAt),
    index('gateway_events_to_purge')
      .on(event.receivedAt)
      .where(sql`${event.payload} is not null`),
  ],
);

export type GatewayEventRow = typeof gatewayEvents.$inferSelect;

/** Rows that break a rule; `examples` says which. */
export type BrokenRule = { rule: string; count: number; examples: string[] };

export type DayTotals = { capturedCents: Cents; refundedCents: Cents };

/** One day of the kitchen: the gateway's books and our ledger. */
export type BooksDay = { date: string; provider: DayTotals; ours: DayTotals };

/** The results of the nightly check and of those requested by staff. */
export const booksChecks = pgTable('books_checks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  ok: boolean().notNull(),
  problems: jsonb().$type<BrokenRule[]>().notNull(),
  days: jsonb().$type<BooksDay[]>().notNull(),
  /** Payments and refunds too young to be compared then. */
  notCompared: integer().notNull().default(0),
  /** Orders, by id, whose money was not what they cost. */
  openBalances: jsonb().$type<number[]>().notNull().default([]),
});

export type BooksCheckRow = typeof booksChecks.$inferSelect;

const RECONCILE_KINDS = ['young', 'recent', 'by_hand'] as const;

/**
 * One row for each reconciliation with the gateway's books. Nothing fixed is the healthy result: webhooks did
 * everything.
 */
export const reconcileRuns = pgTable(
  'reconcile_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: RECONCILE_KINDS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Intents, refunds and disputes listed by the gateway. */
    seen: integer().notNull(),
    fixed: integer().notNull(),
    alarms: jsonb().$type<string[]>().notNull(),
  },
  (run) => [
    isOneOf('reconcile_runs_kind', run.kind, RECONCILE_KINDS),
    index('reconcile_runs_at').on(run.at),
  ],
);

export type ReconcileRunRow = typeof reconcileRuns.$inferSelect;
