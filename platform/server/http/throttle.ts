/**
 * Rate limits for one caller doing one thing. Counted in PostgreSQL, so that all processes share the count and a
 * restart forgets nothing.
 */
import type { FastifyRequest } from 'fastify';
import { and, gt, lt, lte, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { formatWait, TooManyRequests } from '#platform/server/errors.ts';
import { keyedHash } from '#platform/server/keyed-hash.ts';
import { RATE_LIMITS, type Allowed } from '#platform/server/http/rate-limits.ts';
import { callerNetwork } from '#platform/server/http/caller-key.ts';

/** The clocks of several machines are never quite the same; the health check allows the same difference. */
const CLOCKS_DIFFER_MS = 5000;

export type RateLimit = {
  /** What is counted, and for whom: an address or email as its keyed hash, since keys outlive their use by a while. */
  key: string;
  limit: number;
  windowSeconds: number;
  /** Why it is refused, when it is not that there were too many requests from one connection. */
  refusal?: (wait: string) => string;
};

/**
 * Counts one more attempt. Throws TooManyRequests beyond `limit` within a window, which starts at the first attempt;
 * refused attempts do not lengthen it.
 */
export async function throttle(
  context: Pick<Context, 'db' | 'clock' | 'throttle'>,
  { key, limit, windowSeconds, refusal }: RateLimit,
): Promise<void> {
  if (!context.throttle) return;
  const now = context.clock();
  const endsAt = new Date(now + windowSeconds * 1000);
  // A window that ends later than a new one would was started before the clock was set back.
  const isCurrent = and(
    gt(throttleCounters.endsAt, new Date(now)),
    lte(throttleCounters.endsAt, new Date(endsAt.getTime() + CLOCKS_DIFFER_MS)),
  );
  const [counter] = await context.db
    .insert(throttleCounters)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        count: sql`case when ${isCurrent} then least(${throttleCounters.count}, ${limit}) + 1 else 1 end`,
        endsAt: sql`case when ${isCurrent} then ${throttleCounters.endsAt} else excluded.ends_at end`,
      },
    })
    .returning();
  if (counter && counter.count > limit) {
    const wait = Math.max(1, Math.ceil((counter.endsAt.getTime() - now) / 1000));
    throw new TooManyRequests(wait, refusal?.(formatWait(wait)));
  }
}

/** Counts one more attempt by this caller. Throws TooManyRequests beyond the limits in `rate-limits.ts`. */
export async function throttleCaller(
  context: Pick<Context, 'db' | 'clock' | 'throttle' | 'trackingSecret'>,
  what: Allowed,
  { ip }: Pick<FastifyRequest, 'ip'>,
): Promise<void> {
  const caller = keyedHash(context.trackingSecret, callerNetwork(ip));
  await throttle(context, { key: `${what} ${caller}`, ...RATE_LIMITS[what] });
}

/** Deletes the counters whose window is over. Returns how many. */
export async function purgeOldThrottles(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const gone = await context.db
    .delete(throttleCounters)
    .where(lt(throttleCounters.endsAt, new Date(context.clock())))
    .returning({ key: throttleCounters.key });
  return gone.length;
}
