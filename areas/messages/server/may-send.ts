import { and, eq, isNull } from 'drizzle-orm';
import { isTooLate } from '#areas/messages/rules/too-late.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';

/** Asked before every attempt: what it says is news yet, and still so. */
export async function maySend(
  { clock, db, site }: Pick<Context, 'clock' | 'db' | 'site'>,
  message: MessageRow,
): Promise<boolean> {
  const at = happenedAt(message);
  const { business } = await site.current();
  if (isTooLate({ ...message, at }, clock(), business.timeZone)) return false;
  if (message.kind !== 'food_on_hold') return true;
  const stillOnHold = and(
    eq(foodMatters.orderId, message.orderId ?? 0),
    eq(foodMatters.customerToldAt, new Date(at)),
    isNull(foodMatters.settledAt),
  );
  return (await db.$count(foodMatters, stillOnHold)) > 0;
}

/** When what it tells happened. */
function happenedAt({ facts, createdAt }: MessageRow): Instant {
  return facts.at === undefined ? createdAt.getTime() : Date.parse(facts.at);
}
