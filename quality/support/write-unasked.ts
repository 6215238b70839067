import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';

/** Instructions that nobody was asked about, of an order as 0.1.0 took it: it knew neither questions nor recipes. */
export async function writeUnasked(db: Database, orderId: number, text: string): Promise<void> {
  await db.execute(sql`update orders set special_instructions = ${text} where id = ${orderId}`);
  await db.execute(sql`
    update checkouts set frozen_order = jsonb_set(frozen_order, '{meals}', (
      select jsonb_object_agg(key, value - 'recipeList') from jsonb_each(frozen_order -> 'meals')))
    where id = (select checkout_id from orders where id = ${orderId})`);
}
