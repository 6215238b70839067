import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

const TOP_UP_STATES = ['open', 'ending', 'paid', 'ended'] as const;

/**
 * What a customer is about to pay on top of an order's first payment, because it now costs more. Opened when they
 * want to pay; an order has one open at a time.
 */
export const topUps = pgTable(
  'top_ups',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amountCents: integer().notNull(),
    /** The order as the amount was worked out. Any later version ends it. */
    orderVersion: integer().notNull(),
    /** `ending`: to be cancelled at the gateway. `ended`: it can no longer be paid. */
    state: text({ enum: TOP_UP_STATES }).notNull().default('open'),
    openUntil: timestamp({ withTimezone: true }).notNull(),
    /** Null until the gateway has answered. */
    paymentIntentId: text().unique('top_ups_payment_intent_id'),
    clientSecret: text(),
    /** Of its ending. */
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (topUp) => [
    isOneOf('top_ups_state', topUp.state, TOP_UP_STATES),
    check('top_ups_amount', sql`${topUp.amountCents} > 0`),
    uniqueIndex('top_ups_open')
      .on(topUp.orderId)
      .where(sql`${topUp.state} = 'open'`),
    index('top_ups_due')
      .on(topUp.openUntil)
      .where(sql`${topUp.state} in ('open', 'ending')`),
    index('top_ups_order').on(topUp.orderId),
  ],
);

export type TopUpRow = typeof topUps.$inferSelect;
