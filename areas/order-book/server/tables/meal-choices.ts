import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { createdAt, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from './orders.ts';

/** `default`: nobody answered in time. `order_changed`: the meal was no longer there, or it was packed. */
const CHOICE_SETTLEMENTS = ['customer', 'default', 'order_changed'] as const;

/** A customer who was asked what a person gets instead of a meal that ran out. */
export const askedMeals = pgTable(
  'meal_choices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key, and nor is the person: what they choose may remove the row. */
    deliveryId: integer().notNull(),
    personId: integer().notNull(),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    /** What ran out. */
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    mealName: text().notNull(),
    /** Nearest first: the first is the default. */
    optionIds: integer().array().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    staffEmail: text().notNull(),
    settledAt: timestamp({ withTimezone: true }),
    settledHow: text({ enum: CHOICE_SETTLEMENTS }),
    /** Null once it is settled: their money back. */
    chosenMealId: integer(),
    chosenName: text(),
    refundCents: integer(),
  },
  (choice) => [
    uniqueIndex('meal_choices_open')
      .on(choice.deliveryId, choice.personId, choice.mealId)
      .where(sql`${choice.settledAt} is null`),
    index('meal_choices_order').on(choice.orderId),
    index('meal_choices_due')
      .on(choice.until)
      .where(sql`${choice.settledAt} is null`),
    isWindow('meal_choices_time_slot', choice.window),
    isOneOf('meal_choices_settled_how', choice.settledHow, CHOICE_SETTLEMENTS),
    isNotNegative('meal_choices_refund', choice.refundCents),
  ],
);

export type MealChoiceRow = typeof askedMeals.$inferSelect;
