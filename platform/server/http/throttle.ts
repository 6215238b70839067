/**
 * Rate limits for one caller doing one thing. Counted in PostgreSQL, so that all processes share the count and a
 * restart forgets nothing.
 */
import type { FastifyRequest } from 'fastify';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { formatWait, TooManyRequests } from '#platform/server/errors.ts';
import { keyedHash } from '#platform/server/link-token.ts';
import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';

/** The clocks of several machines are never quite the same; the health check allows the same difference. */
const CLOCKS_DIFFER_MS = 5000;

/** What is counted, and for whom: an address or email as its keyed hash, since keys outlive their use by a while. */
type Key = { key: string };

export type RateLimit = Key & {
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

export type Bucket = Key & {
  /** How many calls it holds when nobody has called for a while. */
  limit: number;
  /** One call more every so often. */
  refillSeconds: number;
};

/**
 * Takes one call out of a bucket. Throws TooManyRequests while it is empty; refused attempts take nothing, so that waiting as
 * long as the reply says is enough unless another caller of the network is faster.
 */
export async function takeFromBucket(
  context: Pick<Context, 'db' | 'clock' | 'throttle'>,
  { key, limit, refillSeconds }: Bucket,
): Promise<void> {
  if (!context.throttle) return;
  const now = context.clock();
  const refillMs = refillSeconds * 1000;
  const at = (ms: number) => sql`${new Date(now + ms).toISOString()}::timestamptz`;
  // When it is full again: all that is kept of it. One that fills later than an empty one is from before the clock was set back.
  const { endsAt } = throttleCounters;
  const fullAt = sql`case when ${endsAt} > ${at(limit * refillMs + CLOCKS_DIFFER_MS)} then ${at(0)}
    else greatest(${endsAt}, ${at(0)}) end`;
  const [taken] = await context.db
    .insert(throttleCounters)
    .values({ key, count: 1, endsAt: new Date(now + refillMs) })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: { endsAt: sql`${fullAt} + ${refillSeconds} * interval '1 second'` },
      setWhere: sql`${fullAt} <= ${at((limit - 1) * refillMs)}`,
    })
    .returning({ key: throttleCounters.key });
  if (taken) return;
  const [empty] = await context.db
    .select({ endsAt })
    .from(throttleCounters)
    .where(eq(throttleCounters.key, key));
  const waitMs = (empty?.endsAt.getTime() ?? now) - now - (limit - 1) * refillMs;
  throw new TooManyRequests(Math.max(1, Math.ceil(waitMs / 1000)));
}

/** Counts one more attempt by this caller. Throws TooManyRequests beyond the limits in `rate-limits.ts`. */
export async function throttleCaller(
  context: Pick<Context, 'db' | 'clock' | 'throttle' | 'trackingSecret'>,
  what: Allowed,
  { ip }: Pick<FastifyRequest, 'ip'>,
): Promise<void> {
  const caller = keyedHash(context.trackingSecret, callerNetwork(ip));
  const key = `${what} ${caller}`;
  const limit = RATE_LIMITS[what];
  if ('refillSeconds' in limit) await takeFromBucket(context, { key, ...limit });
  else await throttle(context, { key, ...limit });
}

/** Deletes the counters whose window is over. Returns how many. */
export async function purgeOldThrottles(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const gone = await context.db
    .delete(throttleCounters)
    .where(lt(throttleCounters.endsAt, new Date(context.clock())))
    .returning({ key: throttleCounters.key });
  return gone.length;
}

/**
 * Rate limits for calls that cost us something. An address is often a household, an office or a whole campus, so each
 * limit covers thirty people on the busiest evening and is still far below a flood.
 */
const TEN_MINUTES = 10 * 60;

export const RATE_LIMITS = {
  /** Each writes a row and may send an email. */
  waitlist: { limit: 30, windowSeconds: TEN_MINUTES },
  /** May call a language model; a household tries every goal. */
  advice: { limit: 60, windowSeconds: TEN_MINUTES },
  /** The wizard asks for a price at every change of a basket: thirty people with twenty changes each. */
  quote: { limit: 600, windowSeconds: TEN_MINUTES },
  /**
   * Opens a payment and holds places. Few, since stolen cards are tested here; thirty people with three attempts each. A
   * bucket, so that anyone who shares a network with someone who has used it up waits seconds, and the page does by itself.
   */
  checkout: { limit: 90, refillSeconds: 7 },
  /** Asks the card provider: placing an order, extending a hold. Browsers retry automatically. */
  payment: { limit: 240, windowSeconds: TEN_MINUTES },
  /** Without a signature that holds; the card provider's own events are never limited. */
  unsignedWebhook: { limit: 60, windowSeconds: TEN_MINUTES },
  /** A page left open refreshes every minute. */
  tracking: { limit: 300, windowSeconds: TEN_MINUTES },
  /** A customer changes or cancels a few times at most. */
  trackingChange: { limit: 30, windowSeconds: TEN_MINUTES },
  /** Each may send an email; numbers are guessed here. */
  findOrder: { limit: 20, windowSeconds: TEN_MINUTES },
  /** Photos of problems: three of each, and each is decoded. */
  problemPhoto: { limit: 20, windowSeconds: TEN_MINUTES },
  /** API tokens that are wrong, expired or revoked: a program that was forgotten keeps calling. */
  wrongToken: { limit: 60, windowSeconds: TEN_MINUTES },
  /** A PDF is drawn each time. */
  receipt: { limit: 30, windowSeconds: TEN_MINUTES },
  /** Staff print order by order on a busy morning; drawing keeps a processor busy. */
  documents: { limit: 300, windowSeconds: TEN_MINUTES },
} as const;

export type Allowed = keyof typeof RATE_LIMITS;

/** Rate-limit key. An IPv6 /48 counts as one caller; the key hides whose it is. */
export function callerKey(address: string): string {
  return hashed(callerNetwork(address));
}

/** The same for an IPv4 /24 or an IPv6 /48: addresses that one customer of a provider can easily move between. */
export function networkKey(address: string): string {
  return hashed(callerNetwork(address).replace(LAST_OF_FOUR, '.0'));
}

const LAST_OF_FOUR = /(?<=^\d+\.\d+\.\d+)\.\d+$/;

function hashed(network: string): string {
  return createHash('sha256').update(network).digest('base64url').slice(0, 22);
}

/**
 * An IPv6 customer has up to 2^80 addresses, a /48, which count as one. better-auth's own reading of addresses, which it
 * exports and does not document; Node has none. Seen with @better-auth/core 1.7.7.
 */
export function callerNetwork(address: string): string {
  return normalizeIP(address, { ipv6Subnet: 48 });
}
