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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MealSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { SaleTerms } from '#areas/order-book/rules/account.ts';
import type { OrderPrice } from '#areas/order-book/rules/order-pricing.ts';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { PAY_LINK_WAYS } from '#areas/order-book/rules/phone-order.ts';

/**
 * `open`: places held, may be paid. `expiring`: time is up, the gateway is asked to cancel; places still held.
 * `expired`, `replaced`, `displaced` (by money for the same place): intent cancelled, places released. `approved`: an order has
 * been made from it, and the money that a bank approved is still to be taken. `paid`: it was. `fell_through`: it could not be
 * taken, and the order is cancelled.
 */
export const CHECKOUT_STATES = [
  'open',
  'expiring',
  'expired',
  'replaced',
  'displaced',
  'approved',
  'paid',
  'fell_through',
] as const;

/** Ended without an order. */
export const ENDED_UNPAID = ['expired', 'replaced', 'displaced'] as const;

/** The offer that will be charged, frozen when the checkout is made. */
export type FrozenOrder = CheckedOrder & {
  price: OrderPrice;
  /** For what the price says by itself, and of what it would come to changed. */
  terms?: SaleTerms;
  /** By meal id: each meal as it was when priced. */
  meals: Record<string, MealSnapshot>;
};

/** Opens the site to anyone who has it before the kitchen is open to the public. */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Whom it is for, in the owner's words. */
    name: text().notNull(),
    /** For the secret in the link. */
    tokenHash: text().notNull().unique('preview_links_token_hash'),
    /** By the kitchen's clock. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    mostOrders: integer().notNull(),
    /** When an owner ended it. */
    removedAt: timestamp({ withTimezone: true }),
    /** Email of who made it. */
    madeBy: text().notNull(),
    createdAt: createdAt(),
  },
  (link) => [check('preview_links_most_orders', sql`${link.mostOrders} > 0`)],
);

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    /** The basket it was made from: a reload or a copied tab returns to the same checkout. */
    cartKey: uuid().notNull(),
    /** Shows whether the basket has changed since. */
    contentHash: text().notNull(),
    state: text({ enum: CHECKOUT_STATES }).notNull().default('open'),
    frozenOrder: jsonb().$type<FrozenOrder>().notNull(),
    totalCents: integer().notNull(),
    holdUntil: timestamp({ withTimezone: true }).notNull(),
    holdExtended: boolean().notNull().default(false),
    /** Nothing is held for it: its place is booked once a bank has approved the money, and only then is it taken. */
    onPayment: boolean().notNull().default(false),
    /** A bank has approved it, and its place is gone or not free yet: until when it may choose another. Of an order that is made: from when on it is an alarm that its money is not taken. */
    approvedUntil: timestamp({ withTimezone: true }),
    /** Taken by staff on the phone (`phone_orders`); no other basket may return to it or replace it. */
    byPhone: boolean().notNull().default(false),
    /** Null until the gateway has answered. */
    paymentIntentId: text().unique('checkouts_payment_intent_id'),
    clientSecret: text(),
    /** The kitchen's own terms when it began: a version of the text `terms.topics`; 0: ours. */
    termsVersion: integer().notNull().default(0),
    /** The private preview that it counts for; null: the public, or staff. */
    previewLinkId: integer().references(() => previewLinks.id),
    trackingTokenHash: text().notNull().unique('checkouts_tracking_token_hash'),
    /** When the people in `frozenOrder` were erased: some days after it ended unpaid, or on request. */
    purgedAt: timestamp({ withTimezone: true }),
    /** For its ending, once `holdUntil` is over. */
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (checkout) => [
    isOneOf('checkouts_state', checkout.state, CHECKOUT_STATES),
    check('checkouts_total', sql`${checkout.totalCents} > 0`),
    uniqueIndex('checkouts_live_cart')
      .on(checkout.cartKey)
      .where(sql`${checkout.state} in ('open', 'expiring', 'approved', 'paid')`),
    index('checkouts_created').on(checkout.createdAt),
    index('checkouts_of_preview')
      .on(checkout.previewLinkId)
      .where(sql`${checkout.previewLinkId} is not null`),
    index('checkouts_due')
      .on(checkout.holdUntil)
      .where(sql`${checkout.state} in ('open', 'expiring')`),
    index('checkouts_to_capture')
      .on(checkout.createdAt)
      .where(sql`${checkout.state} = 'approved'`),
    index('checkouts_to_purge')
      .on(checkout.holdUntil)
      .where(
        sql`${checkout.state} in ('expired', 'replaced', 'displaced') and ${checkout.purgedAt} is null`,
      ),
  ],
);

export type CheckoutRow = typeof checkouts.$inferSelect;

/** What staff took on the phone: one row for each checkout that is `byPhone`. Names no customer. */
export const phoneOrders = pgTable(
  'phone_orders',
  {
    checkoutId: uuid()
      .primaryKey()
      .references(() => checkouts.id),
    /** For the secret in the pay link. */
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
