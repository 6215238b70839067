import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';

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
