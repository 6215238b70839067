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
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { CHECK_KINDS } from '#areas/kitchen/rules/record-kinds.ts';
import { isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { goodsLots } from './batches.ts';

/**
 * What the kitchen checks on every open day, and from when until when it did: a place that is added or taken away today
 * changes no gap of the past.
 */
export const dailyChecks = pgTable(
  'daily_checks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: CHECK_KINDS }).notNull(),
    place: varchar({ length: 60 }).notNull(),
    since: date().notNull(),
    /** The first day without it; null: it goes on. */
    until: date(),
  },
  (one) => [
    isOneOf('daily_checks_kind', one.kind, CHECK_KINDS),
    check('daily_checks_place_given', sql`btrim(${one.place}) <> ''`),
    uniqueIndex('daily_checks_once')
      .on(one.kind, sql`lower(${one.place})`)
      .where(sql`${one.until} is null`),
  ],
);
export type DailyCheckRow = typeof dailyChecks.$inferSelect;

/** Who supervises food safety, by law; the newest row counts. Rows are only ever added. */
export const foodSafetySupervisors = pgTable(
  'food_safety_supervisors',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Empty: nobody from then on. */
    name: varchar({ length: 60 }).notNull(),
    /** The day of the certificate; null: nobody. */
    certifiedOn: date(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (one) => [
    check(
      'food_safety_supervisors_certified',
      sql`(${one.name} = '') = (${one.certifiedOn} is null)`,
    ),
  ],
);

/** Recalls that were tried out, or made. Rows are only ever added; a trigger refuses updates and deletes. */
export const recallRuns = pgTable(
  'recall_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    goodsLotId: integer()
      .notNull()
      .references(() => goodsLots.id),
    isDrill: boolean().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** How long the search took. */
    tookMs: integer().notNull(),
    deliveries: integer().notNull(),
    portions: integer().notNull(),
  },
  (run) => [
    isNotNegative('recall_runs_took', run.tookMs),
    isNotNegative('recall_runs_deliveries', run.deliveries),
    isNotNegative('recall_runs_portions', run.portions),
    index('recall_runs_at').on(run.at),
  ],
);
