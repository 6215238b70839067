import { eq, sql } from 'drizzle-orm';
import type { JoinWaitlistRequest } from '#contract/waitlist.ts';
import { normalisePhone } from '#domain/customer/australian-phone.ts';
import { emailKey } from '#domain/customer/email-address.ts';
import { NEWS_CONSENT_TEXT } from '#domain/waitlist/waitlist-limits.ts';
import type { Context } from '#server/context.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';
import { writeMessage } from '#server/outbox/write-message.ts';

/**
 * Puts an e-mail on the waitlist or brings its entry up to date. Takes the same steps either way, so that neither
 * the answer nor its delay tells who was on the list before.
 */
export async function joinWaitlist(
  context: Pick<Context, 'db' | 'clock'>,
  request: JoinWaitlistRequest,
): Promise<{ id: number }> {
  const { email, suburb } = request;
  const createdAt = new Date(context.clock());
  return context.db.transaction(async (tx) => {
    await tx.insert(waitlistEntries).values({ email, suburb, createdAt }).onConflictDoNothing();
    const [entry] = await tx
      .update(waitlistEntries)
      .set({ email, suburb, unsubscribedAt: null, ...whatElseWasSaid(request, createdAt) })
      .where(eq(sql`lower(${waitlistEntries.email})`, emailKey(email)))
      .returning({ id: waitlistEntries.id });
    if (!entry) throw new Error('a waitlist entry went while somebody was joining');
    // One welcome for each entry, however often somebody joins.
    await writeMessage(tx, context, {
      kind: 'waitlist_welcome',
      about: entry.id,
      waitlistEntryId: entry.id,
      recipient: email,
    });
    return entry;
  });
}

/** Only what was sent: the short form must not wipe out what the long one told us. */
function whatElseWasSaid({ name, phone, mealsPerWeek, consent }: JoinWaitlistRequest, at: Date) {
  return {
    ...(name && { name }),
    ...(phone && { phone: normalisePhone(phone) ?? phone }),
    ...(mealsPerWeek && { mealsPerWeek }),
    ...(consent === true && { consentText: NEWS_CONSENT_TEXT, consentAt: at }),
    ...(consent === false && { consentText: null, consentAt: null }),
  };
}
