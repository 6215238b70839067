import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';

const LEDGER_KINDS = ['capture', 'refund', 'refund_failed'] as const;

/** Every cent received or refunded. Rows are only ever added; a trigger refuses updates and deletes. */
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
    /** Captures are positive, refunds negative; a refund that fails later is entered again as a positive amount. */
    amountCents: integer().notNull(),
    /** The charge or refund at the gateway. */
    gatewayId: text().notNull().unique('ledger_entries_gateway_id'),
    createdAt: createdAt(),
  },
  (entry) => [
    isOneOf('ledger_entries_kind', entry.kind, LEDGER_KINDS),
    index('ledger_entries_created').on(entry.createdAt),
  ],
);
