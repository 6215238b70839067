/** Consent to news of an address that stands on the waitlist already: anyone may type it, so only its own link changes it. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import { veilEmail } from '#platform/rules/email-address.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';

/** What the link in the email is for. */
export const NEWS_LINK = 'waitlist news';
const LINK_LASTS_MS = 7 * 24 * 60 * 60_000;

type Subscription = { email: string; isSubscribed: boolean };
type ByLink = Pick<Context, 'db' | 'clock' | 'trackingSecret'>;

/** Someone asked, and the link in the email still works. */
export function isAsked({ newsAskedAt }: { newsAskedAt: Date | null }, now: Instant): boolean {
  return newsAskedAt !== null && now - newsAskedAt.getTime() < LINK_LASTS_MS;
}

/** Throws NotFound, alike for a link we did not issue, one that is over and a deleted entry. */
export async function getNews(context: ByLink, token: string): Promise<Subscription> {
  const { email, consentAt } = await findEntry(context, token);
  return { email: veilEmail(email), isSubscribed: consentAt !== null };
}

/** Safe to repeat: what was asked is confirmed once. Throws NotFound, as `getNews`. */
export async function confirmNews(context: ByLink, token: string): Promise<Subscription> {
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
