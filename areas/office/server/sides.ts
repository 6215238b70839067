import { type SQL, sql } from 'drizzle-orm';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { type Cents, formatAmount } from '#platform/rules/money.ts';
import type { ComparedPeriods, FigurePeriod } from '#areas/office/rules/figure-periods.ts';

/** A figure of the weeks that were asked for, and of those before. */
export type Sides<Value = number> = { now: Value; before: Value };

export type Periods = Pick<ComparedPeriods, 'now' | 'before'>;

/** `instant` is within the period: from its start on, before its end. */
export function isInPeriod(instant: SQL, { start, end }: FigurePeriod): SQL {
  return sql`(${instant} >= ${toInstantText(start)}::timestamptz and ${instant} < ${toInstantText(end)}::timestamptz)`;
}

/** `day`, a date, is within the period. */
export function isOn(day: SQL, { from, to }: FigurePeriod): SQL {
  return sql`(${day} between ${from}::date and ${to}::date)`;
}

/** Which side a row is on: `now`, `before`, or null for neither. */
export function sideOfInstant(instant: SQL, { now, before }: Periods): SQL {
  return sql`case when ${isInPeriod(instant, now)} then 'now' when ${isInPeriod(instant, before)} then 'before' end`;
}

export function sideOfDay(day: SQL, { now, before }: Periods): SQL {
  return sql`case when ${isOn(day, now)} then 'now' when ${isOn(day, before)} then 'before' end`;
}

export type OfSide = { side: 'now' | 'before' };

/** Picks one number of each side; 0 where a side has no row. */
export function bothSides<Row extends OfSide>(
  rows: readonly Row[],
  value: (row: Row) => number,
): Sides {
  const of = (side: OfSide['side']) => {
    const row = rows.find((one) => one.side === side);
    return row ? value(row) : 0;
  };
  return { now: of('now'), before: of('before') };
}

export function amountSides({ now, before }: Sides<Cents>): Sides<string> {
  return { now: formatAmount(now), before: formatAmount(before) };
}
