import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { settings } from '#server/db/schema/operation/settings.ts';

/** What tracking links are made with. Kept for good, so that every process and every restored backup knows the links already sent. */
export async function loadTrackingSecret(db: Database): Promise<string> {
  return loadSecret(db, 'trackingSecret');
}

/** What session cookies are signed and second factors are encrypted with. */
export async function loadSignInSecret(db: Database): Promise<string> {
  return loadSecret(db, 'signInSecret');
}

/** Made at the first call and kept in the database. */
async function loadSecret(db: Database, key: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key, value: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  if (typeof row?.value !== 'string') throw new Error(`the setting ${key} is not a text`);
  return row.value;
}
