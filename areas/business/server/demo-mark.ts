/** Whether the business of this database is made up: a row of its settings says since when. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { Database } from '#platform/server/db/client.ts';

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
