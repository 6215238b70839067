import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { MISSING_REASONS, TICKS } from '#areas/order-book/rules/pack-bag.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { deliveries } from './deliveries.ts';

/**
 * What packers said of each portion. Rows are only ever added, so that two packers at one bag add up: the last word on a
 * portion counts. Items are written anew when an order is edited, so a portion is named by its number alone, with what it
 * was and whose: a row counts only while that is still true.
 */
export const packTicks = pgTable(
  'pack_ticks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    itemId: integer().notNull(),
    mealId: integer().notNull(),
    personId: integer().notNull(),
    state: text({ enum: TICKS }).notNull(),
    /** Set with `missing` only. */
    reason: text({ enum: MISSING_REASONS }),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** The page it was tapped on, as long as it stays open. */
    deviceId: uuid(),
    /** One for each tap, however often it is sent. */
    key: uuid().notNull(),
  },
  (tick) => [
    uniqueIndex('pack_ticks_key').on(tick.key),
    index('pack_ticks_delivery').on(tick.deliveryId, tick.itemId),
    isOneOf('pack_ticks_state', tick.state, TICKS),
    isOneOf('pack_ticks_reason', tick.reason, MISSING_REASONS),
  ],
);

export type PackTickRow = typeof packTicks.$inferSelect;
