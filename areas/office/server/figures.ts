/** Everything that the Figures page shows, read from one snapshot so that its parts agree. */
import type { FiguresQuery, FiguresReply } from '#areas/office/calls/figures.ts';
import { toInstantText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  type ComparedPeriods,
  comparedPeriods,
  defaultFigureWeek,
} from '#areas/office/rules/figure-periods.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import {
  readMeals,
  readRefunds,
  readSuburbFigures,
  readWaste,
  readWindows,
} from '#areas/office/server/delivery-figures.ts';
import { readPoints, readTotals } from './sales-figures.ts';

type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

type FigureRange = { periods: ComparedPeriods; weeks: number; timeZone: string; isGst: boolean };

/** Without a week, that of yesterday. Throws InvalidRequest for one that has not begun. */
export async function readQuery(context: FigureContext, query: FiguresQuery): Promise<FigureRange> {
  const { business } = await context.site.current();
  const { timeZone, gstRegistered } = business;
  const now = context.clock();
  const { week = defaultFigureWeek(wallTimeAt(now, timeZone).date, business), weeks = 1 } = query;
  const periods = comparedPeriods({ week, weeks }, now, business);
  if (!periods) throw new InvalidRequest({ week: 'Choose a week that has begun' });
  return { periods, weeks, timeZone, isGst: gstRegistered };
}

/** Readers see the database as it was at one moment. */
export function inSnapshot<Result>(
  { db }: Pick<Context, 'db'>,
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

export async function getFigures(
  context: FigureContext,
  query: FiguresQuery,
): Promise<FiguresReply> {
  const { periods, weeks, timeZone } = await readQuery(context, query);
  return inSnapshot(context, async (tx) => {
    const meals = await readMeals(tx, periods);
    return {
      from: periods.from,
      to: periods.to,
      weeks,
      isSoFar: periods.isSoFar,
      until: toInstantText(periods.now.end),
      before: { from: periods.before.from, to: periods.before.to },
      totals: { ...(await readTotals(tx, periods)), meals: portionsOf(meals) },
      ...(await readPoints(tx, { weeks, periods, timeZone })),
      meals,
      windows: await readWindows(tx, periods, periods.from),
      suburbs: await readSuburbFigures(
        tx,
        periods,
        (await context.site.current()).business.suburbs,
      ),
      refunds: await readRefunds(tx, periods),
      waste: await readWaste(tx, periods),
    };
  });
}

/** The figure at the top is the sum of the table below it. */
function portionsOf(meals: FiguresReply['meals']): FiguresReply['totals']['meals'] {
  const sum = (side: 'now' | 'before') =>
    meals.reduce((count, { portions }) => count + portions[side], 0);
  return { now: sum('now'), before: sum('before') };
}
