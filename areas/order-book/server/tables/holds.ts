import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { deliverySlots } from './delivery-slots.ts';
import { mealDays } from './meal-days.ts';

/** `phone`: a checkout that staff opened for a caller. `change`: of a paid order, which waits for its payment. */
export const HOLD_KINDS = ['checkout', 'change', 'phone'] as const;

/**
 * A place, or portions, kept for what is not paid yet; deleted when they are booked or given back. `held` of a slot and of a
 * meal's day is the sum of its rows. Until when it is held its checkout or top-up says.
 */
export const holds = pgTable(
  'holds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: HOLD_KINDS }).notNull(),
    /** The checkout or the change. */
    ownerId: uuid().notNull(),
    /** Of a place. */
    slotId: integer().references(() => deliverySlots.id),
    /** Of portions. */
    mealDayId: integer().references(() => mealDays.id),
    amount: integer().notNull(),
    /** Hashes of who holds it, to be counted; null where it counts against nobody: phone orders, changes, those that were rebuilt. */
    network: text(),
    mailbox: text(),
    phone: text(),
    madeAt: createdAt(),
  },
  (hold) => [
    isOneOf('holds_kind', hold.kind, HOLD_KINDS),
    check('holds_of_one', sql`(${hold.slotId} is null) <> (${hold.mealDayId} is null)`),
    check(
      'holds_amount',
      sql`${hold.amount} > 0 and (${hold.slotId} is null or ${hold.amount} = 1)`,
    ),
    unique('holds_one_place').on(hold.ownerId, hold.slotId),
    unique('holds_one_day').on(hold.ownerId, hold.mealDayId),
    index('holds_slot').on(hold.slotId),
    index('holds_meal_day').on(hold.mealDayId),
    index('holds_network').on(hold.network),
    index('holds_mailbox').on(hold.mailbox),
    index('holds_phone').on(hold.phone),
  ],
);
