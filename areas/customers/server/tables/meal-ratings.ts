import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { STARS } from '#areas/customers/rules/meal-ratings.ts';
import { createdAt, isInRange } from '#platform/server/db/tables/column-rules.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** What a customer says of a meal of their order: one a meal and order, the last counts. */
export const mealRatings = pgTable(
  'meal_ratings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    stars: integer().notNull(),
    /** Empty: only stars. */
    comment: text().notNull(),
    /** Whether everyone may read the comment, with their first name. */
    mayShow: boolean().notNull().default(false),
    /** When the meal was delivered: its week. */
    deliveredOn: date().notNull(),
    createdAt: createdAt(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When staff hid the comment, and their email; null: not hidden. The stars count. */
    hiddenAt: timestamp({ withTimezone: true }),
    hiddenBy: text(),
  },
  (rating) => [
    unique('meal_ratings_once').on(rating.orderId, rating.mealId),
    isInRange('meal_ratings_stars', rating.stars, STARS),
    // With the stars, so that averages are counted without reading comments.
    index('meal_ratings_meal').on(rating.mealId, rating.stars),
    index('meal_ratings_newest').on(rating.deliveredOn, rating.id),
  ],
);
