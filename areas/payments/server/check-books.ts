import { desc, lt, type SQL, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import {
  type BooksCheckRow,
  booksChecks,
  type BrokenRule,
} from '#areas/order-book/server/tables/payments.ts';
import { Unavailable } from '#platform/server/errors.ts';
import {
  COMPARED_DAYS,
  type BooksComparison,
  compareBooks,
} from '#areas/payments/server/compare-books.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { findMoneyFaults } from '#areas/order-book/server/money-faults.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';

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

// What must be true of money, orders and slots after any event: the nightly check, the health check and every test
// ask.

/**
 * Each query, by the rule it is about, finds rows that break it, and scans each table only once, because it runs on years of
 * orders.
 */
type Checks = Readonly<Record<string, SQL>>;

/** What no query can judge, by the functions that pages and steps go by: rows that break a rule, as of now. */
type FindFaults = (tx: Transaction, now: Instant) => Promise<readonly Fault[]>;

type Fault = { rule: string; example: string };

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    /** What must be true of its rows after any event. */
    checks?: Checks;
    faults?: FindFaults;
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    checks: Checks;
    faults: readonly FindFaults[];
  }
}

const MOST_EXAMPLES = 10;

/** Evaluates all rules on one snapshot of the database, so concurrent writes break none. */
export async function findBrokenRules({
  db,
  checks,
  faults,
  clock,
}: Pick<Context, 'db' | 'checks' | 'faults' | 'clock'>): Promise<BrokenRule[]> {
  return db.transaction(
    async (tx) => {
      const found = [
        ...(await askChecks(tx, checks)),
        ...(await findMoneyFaults(tx)),
        ...(await findFaults(tx, faults, clock())),
      ];
      return [...Map.groupBy(found, ({ rule }) => rule)].map(([rule, rows]) => ({
        rule,
        count: rows.length,
        examples: rows.slice(0, MOST_EXAMPLES).map(({ example }) => example),
      }));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** All in one statement: every test asks, and each way to the database and back costs more than most of the queries. */
async function askChecks(tx: Transaction, checks: Checks): Promise<Fault[]> {
  const parts = Object.entries(checks).map(
    ([rule, query]) =>
      sql`select ${rule}::text as rule, to_jsonb(found)::text as example from (${query}) found`,
  );
  const { rows } = await tx.execute<Fault>(sql.join(parts, sql` union all `));
  return rows;
}

/** What the areas themselves judge, one after the other. */
export async function findFaults(
  tx: Transaction,
  faults: readonly FindFaults[],
  now: Instant,
): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const find of faults) found.push(...(await find(tx, now)));
  return found;
}
