import { type AnyColumn, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';
import { WINDOW_PATTERN } from '#areas/business/rules/delivery-windows.ts';

/** Well formed, and it ends after it starts; which windows there are is a business fact. Passes null. */
export function isWindow(name: string, column: AnyColumn) {
  return check(
    name,
    sql`${column} ~ '${sql.raw(WINDOW_PATTERN)}' and left(${column}, 5) < right(${column}, 5)`,
  );
}
