import { asc, desc, eq, or, sql } from 'drizzle-orm';
import type { JoinWaitlistRequest } from '#areas/waitlist/calls/waitlist.ts';
import { normalisePhone } from '#areas/business/rules/australia.ts';
import { emailKey, mailboxKey } from '#platform/rules/customer-name.ts';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

const DAY_MS = 24 * 60 * 60_000;

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
