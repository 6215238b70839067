/** Whether the business of this database is made up: a row of its settings says since when. */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { Database } from '#platform/server/db/client.ts';
import { randomBytes } from 'node:crypto';

const KEY = 'demo';
const Mark = z.object({ madeAt: z.iso.datetime() });

/** Once all of it is there. */
export async function markDemo(db: Database, madeAt: Date): Promise<void> {
  const value = { madeAt: madeAt.toISOString() };
  await db.insert(settings).values({ key: KEY, value, updatedAt: madeAt });
}

/** When it was made, an ISO instant; null: it is not made up, or not whole. */
export async function findDemo(db: Database): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  return Mark.safeParse(row?.value).data?.madeAt ?? null;
}

/**
 * Signs tracking links. Stored permanently, so that every process and every restored backup recognises links already
 * sent.
 */
export async function loadTrackingSecret(db: Database): Promise<string> {
  return loadSecret(db, 'trackingSecret');
}

/** Signs session cookies and encrypts second factors. */
export async function loadSignInSecret(db: Database): Promise<string> {
  return loadSecret(db, 'signInSecret');
}

/** Created on the first call and stored in the database. */
async function loadSecret(db: Database, key: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key, value: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  if (typeof row?.value !== 'string') throw new Error(`the setting ${key} is not text`);
  return row.value;
}

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
