import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { deliverySlots } from './delivery-slots.ts';

/**
 * `asked`: nobody knows yet whether the address is theirs. `confirmed`: it is; they wait. `told`: a place came free, and an
 * email said so; nothing is held. `used`: they have a delivery in that window. `over`: they did not want it any more.
 */
export const SLOT_BELL_STATES = ['asked', 'confirmed', 'told', 'used', 'over'] as const;

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
    state: text({ enum: SLOT_BELL_STATES }).notNull().default('asked'),
    toldAt: timestamp({ withTimezone: true }),
    /** When they asked, last. */
    createdAt: createdAt(),
  },
  (bell) => [
    isOneOf('slot_bells_state', bell.state, SLOT_BELL_STATES),
    check('slot_bells_told_at', sql`${bell.state} <> 'told' or ${bell.toldAt} is not null`),
    uniqueIndex('slot_bells_one_each')
      .on(bell.slotId, bell.mailbox)
      .where(sql`${bell.state} in ('asked', 'confirmed')`),
    index('slot_bells_slot').on(bell.slotId),
    index('slot_bells_mailbox').on(bell.mailbox),
  ],
);
