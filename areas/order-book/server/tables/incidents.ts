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
  unique,
  uniqueIndex,
  uuid,
  jsonb,
} from 'drizzle-orm/pg-core';
import { INCIDENT_CHOICES, INCIDENT_ROW_STATES } from '#areas/order-book/rules/incident.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  createdAt,
  dueColumns,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { orders } from './orders.ts';
import {
  type CallResult,
  FOOD_MATTERS,
  MATTER_SETTLEMENTS,
} from '#areas/order-book/rules/food-matters.ts';

/** Windows or whole days that were closed, and what was decided for everyone who had booked them. */
export const incidents = pgTable(
  'incidents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    date: date().notNull(),
    /** The last day; null: until further notice. */
    until: date(),
    /** None: whole days. */
    windows: text('time_slots').array().$type<DeliveryWindow[]>().notNull(),
    /** In the customers' message, after "because of". */
    cause: text().notNull(),
    /** Packed bags go out as they are where that is allowed; false: their meals are cooked again. */
    sameBag: boolean().notNull(),
    notify: boolean().notNull(),
    /** For all its changes in the deliveries' histories. */
    changeId: uuid().notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    createdAt: createdAt(),
    /** Null: rows wait, or what failed needs a person. */
    settledAt: timestamp({ withTimezone: true }),
    /** How a person settled what had failed. */
    note: text(),
  },
  (incident) => [
    index('incidents_open')
      .on(incident.date)
      .where(sql`${incident.settledAt} is null`),
  ],
);

export type IncidentRecord = typeof incidents.$inferSelect;

/** What was chosen for one delivery of an incident, and what became of it. */
export const incidentRows = pgTable(
  'incident_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    incidentId: integer()
      .notNull()
      .references(() => incidents.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key: an edit of the order may remove the row. */
    deliveryId: integer().notNull(),
    /** Where it was, with its number in that run. */
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    stop: integer(),
    choice: text({ enum: INCIDENT_CHOICES }).notNull(),
    toDate: date(),
    toWindow: text('to_time_slot').$type<DeliveryWindow>(),
    state: text({ enum: INCIDENT_ROW_STATES }).notNull(),
    /** Why it failed. */
    code: text(),
    message: text(),
    refundCents: integer(),
    isTold: boolean().notNull().default(false),
    doneAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
    ...dueColumns(),
  },
  (row) => [
    unique('incident_rows_once').on(row.incidentId, row.deliveryId),
    // However many people close a window: each delivery is decided by one of them.
    uniqueIndex('incident_rows_waiting')
      .on(row.deliveryId)
      .where(sql`${row.state} = 'waiting'`),
    index('incident_rows_order').on(row.orderId),
    isOneOf('incident_rows_choice', row.choice, INCIDENT_CHOICES),
    isOneOf('incident_rows_state', row.state, INCIDENT_ROW_STATES),
    isWindow('incident_rows_time_slot', row.window),
    isWindow('incident_rows_to_time_slot', row.toWindow),
    isNotNegative('incident_rows_refund', row.refundCents),
    check(
      'incident_rows_to',
      sql`(${row.choice} = 'move') = (${row.toDate} is not null and ${row.toWindow} is not null)`,
    ),
  ],
);

export type IncidentRow = typeof incidentRows.$inferSelect;

/** A call about it: who made it and when (ISO instant), and what became of it. */
export type FoodCall = { at: string; by: string; result: CallResult; note: string };

/**
 * What someone must hear of or settle, until they have. What was found stays in words: the food may be corrected since. Whether a
 * portion is on hold is not said here but by its verdict: this is who deals with it, and what became of it.
 */
export const foodMatters = pgTable(
  'food_matters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: FOOD_MATTERS }).notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key, and nor is the item: an edit of the order may remove the row. Null: about the whole order. */
    deliveryId: integer(),
    /** Null: about the whole bag. */
    itemId: integer(),
    /** Empty: nobody in particular. */
    personName: text().notNull(),
    mealName: text().notNull(),
    /** "it may contain peanut"; of `told`, what they wrote. */
    why: text().notNull(),
    /** What a saved recipe changed, and who saved it; null: it comes from something else. */
    cause: text(),
    changedBy: text(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
    /** When its customer was written to that it is on hold; null: not yet. */
    customerToldAt: timestamp({ withTimezone: true }),
    calls: jsonb().$type<FoodCall[]>().notNull().default([]),
    settledAt: timestamp({ withTimezone: true }),
    /** Null: by itself. */
    settledBy: text(),
    settledHow: text({ enum: MATTER_SETTLEMENTS }),
    /** What was agreed about a portion. */
    note: text(),
  },
  (matter) => [
    uniqueIndex('food_matters_open')
      .on(
        matter.kind,
        matter.orderId,
        sql`coalesce(${matter.deliveryId}, 0)`,
        sql`coalesce(${matter.itemId}, 0)`,
        sql`(case when ${matter.kind} = 'told' then ${matter.why} else '' end)`,
      )
      .where(sql`${matter.settledAt} is null`),
    isOneOf('food_matters_kind', matter.kind, FOOD_MATTERS),
    isOneOf('food_matters_settled_how', matter.settledHow, MATTER_SETTLEMENTS),
    index('food_matters_order').on(matter.orderId),
  ],
);

export type FoodMatterRow = typeof foodMatters.$inferSelect;
