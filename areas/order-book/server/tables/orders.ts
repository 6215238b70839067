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
} from 'drizzle-orm/pg-core';
import { ORDER_STATUSES, PENDING_REASONS } from '#areas/order-book/rules/order-status.ts';
import { FORM_OF_SEARCH_TEXT } from '#areas/order-book/rules/order-search.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import type { SaleTerms } from '#areas/order-book/rules/account.ts';
import type { KeptMoney } from '#areas/order-book/rules/order.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { checkouts } from './checkouts.ts';
import { createdAt, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';

const DELIVERY_TYPES = ['daily', 'weekly'] as const;
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
