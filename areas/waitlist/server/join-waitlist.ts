import { eq, sql } from 'drizzle-orm';
import type { JoinWaitlistRequest } from '#areas/waitlist/calls/waitlist.ts';
import { normalisePhone } from '#areas/business/rules/australian-phone.ts';
import { emailKey, mailboxKey } from '#platform/rules/email-address.ts';
import { NEWS_CONSENT_TEXT } from '#areas/business/rules/waitlist-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

/**
 * Adds an email to the waitlist or updates its entry. Takes the same steps either way, so that neither the reply nor
 * its timing reveals who was on the list before.
 */
export async function joinWaitlist(
  context: Pick<Context, 'db' | 'clock'>,
  request: JoinWaitlistRequest,
): Promise<{ id: number }> {
  const { email, suburb } = request;
  const createdAt = new Date(context.clock());
  return context.db.transaction(async (tx) => {
    const mailbox = mailboxKey(email);
    await tx
      .insert(waitlistEntries)
      .values({ email, mailbox, suburb, createdAt })
      .onConflictDoNothing();
    const [entry] = await tx
      .update(waitlistEntries)
      .set({ email, mailbox, suburb, ...whatElseWasSaid(request, createdAt) })
      .where(eq(sql`lower(${waitlistEntries.email})`, emailKey(email)))
      .returning({ id: waitlistEntries.id });
    if (!entry) throw new Error('a waitlist entry disappeared while someone was joining');
    // One welcome for each entry, however often someone joins.
    await writeMessage(tx, context, {
      kind: 'waitlist_welcome',
      about: entry.id,
      waitlistEntryId: entry.id,
      recipient: email,
    });
    return entry;
  });
}

/** Only the fields that were sent: the short form must not erase what the long one gave us. */
function whatElseWasSaid({ name, phone, mealsPerWeek, consent }: JoinWaitlistRequest, at: Date) {
  return {
    ...(name && { name }),
    ...(phone && { phone: normalisePhone(phone) ?? phone }),
    ...(mealsPerWeek && { mealsPerWeek }),
    // Anyone may type an address here: only the tick takes back that its owner unsubscribed.
    ...(consent === true && {
      consentText: NEWS_CONSENT_TEXT,
      consentAt: at,
      unsubscribedAt: null,
    }),
    ...(consent === false && { consentText: null, consentAt: null }),
  };
}
