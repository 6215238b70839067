/** When our books began again: what the card provider knows from before is of orders that were removed. */
import { sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

const KEY = 'booksSince';

/** By the provider's clock; null: they hold everything. */
export async function readBooksSince(
  db: Pick<Database | Transaction, 'execute'>,
): Promise<Instant | null> {
  const { rows } = await db.execute<{ since: string }>(
    sql`select value #>> '{}' as since from settings where key = ${KEY}`,
  );
  return rows[0] ? Date.parse(rows[0].since) : null;
}

/** The provider counts whole seconds: what is made later in this one is of the new books. */
export async function beginBooksAnew(tx: Transaction): Promise<void> {
  const since = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  await tx.execute(sql`
    insert into settings (key, value) values (${KEY}, to_jsonb(${since}::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()`);
}
