import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';

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

/** Of an entry `l`: it is a refund, or one taken back because it failed. */
export const IS_REFUND = sql`l.kind in ('refund', 'refund_failed')`;

/** Of an entry `l`: what a bank took for a lost dispute, or gave back. */
export const IS_DISPUTE = sql`l.kind in ('dispute_taken', 'dispute_returned')`;
