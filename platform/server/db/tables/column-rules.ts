/** Checks and columns that several tables share. */
import { type AnyColumn, sql } from 'drizzle-orm';
import { check, integer, timestamp } from 'drizzle-orm/pg-core';
import { WINDOW_PATTERN } from '#areas/business/rules/parse-window.ts';

/** `values` are our own constants, never input: they become part of the table's definition. */
export function isOneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ');
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

/** Well formed, and it ends after it starts; which windows there are is a business fact. Passes null. */
export function isWindow(name: string, column: AnyColumn) {
  return check(
    name,
    sql`${column} ~ '${sql.raw(WINDOW_PATTERN)}' and left(${column}, 5) < right(${column}, 5)`,
  );
}

/** Passes null, as SQL checks do. */
export function isInRange(name: string, column: AnyColumn, range: { min: number; max: number }) {
  return check(
    name,
    sql`${column} between ${sql.raw(String(range.min))} and ${sql.raw(String(range.max))}`,
  );
}

export function isNotNegative(name: string, column: AnyColumn) {
  return check(name, sql`${column} >= 0`);
}

/** Of a table whose rows fall due and are tried until they are done (`platform/server/queue/due-work.ts`). */
export function dueColumns() {
  return {
    /** Counted before each try. */
    tries: integer().notNull().default(0),
    /** Not before this; null: at once. While somebody tries it, the moment at which they are taken for dead. */
    nextTryAt: timestamp({ withTimezone: true }),
  };
}

export function createdAt() {
  return timestamp({ withTimezone: true }).notNull().defaultNow();
}
