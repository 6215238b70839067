import { sql } from 'drizzle-orm';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { Database } from '#platform/server/db/client.ts';

/**
 * In production a new kitchen is closed until its owner opens it, so that the first live key opens nothing. New: nobody has an
 * account and nothing was ever set. One statement: two processes that start at once agree.
 */
export async function startClosed(db: Database): Promise<void> {
  await db.execute(sql`
    insert into ${settings} (key, value)
    select 'business', '{"ordersOpen": false}'::jsonb
    where not exists (select 1 from staff) and not exists (select 1 from orders)
    on conflict do nothing`);
}
