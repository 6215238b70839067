import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
  jsonb,
  customType,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { DELIVERY_FLAGS, DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isNotNegative, isOneOf, createdAt } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { deliverySlots } from './slots.ts';
import { orders } from './orders.ts';
import type { Confirmed } from '#areas/order-book/rules/judge-step.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { DRIVER_NOTICES } from '#areas/order-book/rules/driver-notices.ts';

/** One delivery: everything in one order for one date and window. It uses one place of its slot. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('planned'),
    /** When that happened at the door, not when we heard of it; null: since the order. */
    statusAt: timestamp({ withTimezone: true }),
    /** The member of staff who reported it. */
    statusBy: uuid(),
    /** Why a person has to look at it. */
    flag: text({ enum: DELIVERY_FLAGS }),
    /** When staff said that they had seen the flag, and their name; null: not yet. */
    flagSeenAt: timestamp({ withTimezone: true }),
    flagSeenBy: text(),
    /** 1 is the first stop of its window; null: not numbered yet. A cancelled delivery keeps its number as a gap. */
    stop: integer(),
    /** Who drives it; null: nobody in particular, so every driver sees it. */
    driverId: uuid().references(() => staff.id),
    /**
     * Added at the end because the numbers were on paper already: the stop that it is near. Null: it stands where it
     * belongs.
     */
    nearStop: integer(),
    /** 2: it is brought a second time. */
    attempt: integer().notNull().default(1),
    /** Its food was cooked for that earlier day and kept cold, so it is not cooked again; null: cooked for its own date. */
    madeOn: date(),
    /**
     * Until when its customer may change it: the cut-off of its week when it was sold, or moved to its date. What Settings
     * say later changes nothing.
     */
    changeableUntil: timestamp({ withTimezone: true }).notNull(),
    /** When staff decided that it stays missed; null: not decided, or not missed. */
    settledAt: timestamp({ withTimezone: true }),
    /**
     * It was still to come when its order was cancelled: brought back since, cancelled with it, or brought all the same.
     * False while the order is not.
     */
    wentWithOrder: boolean().notNull().default(false),
    /** Grows by 1 with each change. */
    version: integer().notNull().default(1),
    /**
     * Whether it counts in its slot's `booked`, that is, uses a place. A paid order that found its slot full waits
     * without one.
     */
    takesPlace: boolean().notNull(),
  },
  (delivery) => [
    // A delivery that was cancelled may be booked again.
    uniqueIndex('deliveries_order_date_time_slot')
      .on(delivery.orderId, delivery.date, delivery.window)
      .where(sql`${delivery.status} <> 'cancelled'`),
    // The target of foreign keys that keep an item and its delivery in the same order.
    unique('deliveries_id_order').on(delivery.id, delivery.orderId),
    foreignKey({
      name: 'deliveries_slot',
      columns: [delivery.date, delivery.window],
      foreignColumns: [deliverySlots.date, deliverySlots.window],
    }),
    // That no two have the same stop is checked when a transaction ends: see 0003_second_release.sql.
    isOneOf('deliveries_status', delivery.status, DELIVERY_STATUSES),
    isOneOf('deliveries_flag', delivery.flag, DELIVERY_FLAGS),
    isNotNegative('deliveries_stop', delivery.stop),
    index('deliveries_date').on(delivery.date, delivery.window),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Who was to drive a delivery, and since when. Rows are only ever added; the delivery itself names its driver of now. */
export const deliveryDrivers = pgTable(
  'delivery_drivers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Null: nobody, so every driver has it. */
    driverId: uuid().references(() => staff.id),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who gave it to them; null: it came late, and is near another stop of theirs. */
    staffId: uuid(),
  },
  (row) => [index('delivery_drivers_delivery').on(row.deliveryId, row.id)],
);

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
    confirmed: text().array().$type<Confirmed[]>().notNull().default([]),
    /** For one that is to be cooked again: what was in its bag, for Undo. */
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

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Where a driver left the bags, re-encoded: at most one photo of each report. Deleted after 30 days. */
export const deliveryPhotos = pgTable('delivery_photos', {
  eventId: integer()
    .primaryKey()
    .references(() => deliveryEvents.id, { onDelete: 'cascade' }),
  bytes: bytea().notNull(),
  createdAt: createdAt(),
});

/** The round of one date and window. Its sequence stands in the stops of its deliveries. */
export const runs = pgTable(
  'runs',
  {
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    /** Grows by 1 when someone arranges it. */
    version: integer().notNull().default(1),
    /** Someone arranged it by hand: the next rounds of this window begin like it. */
    isArranged: boolean().notNull().default(false),
    arrangedBy: text(),
    /** When its numbers were first printed or packed by: since then they move only by hand. */
    fixedAt: timestamp({ withTimezone: true }),
  },
  (run) => [
    primaryKey({ columns: [run.date, run.window] }),
    isWindow('runs_time_slot', run.window),
  ],
);

export type RunRow = typeof runs.$inferSelect;

/** What changed about a delivery while its bag was on the road. What it changed to stands in its order. */
export const driverNotices = pgTable(
  'driver_notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    kind: text({ enum: DRIVER_NOTICES }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who had the bag; null: nobody in particular, so every driver hears of it. */
    driverId: uuid(),
    /** When it first stood on a driver's screen, by the server's clock as far as that phone knew it. */
    shownAt: timestamp({ withTimezone: true }),
    shownTo: text(),
    /** When they said that they had read it: it is shown no more. */
    readAt: timestamp({ withTimezone: true }),
  },
  (notice) => [
    isOneOf('driver_notices_kind', notice.kind, DRIVER_NOTICES),
    index('driver_notices_delivery').on(notice.deliveryId),
  ],
);

export type DriverNoticeRow = typeof driverNotices.$inferSelect;
