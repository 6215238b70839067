import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { action, emailPage, link, paragraph, title } from '#areas/messages/server/email-parts.ts';

type Invitation = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  orderUrl: string;
  /** A page that asks for confirmation; email programs have a call of their own. */
  unsubscribeUrl: string;
};

export function waitlistInvitationEmail(invitation: Invitation): {
  subject: string;
  page: ReactElement;
} {
  const { business, name, suburb, orderUrl, unsubscribeUrl } = invitation;
  const subject = `${business.name} now delivers to ${suburb}`;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        'You’re receiving this email because this address was entered on our waitlist. ',
        link(unsubscribeUrl, 'Unsubscribe'),
        ' to stop all emails from us.',
      ],
    },
    title(name === null ? 'You can order now' : `${name}, you can order now`),
    paragraph(
      `Thank you for waiting. We now deliver to ${suburb}, so you can choose your meals and a delivery window.`,
    ),
    business.waitlistFirstOrderFree && paragraph(FIRST_ORDER_OFFER),
    action(orderUrl, 'Order meals'),
  );
  return { subject, page };
}
