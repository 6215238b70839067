import {
  boolean,
  date,
  integer,
  pgTable,
  text,
  unique,
  check,
  index,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  isInRange,
  isNotNegative,
  isOneOf,
  createdAt,
} from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { sql } from 'drizzle-orm';
import { MOST_PORTIONS, PORTION_SCOPES } from '#areas/menu/rules/portion-limits.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/**
 * Places on a date and window. `held` and `booked` are raised only by takePlace, whose guard keeps their sum within the
 * capacity. There is no database check for that: staff may lower the capacity below what is booked.
 */
export const deliverySlots = pgTable(
  'delivery_slots',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    maxDeliveries: integer().notNull(),
    held: integer().notNull().default(0),
    booked: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
  },
  (slot) => [
    unique('delivery_slots_date_time_slot').on(slot.date, slot.window),
    isWindow('delivery_slots_time_slot', slot.window),
    isInRange('delivery_slots_max', slot.maxDeliveries, defaultBusiness.slotCapacity),
    isNotNegative('delivery_slots_held', slot.held),
    isNotNegative('delivery_slots_booked', slot.booked),
  ],
);

export type SlotRow = typeof deliverySlots.$inferSelect;

/**
 * Portions of a meal on the day it is eaten, or in the ordering week that starts on `date`: counted whether there is a limit
 * or not, from the first time that someone asks for the row. Changed by server/portions alone, whose guard keeps what is held
 * and booked within the limit. There is no database check for that: staff may go over it.
 */
export const mealDays = pgTable(
  'meal_days',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    date: date().notNull(),
    scope: text({ enum: PORTION_SCOPES }).notNull(),
    /** Null: no limit. */
    portions: integer(),
    held: integer().notNull().default(0),
    /** Items of orders that take a portion, and `kept`. */
    booked: integer().notNull().default(0),
    /** Cooked for items that have left their order since. */
    kept: integer().notNull().default(0),
  },
  (day) => [
    unique('meal_days_meal_date_scope').on(day.mealId, day.date, day.scope),
    isOneOf('meal_days_scope', day.scope, PORTION_SCOPES),
    isInRange('meal_days_portions', day.portions, { min: 0, max: MOST_PORTIONS }),
    isNotNegative('meal_days_held', day.held),
    isNotNegative('meal_days_booked', day.booked),
    check('meal_days_kept', sql`${day.kept} between 0 and ${day.booked}`),
  ],
);

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
    /** For a place. */
    slotId: integer().references(() => deliverySlots.id),
    /** For portions. */
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
