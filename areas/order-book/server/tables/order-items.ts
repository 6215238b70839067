import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { MealSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { MOST_HELPINGS } from '#areas/order-book/rules/people.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { isInRange, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { deliveries } from './deliveries.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders, people } from './orders.ts';

/** One meal for one person on one date. */
export const orderItems = pgTable(
  'order_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    deliveryId: integer().notNull(),
    personId: integer().notNull(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    meal: jsonb().$type<MealSnapshot>().notNull(),
    mealDate: date().notNull(),
    mealType: text({ enum: MEAL_TYPES }).notNull(),
    priceCents: integer().notNull(),
    /** The date whose delivery fee it shares; null: that of its delivery, which was not moved since it was sold. */
    feeDate: date(),
    /** 2: a second helping at the same time. */
    helping: integer().notNull().default(1),
    override: jsonb().$type<FoodOverride>(),
    /** The delivery date that it was cooked for, which stays when the delivery moves; null: not cooked yet. */
    cookedFor: date(),
    /** For the meal, by which it was cooked: several when a batch has more than one. Empty: not cooked, so it is the present one. */
    cookedVersions: integer().array().notNull().default([]),
    /** Its batch was thrown out in the kitchen once its bag was on the road: nobody eats it. */
    isThrownOut: boolean().notNull().default(false),
    /** Whether it counts as a portion of its meal on its day; false once the portion was given back. */
    takesPortion: boolean().notNull().default(true),
  },
  (item) => [
    unique('order_items_place').on(item.personId, item.mealDate, item.mealType, item.helping),
    isInRange('order_items_helping', item.helping, { min: 1, max: MOST_HELPINGS }),
    foreignKey({
      name: 'order_items_delivery',
      columns: [item.deliveryId, item.orderId],
      foreignColumns: [deliveries.id, deliveries.orderId],
    }),
    foreignKey({
      name: 'order_items_person',
      columns: [item.personId, item.orderId],
      foreignColumns: [people.id, people.orderId],
    }),
    isOneOf('order_items_meal_type', item.mealType, MEAL_TYPES),
    check(
      'order_items_override',
      sql`${item.override} is null or (coalesce(${item.override} ->> 'reason', '') <> ''
        and coalesce(${item.override} ->> 'staffEmail', '') <> ''
        and jsonb_array_length(${item.override} -> 'allergens') > 0)`,
    ),
    isNotNegative('order_items_price', item.priceCents),
    index('order_items_order').on(item.orderId),
    // With the meal, so that a day is counted without reading what was sold.
    index('order_items_delivery_meal').on(item.deliveryId, item.mealId, item.mealType, item.id),
    // Whom a changed recipe concerns.
    index('order_items_meal').on(item.mealId, item.mealDate),
  ],
);
