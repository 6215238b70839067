/** Checks and columns that several tables share. */
import { type AnyColumn, sql } from 'drizzle-orm';
import { check, timestamp } from 'drizzle-orm/pg-core';

/** `values` are our own constants, never input: they become part of the table's definition. */
export function isOneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ');
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

/** Passes null, as SQL checks do. */
export function isWithin(name: string, column: AnyColumn, range: { min: number; max: number }) {
  return check(
    name,
    sql`${column} between ${sql.raw(String(range.min))} and ${sql.raw(String(range.max))}`,
  );
}

export function isNotNegative(name: string, column: AnyColumn) {
  return check(name, sql`${column} >= 0`);
}

export function createdAt() {
  return timestamp({ withTimezone: true }).notNull().defaultNow();
}
