import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { type CallResult, GIVEN_SETTLEMENTS } from '#areas/order-book/rules/given-food.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

export const FOOD_MATTERS = ['given_held'] as const;

/** A call about it: who made it and when (ISO instant), and what became of it. */
export type FoodCall = { at: string; by: string; result: CallResult; note: string };

/** Food that a person must hear of, until they have. What was found stays in words: the food may be corrected since. */
export const foodMatters = pgTable(
  'food_matters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: FOOD_MATTERS }).notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key, and nor is the item: an edit of the order may remove the row. */
    deliveryId: integer().notNull(),
    itemId: integer().notNull(),
    personName: text().notNull(),
    mealName: text().notNull(),
    /** "it may contain peanut". */
    why: text().notNull(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
    calls: jsonb().$type<FoodCall[]>().notNull().default([]),
    settledAt: timestamp({ withTimezone: true }),
    /** Null: by itself. */
    settledBy: text(),
    settledHow: text({ enum: GIVEN_SETTLEMENTS }),
  },
  (matter) => [
    uniqueIndex('food_matters_open')
      .on(matter.kind, matter.itemId)
      .where(sql`${matter.settledAt} is null`),
    isOneOf('food_matters_kind', matter.kind, FOOD_MATTERS),
    isOneOf('food_matters_settled_how', matter.settledHow, GIVEN_SETTLEMENTS),
    index('food_matters_order').on(matter.orderId),
  ],
);

export type FoodMatterRow = typeof foodMatters.$inferSelect;
