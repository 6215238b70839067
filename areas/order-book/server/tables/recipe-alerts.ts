import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { RECIPE_ALERT_KINDS } from '#areas/order-book/rules/recipe-alert-kinds.ts';
import type { Recipe, RecipeFinding } from '#areas/order-book/rules/recipe-change.ts';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from './orders.ts';

/**
 * `put_back`: the recipe suits the person again. `order_changed`: the meal is no longer in the order. `given`: they have
 * it, which is another matter.
 */
export const ALERT_SETTLEMENTS = [
  'swap',
  'refund',
  'spoken',
  'put_back',
  'order_changed',
  'given',
] as const;

/** A person whose meal changed after it was paid for, until staff have settled it with them. */
export const recipeAlerts = pgTable(
  'recipe_alerts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key, and nor is the person: an edit of the order may remove the row. */
    deliveryId: integer().notNull(),
    personId: integer().notNull(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    mealVersion: integer().notNull(),
    kind: text({ enum: RECIPE_ALERT_KINDS }).notNull(),
    /** The recipe that was paid for: later changes are compared with it. */
    before: jsonb().$type<Recipe>().notNull(),
    finding: jsonb().$type<RecipeFinding>().notNull(),
    /** Who saved the recipe; null: it was found when the order was placed. */
    staffEmail: text(),
    createdAt: createdAt(),
    settledAt: timestamp({ withTimezone: true }),
    /** Null: by itself. */
    settledBy: text(),
    settledHow: text({ enum: ALERT_SETTLEMENTS }),
    note: text(),
  },
  (alert) => [
    unique('recipe_alerts_version').on(
      alert.deliveryId,
      alert.personId,
      alert.mealId,
      alert.mealVersion,
    ),
    uniqueIndex('recipe_alerts_open')
      .on(alert.deliveryId, alert.personId, alert.mealId)
      .where(sql`${alert.settledAt} is null`),
    isOneOf('recipe_alerts_kind', alert.kind, RECIPE_ALERT_KINDS),
    isOneOf('recipe_alerts_settled_how', alert.settledHow, ALERT_SETTLEMENTS),
    index('recipe_alerts_order').on(alert.orderId),
    index('recipe_alerts_meal').on(alert.mealId, alert.mealVersion),
  ],
);

export type RecipeAlertRow = typeof recipeAlerts.$inferSelect;
