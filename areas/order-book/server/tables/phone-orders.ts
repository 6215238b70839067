import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { PAY_LINK_WAYS } from '#areas/order-book/rules/phone-order.ts';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { checkouts } from './checkouts.ts';

/** What staff took on the phone: one row for each checkout that is `byPhone`. Names no customer. */
export const phoneOrders = pgTable(
  'phone_orders',
  {
    checkoutId: uuid()
      .primaryKey()
      .references(() => checkouts.id),
    /** Of the secret in the pay link. */
    tokenHash: text().notNull().unique('phone_orders_token_hash'),
    /** Email of who took it. */
    takenBy: text().notNull(),
    sendBy: text({ enum: PAY_LINK_WAYS }).notNull(),
    /** How often the link was sent. */
    sends: integer().notNull().default(1),
    /** Null: the time is too short for a reminder. */
    remindAt: timestamp({ withTimezone: true }),
    remindedAt: timestamp({ withTimezone: true }),
    /** When staff gave it up; money that came all the same decides otherwise. */
    cancelledAt: timestamp({ withTimezone: true }),
    cancelledBy: text(),
    /** Whether the customer hears that it was cancelled. */
    tellsCancelled: boolean().notNull().default(true),
    /** When staff said that they have seen it was not paid. */
    seenAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (order) => [
    isOneOf('phone_orders_send_by', order.sendBy, PAY_LINK_WAYS),
    check('phone_orders_sends', sql`${order.sends} > 0`),
    check(
      'phone_orders_cancelled',
      sql`(${order.cancelledAt} is null) = (${order.cancelledBy} is null)`,
    ),
    index('phone_orders_to_remind')
      .on(order.remindAt)
      .where(sql`${order.remindedAt} is null and ${order.remindAt} is not null`),
    index('phone_orders_newest').on(order.createdAt),
  ],
);

export type PhoneOrderRow = typeof phoneOrders.$inferSelect;
