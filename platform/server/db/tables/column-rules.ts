import { type AnyColumn, sql } from 'drizzle-orm';
import { check, integer, timestamp } from 'drizzle-orm/pg-core';

/** `values` are our own constants, never input: they become part of the table's definition. */
export function isOneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ');
  return check(name, sql`${column} in (${sql.raw(list)})`);
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

/** For a table whose rows fall due and are tried until they are done (`platform/server/queue/due-work.ts`). */
export function dueColumns() {
  return {
    /** Counted before each try. */
    tries: integer().notNull().default(0),
    /** Not before this; null: at once. While someone tries it, the moment at which they are taken for dead. */
    nextTryAt: timestamp({ withTimezone: true }),
  };
}

export function createdAt() {
  return timestamp({ withTimezone: true }).notNull().defaultNow();
}
