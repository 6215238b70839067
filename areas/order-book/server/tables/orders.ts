import { DELIVERY_TYPES } from '#areas/business/rules/services.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
  unique,
  date,
} from 'drizzle-orm/pg-core';
import { ORDER_STATUSES, PENDING_REASONS } from '#areas/order-book/rules/order-status.ts';
import { FORM_OF_SEARCH_TEXT } from '#areas/order-book/rules/order-search.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import type { SaleTerms } from '#areas/order-book/rules/account.ts';
import type { KeptMoney } from '#areas/order-book/rules/order.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { checkouts } from './checkouts.ts';
import {
  createdAt,
  isNotNegative,
  isOneOf,
  isInRange,
} from '#platform/server/db/tables/column-rules.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';

const DELIVERY_PREFERENCES = ['warm', 'cold'] as const;

/** A paid order. Created in settlePayment and nowhere else. */
export const orders = pgTable(
  'orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    number: text().notNull().unique('orders_number'),
    checkoutId: uuid()
      .notNull()
      .unique('orders_checkout')
      .references(() => checkouts.id),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    /** Why it needs a decision by staff; set only while it is pending. */
    pendingReason: text({ enum: PENDING_REASONS }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    addressLine1: text().notNull(),
    addressLine2: text().notNull(),
    suburb: text().notNull(),
    postcode: text().notNull(),
    deliveryPreference: text({ enum: DELIVERY_PREFERENCES }).notNull(),
    specialInstructions: text().notNull(),
    deliveryType: text({ enum: DELIVERY_TYPES }).notNull(),
    subtotalCents: integer().notNull(),
    deliveryFeeCents: integer().notNull(),
    taxCents: integer().notNull(),
    totalCents: integer().notNull(),
    terms: jsonb().$type<SaleTerms>().notNull(),
    kept: jsonb().$type<KeptMoney[]>().notNull().default([]),
    /** Who gets the food; null: the customer. */
    recipient: jsonb().$type<Recipient>(),
    /** How the questions that its notes raise were answered. */
    foodAnswers: jsonb().$type<FoodAnswer[]>().notNull().default([]),
    /** Finds the order of the recipient's link; null without a recipient. */
    recipientTokenHash: text().unique('orders_recipient_token_hash'),
    /** What staff can search by (areas/order-book/rules/order-search.ts). Its trigram index is made in 0001_triggers.sql. */
    searchText: text().notNull(),
    /** Whose offers these are: `mailboxKey` and `streetKeyText`. Null: written by the release before, soon refilled. */
    mailbox: text(),
    streetKey: text(),
    /** Its calendar file of 0.1.0 may stand in a calendar: the next one cancels those events. */
    hasOldCalendar: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    /** When its customer's details were erased, at their request. */
    erasedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (order) => [
    isOneOf('orders_status', order.status, ORDER_STATUSES),
    isOneOf('orders_pending_reason', order.pendingReason, PENDING_REASONS),
    isOneOf('orders_delivery_type', order.deliveryType, DELIVERY_TYPES),
    isOneOf('orders_delivery_preference', order.deliveryPreference, DELIVERY_PREFERENCES),
    isNotNegative('orders_subtotal', order.subtotalCents),
    isNotNegative('orders_delivery_fee', order.deliveryFeeCents),
    check(
      'orders_total',
      sql`${order.totalCents} = ${order.subtotalCents} + ${order.deliveryFeeCents} + ${order.taxCents}`,
    ),
    // Empty: erased.
    check('orders_phone', sql`${order.phone} ~ '^([+]61[234578][0-9]{8})?$'`),
    check(
      'orders_recipient',
      sql`${order.recipient} is null or coalesce(${order.recipient} ->> 'phone', '') ~ '^[+]61[234578][0-9]{8}$'`,
    ),
    // Read backwards. Indexes made with desc() put nulls last, which `order by … desc` cannot use.
    index('orders_created').on(order.createdAt, order.id),
    index('orders_status_created').on(order.status, order.createdAt, order.id),
    index('orders_email').on(sql`lower(${order.email})`),
    index('orders_mailbox').on(order.mailbox),
    index('orders_phone').on(order.phone),
    index('orders_street').on(order.streetKey),
    index('orders_to_refill')
      .on(order.id)
      // As refill-keys.ts asks, or the index is not used.
      .where(sql`${order.searchText} not like '${sql.raw(FORM_OF_SEARCH_TEXT)}%'`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

/** The people an order feeds. */
export const people = pgTable(
  'people',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** 1 to 6, in the wizard's order. */
    position: integer().notNull(),
    name: text().notNull(),
    calorieTarget: integer().notNull(),
    /** What they may not eat. Health information: it is erased with the person. */
    allergens: text().array().$type<Allergen[]>().notNull().default([]),
    /** Foods that no law lists: "capsicum". */
    avoid: text().array().notNull().default([]),
    diets: text().array().$type<Diet[]>().notNull().default([]),
    note: text().notNull().default(''),
  },
  (person) => [
    unique('people_order_position').on(person.orderId, person.position),
    unique('people_order_name').on(person.orderId, person.name),
    // The target of foreign keys that keep an item and its person in the same order.
    unique('people_id_order').on(person.id, person.orderId),
    isInRange('people_calorie_target', person.calorieTarget, { min: 500, max: 6000 }),
  ],
);

/**
 * The number of orders by status, as the sum of changes. A trigger on orders only ever adds rows here, so that
 * concurrent orders never wait for each other; a job consolidates the rows from time to time.
 */
export const orderTallies = pgTable(
  'order_tallies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    change: integer().notNull(),
  },
  (tally) => [isOneOf('order_tallies_status', tally.status, ORDER_STATUSES)],
);

const GONE_BY = ['customer', 'kitchen'] as const;

/**
 * Meals that were taken off an order, by the ids that they had. A table of its own: no reader of food can come across one.
 * Names of people are left out, so it can stay when a customer is erased.
 */
export const goneItems = pgTable(
  'gone_items',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** For someone who may have left the order. */
    personId: integer().notNull(),
    mealName: text().notNull(),
    deliveryDate: date().notNull(),
    /** The date whose delivery fee it shared. */
    feeDate: date().notNull(),
    priceCents: integer().notNull(),
    goneBy: text({ enum: GONE_BY }).notNull(),
    /** Another meal came in its place: it was swapped, not cancelled. */
    isSwapped: boolean().notNull().default(false),
    goneAt: timestamp({ withTimezone: true }).notNull(),
  },
  (item) => [
    isOneOf('gone_items_gone_by', item.goneBy, GONE_BY),
    isNotNegative('gone_items_price', item.priceCents),
    index('gone_items_order').on(item.orderId),
  ],
);
