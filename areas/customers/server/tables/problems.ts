import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  customType,
  uuid,
  unique,
} from 'drizzle-orm/pg-core';
import { PROBLEM_DECISIONS, PROBLEM_KINDS } from '#areas/order-book/rules/problem-kinds.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  createdAt,
  isNotNegative,
  isOneOf,
  isInRange,
} from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { STARS } from '#areas/customers/rules/meal-ratings.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/** What a customer reports as wrong with meals that were delivered, and what staff decided. */
export const problems = pgTable(
  'problems',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not foreign keys: an edit of the order may remove one. */
    itemIds: integer().array().notNull(),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    text: text().notNull(),
    isUrgent: boolean().notNull(),
    createdAt: createdAt(),
    /** When an answer was promised, by the setting of that time. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** Null: open. */
    decision: text({ enum: PROBLEM_DECISIONS }),
    decidedAt: timestamp({ withTimezone: true }),
    /** Email of who decided. */
    decidedBy: text(),
    /** What staff wrote to the customer; empty: nothing beyond the decision. */
    answer: text().notNull().default(''),
    /** The items that were refunded or are brought again. */
    decidedItemIds: integer().array(),
    refundId: integer().references(() => refunds.id),
    refundCents: integer(),
    toDate: date(),
    toWindow: text('to_time_slot').$type<DeliveryWindow>(),
  },
  (problem) => [
    isOneOf('problems_kind', problem.kind, PROBLEM_KINDS),
    isOneOf('problems_decision', problem.decision, PROBLEM_DECISIONS),
    isWindow('problems_to_time_slot', problem.toWindow),
    isNotNegative('problems_refund', problem.refundCents),
    check(
      'problems_decided',
      sql`(${problem.decision} is null) = (${problem.decidedAt} is null)
        and (${problem.decision} is null) = (${problem.decidedBy} is null)
        and (${problem.decision} is not distinct from 'refund') = (${problem.refundId} is not null)
        and (${problem.decision} is not distinct from 'new_delivery') = (${problem.toDate} is not null)`,
    ),
    index('problems_order').on(problem.orderId),
    index('problems_open')
      .on(problem.dueAt)
      .where(sql`${problem.decision} is null`),
  ],
);

export type ProblemRow = typeof problems.$inferSelect;

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What customers photographed of a problem, re-encoded. Deleted after 90 days, and after one if it was never sent with a problem. */
export const problemPhotos = pgTable(
  'problem_photos',
  {
    id: uuid().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Null: uploaded, and its problem not sent yet. */
    problemId: integer().references(() => problems.id, { onDelete: 'cascade' }),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (photo) => [
    index('problem_photos_order').on(photo.orderId),
    index('problem_photos_problem').on(photo.problemId),
  ],
);

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

/** Email addresses that are never asked for ratings again, in lower case. */
export const ratingRefusals = pgTable('rating_refusals', {
  email: text().primaryKey(),
  createdAt: createdAt(),
});
