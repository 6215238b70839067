import { eq, sql, and, isNotNull } from 'drizzle-orm';
import { veilEmail } from '#platform/rules/customer-name.ts';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { NotFound } from '#platform/server/errors.ts';
import { withdrawUnsent } from '#areas/waitlist/server/send-wave.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

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

// Consent to news of an address that stands on the waitlist already: anyone may type it, so only its own link changes
// it.

/** What the link in the email is for. */
export const NEWS_LINK = 'waitlist news';
const LINK_LASTS_MS = 7 * 24 * 60 * 60_000;

type ConfirmNewsSubscription = { email: string; isSubscribed: boolean };
type ByLink = Pick<Context, 'db' | 'clock' | 'trackingSecret'>;

/** Someone asked, and the link in the email still works. */
export function isAsked({ newsAskedAt }: { newsAskedAt: Date | null }, now: Instant): boolean {
  return newsAskedAt !== null && now - newsAskedAt.getTime() < LINK_LASTS_MS;
}

/** Throws NotFound, alike for a link we did not issue, one that is over and a deleted entry. */
export async function getNews(context: ByLink, token: string): Promise<ConfirmNewsSubscription> {
  const { email, consentAt } = await findEntry(context, token);
  return { email: veilEmail(email), isSubscribed: consentAt !== null };
}

/** Safe to repeat: what was asked is confirmed once. Throws NotFound, as `getNews`. */
export async function confirmNews(
  context: ByLink,
  token: string,
): Promise<ConfirmNewsSubscription> {
  const { id } = await findEntry(context, token);
  await context.db
    .update(waitlistEntries)
    .set({
      consentText: NEWS_CONSENT_TEXT,
      consentAt: new Date(context.clock()),
      newsAskedAt: null,
      unsubscribedAt: null,
    })
    .where(and(eq(waitlistEntries.id, id), isNotNull(waitlistEntries.newsAskedAt)));
  return getNews(context, token);
}

async function findEntry({ db, clock, trackingSecret }: ByLink, token: string) {
  const id = readLinkToken(NEWS_LINK, token, trackingSecret);
  const [entry] =
    id === null ? [] : await db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
  if (!entry || (entry.consentAt === null && !isAsked(entry, clock())))
    throw new NotFound('This link');
  return entry;
}
