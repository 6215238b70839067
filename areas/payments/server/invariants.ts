/** What must be true of money, orders and slots after any event: the nightly check, the health check and every test ask. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { findMoneyFaults } from '#areas/order-book/server/money-faults.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { BrokenRule } from '#areas/order-book/server/tables/books-checks.ts';

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
