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
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { checkouts } from './checkouts.ts';
import { deliverySlots } from './delivery-slots.ts';

/**
 * `rung`: a place is held for them, and their email says so. `taken`: a checkout has that place. `lapsed`: they did not use
 * it in time. `stopped`: they did not want it any more, or have a delivery in that window already.
 */
export const SLOT_BELL_STATES = ['waiting', 'rung', 'taken', 'lapsed', 'stopped'] as const;

/** Who wants to be told when a place comes free in a full window. Deleted once orders for its week have closed. */
export const slotBells = pgTable(
  'slot_bells',
  {
    /** Also the order of asking. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slotId: integer()
      .notNull()
      .references(() => deliverySlots.id),
    email: text().notNull(),
    /** The spelling that one mailbox usually has. */
    mailbox: text().notNull(),
    /** Hash of the network that asked, to be counted. */
    network: text().notNull(),
    state: text({ enum: SLOT_BELL_STATES }).notNull().default('waiting'),
    /** Until when the place is theirs. */
    heldUntil: timestamp({ withTimezone: true }),
    checkoutId: uuid().references(() => checkouts.id),
    createdAt: createdAt(),
  },
  (bell) => [
    isOneOf('slot_bells_state', bell.state, SLOT_BELL_STATES),
    check(
      'slot_bells_held_until',
      sql`${bell.state} not in ('rung', 'taken') or ${bell.heldUntil} is not null`,
    ),
    check('slot_bells_checkout', sql`${bell.state} <> 'taken' or ${bell.checkoutId} is not null`),
    uniqueIndex('slot_bells_one_each')
      .on(bell.slotId, bell.mailbox)
      .where(sql`${bell.state} in ('waiting', 'rung')`),
    index('slot_bells_slot').on(bell.slotId),
    index('slot_bells_checkout_id').on(bell.checkoutId),
  ],
);
