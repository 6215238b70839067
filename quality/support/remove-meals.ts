import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';

/** Versions of a meal are never deleted but here. */
export async function removeMeals(db: Database, { except = 0 }: { except?: number } = {}) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from meal_versions where meal_id <> ${except}`);
    await tx.execute(sql`delete from meals where id <> ${except}`);
  });
}
