import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  date,
  unique,
} from 'drizzle-orm/pg-core';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Portions } from '#areas/menu/rules/portion-limits.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { OrderChange } from '#areas/order-book/rules/edit-order.ts';
import {
  createdAt,
  dueColumns,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { MISSED_CHOICES } from '#areas/order-book/rules/delivery.ts';

/**
 * `waiting`: takes effect once its difference is paid; its new places are held. `applied`: the order is so. `ended`: nobody
 * paid. `refused`: it was paid, but could no longer be made; the money goes back.
 */
const ORDER_CHANGE_STATES = ['waiting', 'applied', 'ended', 'refused'] as const;

const CHANGED_BY = ['customer', 'staff', 'system'] as const;

export type ContentToHold = { slots: SlotKey[]; portions: Portions[] };

/**
 * What is waiting to be paid for, with the prices that were agreed. `toHold`: on payment, as others hold it unpaid; held once
 * a bank has approved.
 */
export type WaitingChange = {
  change: OrderChange;
  pricesByMeal: Record<string, Cents>;
  toHold?: ContentToHold;
};

/** Every change of a paid order, and by whom: those that were made, and those that wait for their payment. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    state: text({ enum: ORDER_CHANGE_STATES }).notNull(),
    changedBy: text({ enum: CHANGED_BY }).notNull(),
    staffEmail: text(),
    /** In words, which name people: "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi". */
    what: text().array().notNull(),
    /** For the order that it was made from. */
    fromVersion: integer().notNull(),
    /** What the order costs after it. */
    totalCents: integer().notNull(),
    paidCents: integer().notNull().default(0),
    refundCents: integer().notNull().default(0),
    /** Null once it no longer waits. */
    waiting: jsonb().$type<WaitingChange>(),
    /** Shows whether the same was asked for before. Null when nothing had to be paid. */
    contentHash: text(),
    topUpId: uuid()
      .unique('order_changes_top_up')
      .references(() => topUps.id),
    /** When it was made, or given up. */
    settledAt: timestamp({ withTimezone: true }),
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (change) => [
    isOneOf('order_changes_state', change.state, ORDER_CHANGE_STATES),
    isOneOf('order_changes_by', change.changedBy, CHANGED_BY),
    isNotNegative('order_changes_total', change.totalCents),
    isNotNegative('order_changes_paid', change.paidCents),
    isNotNegative('order_changes_refund', change.refundCents),
    check(
      'order_changes_waiting_content',
      sql`(${change.state} = 'waiting') = (${change.waiting} is not null)`,
    ),
    check(
      'order_changes_waiting_payment',
      sql`${change.state} = 'applied' or ${change.topUpId} is not null`,
    ),
    uniqueIndex('order_changes_one_waiting')
      .on(change.orderId)
      .where(sql`${change.state} = 'waiting'`),
    index('order_changes_order').on(change.orderId),
  ],
);

export type OrderChangeRow = typeof orderChanges.$inferSelect;

const TOP_UP_STATES = ['open', 'ending', 'paid', 'ended'] as const;

/**
 * What a customer is about to pay on top of an order's first payment, because it now costs more. Opened when they
 * want to pay; an order has one open at a time.
 */
export const topUps = pgTable(
  'top_ups',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amountCents: integer().notNull(),
    /** The order as the amount was worked out. Any later version ends it. */
    orderVersion: integer().notNull(),
    /** `ending`: to be cancelled at the gateway. `ended`: it can no longer be paid. */
    state: text({ enum: TOP_UP_STATES }).notNull().default('open'),
    openUntil: timestamp({ withTimezone: true }).notNull(),
    /** Null until the gateway has answered. */
    paymentIntentId: text().unique('top_ups_payment_intent_id'),
    clientSecret: text(),
    /** For its ending. */
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (topUp) => [
    isOneOf('top_ups_state', topUp.state, TOP_UP_STATES),
    check('top_ups_amount', sql`${topUp.amountCents} > 0`),
    uniqueIndex('top_ups_open')
      .on(topUp.orderId)
      .where(sql`${topUp.state} = 'open'`),
    index('top_ups_due')
      .on(topUp.openUntil)
      .where(sql`${topUp.state} in ('open', 'ending')`),
    index('top_ups_order').on(topUp.orderId),
  ],
);

export type TopUpRow = typeof topUps.$inferSelect;

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

/** What a customer was told they may choose after we could not leave their meals, and what they chose. */
export const missedChoices = pgTable(
  'missed_choices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key: an edit of the order may remove the row. */
    deliveryId: integer().notNull(),
    /** The nth time that it was driven. */
    attempt: integer().notNull(),
    /** As the message said it. */
    offered: text({ enum: MISSED_CHOICES }).array().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    /** Null: nothing yet. */
    chosen: text({ enum: MISSED_CHOICES }),
    chosenAt: timestamp({ withTimezone: true }),
    toDate: date(),
    toWindow: text('to_time_slot').$type<DeliveryWindow>(),
    refundCents: integer(),
  },
  (choice) => [
    unique('missed_choices_once').on(choice.deliveryId, choice.attempt),
    index('missed_choices_order').on(choice.orderId),
    isOneOf('missed_choices_chosen', choice.chosen, MISSED_CHOICES),
    isWindow('missed_choices_to_time_slot', choice.toWindow),
    isNotNegative('missed_choices_refund', choice.refundCents),
  ],
);

export type MissedChoiceRow = typeof missedChoices.$inferSelect;
