import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  CLEANING_KINDS,
  READING_ACTIONS,
  READING_SOURCES,
  RECORD_KINDS,
} from '#areas/kitchen/rules/record-kinds.ts';
import type { TemperatureLimit } from '#areas/kitchen/rules/temperature-limits.ts';
import { isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { batches, goodsLots } from './batches.ts';

const WITHOUT_VALUE = ['chill_start', 'receipt', ...CLEANING_KINDS]
  .map((kind) => `'${kind}'`)
  .join(', ');

/**
 * The food-safety record. Lines are only ever added: a correction is a line of its own. What is done about a failure is
 * written into its line once, and lines are deleted only when they are older than the record must be.
 */
export const temperatureReadings = pgTable(
  'temperature_readings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    mealId: integer().references(() => meals.id),
    /** As it was called then. */
    mealName: text(),
    /** Which fridge, or what was cleaned, as it was called then; null: of no place. */
    place: varchar({ length: 60 }),
    /** For a receipt: the goods. */
    goodsLotId: integer().references(() => goodsLots.id),
    /** The cooking that was measured; null: not of one. */
    batchId: integer().references(() => batches.id),
    /** In words: what was received, what was done about goods that were refused, and why no reading is needed. */
    note: varchar({ length: 400 }).notNull().default(''),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>(),
    /** Tenths of a degree Celsius; null: the start of a chill, cleaning, dry goods, or a line that takes another one back. */
    tenths: integer(),
    /** There is no value, because nobody has to measure this one. */
    isNotNeeded: boolean().notNull().default(false),
    /** When it was measured; of a correction: when the corrected one was. */
    at: timestamp({ withTimezone: true }).notNull(),
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    source: text({ enum: READING_SOURCES }).notNull().default('screen'),
    /** As it stands on the paper; empty: anyone who wrote it down. */
    measuredBy: varchar({ length: 60 }).notNull().default(''),
    probe: text().notNull(),
    /** As it was then. */
    limit: jsonb().$type<TemperatureLimit>().notNull(),
    /** Null: nothing to judge. */
    pass: boolean(),
    action: text({ enum: READING_ACTIONS }),
    actionAt: timestamp({ withTimezone: true }),
    actionStaffId: uuid(),
    actionStaffName: text(),
    thrownOut: integer(),
    corrects: integer().references((): AnyPgColumn => temperatureReadings.id),
    isWithdrawn: boolean().notNull().default(false),
    /** The start of the chill that it belongs to. */
    startId: integer().references((): AnyPgColumn => temperatureReadings.id),
    /** What its time limit counts from. */
    sinceAt: timestamp({ withTimezone: true }),
    /** One for each tap, however often it is sent. */
    key: uuid().notNull(),
  },
  (reading) => [
    uniqueIndex('temperature_readings_key').on(reading.key),
    // Two corrections of one line would leave two lines that count.
    uniqueIndex('temperature_readings_corrects').on(reading.corrects),
    index('temperature_readings_date').on(reading.date),
    index('temperature_readings_start').on(reading.startId),
    index('temperature_readings_goods_lot').on(reading.goodsLotId),
    // Asked after until someone says what was done.
    index('temperature_readings_unanswered')
      .on(reading.date)
      .where(sql`${reading.pass} = false and ${reading.action} is null`),
    isOneOf('temperature_readings_source', reading.source, READING_SOURCES),
    isNotNegative('temperature_readings_thrown_out', reading.thrownOut),
    isOneOf('temperature_readings_kind', reading.kind, RECORD_KINDS),
    isWindow('temperature_readings_time_slot', reading.window),
    isOneOf('temperature_readings_action', reading.action, READING_ACTIONS),
    check(
      'temperature_readings_value',
      sql`${reading.tenths} is not null or ${reading.kind} in (${sql.raw(WITHOUT_VALUE)}) or ${reading.isWithdrawn} or ${reading.isNotNeeded}`,
    ),
  ],
);
export type TemperatureReadingRow = typeof temperatureReadings.$inferSelect;
