import { desc, lt } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type BooksCheckRow, booksChecks } from '#areas/order-book/server/tables/books-checks.ts';
import { Unavailable } from '#platform/server/errors.ts';
import {
  COMPARED_DAYS,
  type BooksComparison,
  compareBooks,
} from '#areas/payments/server/compare-books.ts';
import { findBrokenRules } from '#areas/payments/server/invariants.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';

const MOST_BALANCES = 200;
const KEPT_MS = 400 * 24 * 60 * 60_000;

/**
 * The nightly check: all rules on our own books, and a month of days against the card provider's. Stores the result.
 */
export async function checkBooks(context: Context): Promise<BooksCheckRow> {
  const broken = await findBrokenRules(context);
  const { days, problems: apart, notCompared } = await compare(context);
  const open = await listOpenBalances(context.db);
  const openBalances = open.slice(0, MOST_BALANCES).map(({ orderId }) => orderId);
  const problems = [...broken, ...apart];
  const ok = problems.length === 0;
  const at = new Date(context.clock());
  const [check] = await context.db
    .insert(booksChecks)
    .values({ at, ok, problems, days, notCompared, openBalances })
    .returning();
  if (!check) throw new Error('the result of the check was not stored');
  await context.db.delete(booksChecks).where(lt(booksChecks.at, new Date(at.getTime() - KEPT_MS)));
  for (const { rule, count } of problems) {
    context.log.error({ alarm: 'books', rule, count }, 'the books do not balance');
  }
  return check;
}

export async function findLastCheck({
  db,
}: Pick<Context, 'db'>): Promise<BooksCheckRow | undefined> {
  const [last] = await db.select().from(booksChecks).orderBy(desc(booksChecks.id)).limit(1);
  return last;
}

/** A silent card provider is a finding like any other: nothing was compared. */
async function compare(context: Context): Promise<BooksComparison> {
  try {
    return await compareBooks(context, COMPARED_DAYS);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const rule = 'the card provider did not respond: its books were not compared';
    return { days: [], problems: [{ rule, count: 1, examples: [] }], compared: 0, notCompared: 0 };
  }
}
