import { boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';

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
