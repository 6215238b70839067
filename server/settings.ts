import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { settings } from '#server/db/schema/settings.ts';

const TRACKING_SECRET = 'trackingSecret';

/** Made once and kept in the database, so that every process and every restored backup knows the links already sent. */
export async function loadTrackingSecret(db: Database): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key: TRACKING_SECRET, value: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, TRACKING_SECRET));
  if (typeof row?.value !== 'string') throw new Error('the setting trackingSecret is not a text');
  return row.value;
}
