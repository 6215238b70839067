import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  type CallResult,
  FOOD_MATTERS,
  MATTER_SETTLEMENTS,
} from '#areas/order-book/rules/food-matters.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

/** A call about it: who made it and when (ISO instant), and what became of it. */
export type FoodCall = { at: string; by: string; result: CallResult; note: string };

/**
 * What somebody must hear of or settle, until they have. What was found stays in words: the food may be corrected since. Whether a
 * portion is on hold is not said here but by its verdict: this is who deals with it, and what became of it.
 */
export const foodMatters = pgTable(
  'food_matters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: FOOD_MATTERS }).notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key, and nor is the item: an edit of the order may remove the row. Null: about the whole order. */
    deliveryId: integer(),
    /** Null: about the whole bag. */
    itemId: integer(),
    /** Empty: nobody in particular. */
    personName: text().notNull(),
    mealName: text().notNull(),
    /** "it may contain peanut"; of `told`, what they wrote. */
    why: text().notNull(),
    /** What a saved recipe changed, and who saved it; null: it comes from something else. */
    cause: text(),
    changedBy: text(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
    /** When its customer was written to that it is on hold; null: not yet. */
    customerToldAt: timestamp({ withTimezone: true }),
    calls: jsonb().$type<FoodCall[]>().notNull().default([]),
    settledAt: timestamp({ withTimezone: true }),
    /** Null: by itself. */
    settledBy: text(),
    settledHow: text({ enum: MATTER_SETTLEMENTS }),
    /** What was agreed about a portion. */
    note: text(),
  },
  (matter) => [
    uniqueIndex('food_matters_open')
      .on(
        matter.kind,
        matter.orderId,
        sql`coalesce(${matter.deliveryId}, 0)`,
        sql`coalesce(${matter.itemId}, 0)`,
        sql`(case when ${matter.kind} = 'told' then ${matter.why} else '' end)`,
      )
      .where(sql`${matter.settledAt} is null`),
    isOneOf('food_matters_kind', matter.kind, FOOD_MATTERS),
    isOneOf('food_matters_settled_how', matter.settledHow, MATTER_SETTLEMENTS),
    index('food_matters_order').on(matter.orderId),
  ],
);

export type FoodMatterRow = typeof foodMatters.$inferSelect;
