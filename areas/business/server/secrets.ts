import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';

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
