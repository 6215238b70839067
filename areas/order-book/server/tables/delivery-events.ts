import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery-status.ts';
import type { Confirmable } from '#areas/order-book/rules/judge-step.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { deliveries } from './deliveries.ts';

/** What a bag was when it was cooked: for which date, and each portion by which versions. */
export type FoodBefore = {
  madeOn: PlainDate | null;
  items: {
    id: number;
    cookedFor: PlainDate | null;
    cookedVersions: number[];
    isThrownOut: boolean;
  }[];
};

/** Everything that was reported of a delivery. Rows are only ever added; the delivery itself holds the outcome. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    status: text({ enum: DELIVERY_STATUSES }).notNull(),
    /** What it was before. */
    statusBefore: text({ enum: DELIVERY_STATUSES }).notNull(),
    /** Whether it changed the delivery; false: kept for the record. */
    isDecisive: boolean().notNull(),
    /** When it happened at the door or bench. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** False: written down later; only its day is known, and no customer is told a time. */
    isTimeKnown: boolean().notNull().default(true),
    /** When we heard of it. */
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid(),
    /** The name at that time; null: the system, or the customer. */
    staffName: text(),
    /** One for each report of a device, however often it is sent. */
    key: uuid(),
    /** The same for everything that one tap changed: Undo takes all of it back. */
    changeId: uuid().notNull(),
    /** Set on an Undo: what it took back. */
    undoes: integer().references((): AnyPgColumn => deliveryEvents.id, { onDelete: 'cascade' }),
    /** What it says was wrong; null: nothing. */
    corrects: integer().references((): AnyPgColumn => deliveryEvents.id, { onDelete: 'cascade' }),
    reason: text().notNull().default(''),
    /** Where it was left. */
    place: text().notNull().default(''),
    /** What else the driver had to say. */
    note: text().notNull().default(''),
    /** What was in the way of the step and was confirmed: "not_ticked", "short". */
    confirmed: text().array().$type<Confirmable[]>().notNull().default([]),
    /** Of one that is to be cooked again: what was in its bag, for Undo. */
    foodBefore: jsonb().$type<FoodBefore>(),
    /** The phone it was reported on; null: in the portal. */
    deviceId: uuid(),
    /** The delivery's date and window at that time. */
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
  },
  (event) => [
    uniqueIndex('delivery_events_key').on(event.key),
    uniqueIndex('delivery_events_undoes')
      .on(event.undoes)
      .where(sql`${event.undoes} is not null`),
    index('delivery_events_corrects')
      .on(event.corrects)
      .where(sql`${event.corrects} is not null`),
    index('delivery_events_delivery').on(event.deliveryId, event.id),
    index('delivery_events_change').on(event.changeId),
    isOneOf('delivery_events_status', event.status, DELIVERY_STATUSES),
    isOneOf('delivery_events_status_before', event.statusBefore, DELIVERY_STATUSES),
    isWindow('delivery_events_time_slot', event.window),
  ],
);

export type DeliveryEventRow = typeof deliveryEvents.$inferSelect;
