import { DAY_MS } from '#platform/rules/durations.ts';
import { asc, desc, eq, or, sql, and, isNotNull } from 'drizzle-orm';
import type { JoinWaitlistRequest } from '#areas/waitlist/calls/waitlist.ts';
import { normalisePhone } from '#areas/business/rules/australia.ts';
import { emailKey, mailboxKey, veilEmail } from '#platform/rules/customer-name.ts';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { NotFound } from '#platform/server/errors.ts';
import { withdrawUnsent } from './send-wave.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

/**
 * Adds a mailbox to the waitlist or updates its entry. Takes as many steps either way, so that neither the reply nor
 * its timing reveals who was on the list before.
 */
export async function joinWaitlist(
  context: Pick<Context, 'db' | 'clock'>,
  request: JoinWaitlistRequest,
): Promise<{ id: number }> {
  const { email } = request;
  const now = new Date(context.clock());
  return context.db.transaction(async (tx) => {
    const known = await lockMailbox(tx, email);
    const entry = known ? await update(tx, known, request, now) : await add(tx, request, now);
    // One welcome for each entry, and one email each time that its address is asked about news.
    const asked = known && request.consent === true ? entry.newsAskedAt : null;
    await writeMessage(tx, context, {
      ...(asked
        ? { kind: 'waitlist_news', about: `${entry.id}-${asked.getTime()}` }
        : { kind: 'waitlist_welcome', about: entry.id }),
      waitlistEntryId: entry.id,
      recipient: entry.email,
    });
    return { id: entry.id };
  });
}

/** Who joins with one mailbox at the same time, joins one after the other. Null: nobody has yet. */
async function lockMailbox(tx: Transaction, email: string): Promise<number | null> {
  const mailbox = mailboxKey(email);
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`waitlist ${mailbox}`}, 0))`,
  );
  const isSpelledSo = eq(sql`lower(${waitlistEntries.email})`, emailKey(email));
  const [known] = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(or(isSpelledSo, eq(waitlistEntries.mailbox, mailbox)))
    .orderBy(desc(isSpelledSo), asc(waitlistEntries.createdAt))
    .limit(1);
  return known?.id ?? null;
}

async function add(tx: Transaction, request: JoinWaitlistRequest, now: Date) {
  const { email } = request;
  const [entry] = await tx
    .insert(waitlistEntries)
    .values({
      email,
      mailbox: mailboxKey(email),
      ...whatWasSaid(request),
      ...(request.consent === true && { consentText: NEWS_CONSENT_TEXT, consentAt: now }),
      createdAt: now,
    })
    .returning();
  if (!entry) throw new Error('nobody was added to the waitlist');
  return entry;
}

/** Anyone may type the address: its consent stays, and its owner is asked, once a day, whether the tick was theirs. */
async function update(tx: Transaction, id: number, request: JoinWaitlistRequest, now: Date) {
  const { consentAt, newsAskedAt } = waitlistEntries;
  const yesterday = new Date(now.getTime() - DAY_MS);
  const [entry] = await tx
    .update(waitlistEntries)
    .set({
      ...whatWasSaid(request),
      // Anyone who joins has the launch offer, also if a file brought them first.
      hasOffer: true,
      ...(request.consent === true && {
        newsAskedAt: sql`case when ${consentAt} is null and (${newsAskedAt} is null or ${newsAskedAt} <= ${yesterday})
          then ${now} else ${newsAskedAt} end`,
      }),
    })
    .where(eq(waitlistEntries.id, id))
    .returning();
  if (!entry) throw new Error('a waitlist entry disappeared while someone was joining');
  return entry;
}

/** Only the fields that were sent: the short form must not erase what the long one gave us. */
function whatWasSaid({ suburb, name, phone, mealsPerWeek }: JoinWaitlistRequest) {
  return {
    suburb,
    ...(name && { name }),
    ...(phone && { phone: normalisePhone(phone) ?? phone }),
    ...(mealsPerWeek && { mealsPerWeek }),
  };
}

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
