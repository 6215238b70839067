import { eq, sql } from 'drizzle-orm';
import { veilEmail } from '#platform/rules/email-address.ts';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { NotFound } from '#platform/server/errors.ts';
import { withdrawUnsent } from '#areas/waitlist/server/withdraw-unsent.ts';
import { readLinkToken } from '#platform/server/link-token.ts';

type Subscription = { email: string; isSubscribed: boolean };

/** Whose link it is. Throws NotFound, alike for a link we did not issue and a deleted entry. */
export async function getSubscription(
  context: Pick<Context, 'db' | 'trackingSecret'>,
  token: string,
): Promise<Subscription> {
  const [entry] = await context.db
    .select({ email: waitlistEntries.email, unsubscribedAt: waitlistEntries.unsubscribedAt })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, entryIdOf(context, token)));
  if (!entry) throw new NotFound('This link');
  return { email: veilEmail(entry.email), isSubscribed: entry.unsubscribedAt === null };
}

/** Stops all emails to the link's holder; safe to repeat. The launch offer still applies. Throws NotFound. */
export async function unsubscribe(
  context: Pick<Context, 'db' | 'clock' | 'trackingSecret'>,
  token: string,
): Promise<Subscription> {
  const entryId = entryIdOf(context, token);
  await context.db.transaction(async (tx) => {
    await tx
      .update(waitlistEntries)
      .set({
        unsubscribedAt: sql`coalesce(${waitlistEntries.unsubscribedAt}, ${new Date(context.clock())})`,
        consentText: null,
        consentAt: null,
        newsAskedAt: null,
      })
      .where(eq(waitlistEntries.id, entryId));
    // What was written before, and what staff could send again.
    await withdrawUnsent(tx, eq(messages.waitlistEntryId, entryId));
  });
  return getSubscription(context, token);
}

/** The same for a page without scripts. False: a link we did not issue, or a deleted entry. */
export async function isStopped(
  context: Pick<Context, 'db' | 'clock' | 'trackingSecret'>,
  token: string,
): Promise<boolean> {
  try {
    await unsubscribe(context, token);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

function entryIdOf({ trackingSecret }: Pick<Context, 'trackingSecret'>, token: string): number {
  const entryId = readLinkToken('unsubscribe', token, trackingSecret);
  if (entryId === null) throw new NotFound('This link');
  return entryId;
}
