import { sql } from 'drizzle-orm';
import {
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { ALL_DAYS, MENU_STATES, type MenuState } from '#areas/menu/rules/menu-week.ts';
import { isInRange, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { meals } from './meals.ts';

/** The menu of a week; a week without a row, or with a draft, offers whatever is switched on. */
export const menuWeeks = pgTable(
  'menu_weeks',
  {
    /** The first day of an ordering week. */
    weekStart: date().primaryKey(),
    state: text().$type<MenuState>().notNull().default('draft'),
    publishAt: timestamp({ withTimezone: true }).notNull(),
    /** Grows by 1 with each save. */
    version: integer().notNull().default(1),
    savedAt: timestamp({ withTimezone: true }).notNull(),
    savedBy: text().notNull(),
  },
  (week) => [
    isOneOf('menu_weeks_state', week.state, MENU_STATES),
    check('menu_weeks_version', sql`${week.version} > 0`),
  ],
);

export type MenuWeekRow = typeof menuWeeks.$inferSelect;

export const menuEntries = pgTable(
  'menu_entries',
  {
    weekStart: date()
      .notNull()
      .references(() => menuWeeks.weekStart, { onDelete: 'cascade' }),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** Bit 0 is the first day of the week. */
    days: smallint().notNull().default(ALL_DAYS),
    position: smallint().notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.weekStart, entry.mealId] }),
    isInRange('menu_entries_days', entry.days, { min: 1, max: ALL_DAYS }),
    isNotNegative('menu_entries_position', entry.position),
  ],
);
