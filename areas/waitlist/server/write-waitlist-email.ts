import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/write-message.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { isOpenToPublic, saleStateAt } from '#areas/business/rules/sale-state.ts';
import { previewUrl } from '#areas/order-book/server/preview-links.ts';
import { formatLongDate } from '#platform/rules/plain-date.ts';
import { type EarlyAccess, findEarlyAccess } from './send-wave.ts';
import { suburbNameOf } from '#areas/waitlist/rules/waitlist-summary.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { isAsked, NEWS_LINK } from './waitlist-entries.ts';
import type { Context } from '#platform/server/context.ts';
import { action, emailPage, paragraph, link, small } from '#areas/messages/server/email-parts.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';

export const waitlistMessages: MessageWriter = { email: waitlistEmailOf };

/** The invitation that someone on the waitlist would get, unsent and without an unsubscribe link that works. */
export async function showInvitation(
  context: Pick<Context, 'site' | 'signIn'>,
  person: { name: string | null; suburb: string },
  early?: Omit<EarlyAccess, 'url'>,
): Promise<{ subject: string; text: string }> {
  const { business } = await context.site.current();
  const unsubscribeUrl = `${context.signIn.publicUrl}/unsubscribe`;
  const shown = early && { ...early, url: previewUrl(context, '…') };
  const { subject, page } = invitationOf(context, {
    ...person,
    business,
    unsubscribeUrl,
    early: shown ?? null,
  });
  return { subject, text: await plainTextOf(page) };
}

/** Null when they have unsubscribed, are gone, or have nothing to confirm any more. */
async function waitlistEmailOf(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const { kind, waitlistEntryId } = message;
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
  const sale = saleStateAt(context.clock(), business, context.gateway);
  const isServed = sale.state === 'open' && servedSuburbsFor(suburb, business.suburbs).length > 0;
  const content =
    kind === 'waitlist_invitation'
      ? invitationOf(context, {
          business,
          name,
          suburb,
          unsubscribeUrl,
          // Once everyone can order, the link opens nothing more.
          early: isOpenToPublic(sale) ? null : await findEarlyAccess(context, message),
        })
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
  early: EarlyAccess | null;
};

function invitationOf({ signIn }: Pick<Context, 'signIn'>, invited: Invited): EmailContent {
  const suburb = suburbNameOf(invited.suburb, invited.business.suburbs);
  const orderUrl = invited.early?.url ?? `${signIn.publicUrl}/order`;
  return waitlistInvitationEmail({ ...invited, suburb, orderUrl });
}

/** Opening the link changes nothing: a button on its page confirms. */
function waitlistNewsEmail({ business, newsUrl }: { business: BusinessFacts; newsUrl: string }) {
  return emailPage(
    business,
    {
      subject: `Confirm: send me news from ${business.name}`,
      preview: 'Shall we send you news about menus and offers?',
      heading: 'Shall we send you our news?',
      why: [
        'You’re receiving this email because someone typed this address into our waitlist. If it wasn’t you, do nothing: nothing changes.',
      ],
    },
    paragraph(
      'You’re on our waitlist already, and someone asked for news about menus and offers with your address. Confirm that it was you within seven days. You can unsubscribe at any time.',
    ),
    action(newsUrl, 'Confirm'),
  );
}

function waitlistInvitationEmail(invitation: Invited & { orderUrl: string }) {
  const { business, name, suburb, orderUrl, unsubscribeUrl, early } = invitation;
  const subject = early
    ? `Order from ${business.name} before we open`
    : `${business.name} now delivers to ${suburb}`;
  return emailPage(
    business,
    {
      subject,
      heading: name === null ? 'You can order now' : `${name}, you can order now`,
      why: [
        'You’re receiving this email because this address was entered on our waitlist. ',
        link(unsubscribeUrl, 'Unsubscribe'),
        ' to stop all emails from us.',
      ],
    },
    paragraph(
      early
        ? `Thank you for waiting. We’re not open to everyone yet, but we deliver to ${suburb}, and with this link you can choose your meals and a delivery window.`
        : `Thank you for waiting. We now deliver to ${suburb}, so you can choose your meals and a delivery window.`,
    ),
    early &&
      paragraph(
        `It works until ${formatLongDate(early.endsOn)}, for the first ${early.mostOrders === 1 ? 'order' : `${early.mostOrders} orders`} placed with it. Please keep it to yourself.`,
      ),
    business.waitlistFirstOrderFree && paragraph(FIRST_ORDER_OFFER),
    action(orderUrl, 'Order meals'),
  );
}

type Welcome = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  /** A page that asks for confirmation; email programs have a call of their own. */
  unsubscribeUrl: string;
  hasAgreedToNews: boolean;
  /** Null: we do not deliver to them yet. */
  orderUrl: string | null;
};

function waitlistWelcomeEmail(welcome: Welcome) {
  const { business, name, suburb, unsubscribeUrl, hasAgreedToNews, orderUrl } = welcome;
  const subject = `You’re on the ${business.name} waitlist`;
  return emailPage(
    business,
    {
      subject,
      heading: name === null ? 'Welcome to the waitlist!' : `Welcome to the waitlist, ${name}!`,
      why: [
        'You’re receiving this email because this address was entered on our waitlist. ',
        link(unsubscribeUrl, 'Unsubscribe'),
        ' to stop all emails from us.',
      ],
    },
    paragraph(
      orderUrl === null
        ? `We’ll email you as soon as we deliver to ${suburb}.`
        : `We already deliver to ${suburb}.`,
    ),
    business.waitlistFirstOrderFree && paragraph(FIRST_ORDER_OFFER),
    orderUrl !== null && action(orderUrl, 'Order meals'),
    small(
      hasAgreedToNews
        ? 'You also asked for news about menus and offers.'
        : 'We won’t send you anything else.',
    ),
  );
}
