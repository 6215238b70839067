import { lte } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';

/** As long as an authenticator's code is accepted: its own half minute, the one before and the one after. */
const CODE_GOOD_MS = 90_000;

/** Marks an authenticator's code as used; false when it already was. Of several concurrent attempts, one succeeds. */
export async function consumeCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  staffId: string,
  code: string,
): Promise<boolean> {
  const now = clock();
  const used = await db
    .insert(throttleCounters)
    .values({
      key: `used-code ${staffId} ${code}`,
      count: 1,
      endsAt: new Date(now + CODE_GOOD_MS),
    })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: { endsAt: new Date(now + CODE_GOOD_MS) },
      setWhere: lte(throttleCounters.endsAt, new Date(now)),
    })
    .returning({ key: throttleCounters.key });
  return used.length > 0;
}
