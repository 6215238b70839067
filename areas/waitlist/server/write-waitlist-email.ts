import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/message-writers.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import { suburbNameOf } from '#areas/waitlist/rules/suburb-demand.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { isAsked, NEWS_LINK } from '#areas/waitlist/server/confirm-news.ts';
import { waitlistInvitationEmail } from '#areas/waitlist/server/waitlist-invitation-email.ts';
import { waitlistNewsEmail } from '#areas/waitlist/server/waitlist-news-email.ts';
import { waitlistWelcomeEmail } from '#areas/waitlist/server/waitlist-welcome-email.ts';
import type { Context } from '#platform/server/context.ts';

export const waitlistMessages: MessageWriter = { email: waitlistEmailOf };

/** The invitation that someone on the waitlist would get, unsent and without an unsubscribe link that works. */
export async function showInvitation(
  context: Pick<Context, 'site' | 'signIn'>,
  person: { name: string | null; suburb: string },
): Promise<{ subject: string; text: string }> {
  const { business } = await context.site.current();
  const unsubscribeUrl = `${context.signIn.publicUrl}/unsubscribe`;
  const { subject, page } = invitationOf(context, { ...person, business, unsubscribeUrl });
  return { subject, text: await plainTextOf(page) };
}

/** Null when they have unsubscribed, are gone, or have nothing to confirm any more. */
async function waitlistEmailOf(
  context: Context,
  { kind, waitlistEntryId }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const [person] = await context.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, waitlistEntryId ?? 0));
  if (!person) return null;
  const { publicUrl } = context.signIn;
  const queryFor = (purpose: string) =>
    `token=${encodeURIComponent(linkTokenFor(purpose, person.id, context.trackingSecret))}`;
  // Also to who has unsubscribed: they may have asked again.
  if (kind === 'waitlist_news')
    return isAsked(person, context.clock())
      ? waitlistNewsEmail({ business, newsUrl: `${publicUrl}/confirm-news?${queryFor(NEWS_LINK)}` })
      : null;
  if (person.unsubscribedAt !== null) return null;
  const query = queryFor('unsubscribe');
  const unsubscribeUrl = `${publicUrl}/unsubscribe?${query}`;
  const { name, suburb, consentAt } = person;
  const { state } = saleStateAt(context.clock(), business);
  const isServed = state === 'open' && servedSuburbsFor(suburb, business.suburbs).length > 0;
  const content =
    kind === 'waitlist_invitation'
      ? invitationOf(context, { business, name, suburb, unsubscribeUrl })
      : waitlistWelcomeEmail({
          business,
          name,
          suburb,
          unsubscribeUrl,
          hasAgreedToNews: consentAt !== null,
          orderUrl: isServed ? `${publicUrl}/order` : null,
        });
  return {
    ...content,
    // One-click unsubscribe in the email program, RFC 8058.
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/waitlist/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

type Invited = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  unsubscribeUrl: string;
};

function invitationOf({ signIn }: Pick<Context, 'signIn'>, invited: Invited): EmailContent {
  const suburb = suburbNameOf(invited.suburb, invited.business.suburbs);
  return waitlistInvitationEmail({ ...invited, suburb, orderUrl: `${signIn.publicUrl}/order` });
}
