import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import {
  action,
  link,
  emailPage,
  paragraph,
  small,
  title,
} from '#areas/messages/server/email-parts.ts';

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

export function waitlistWelcomeEmail(welcome: Welcome): { subject: string; page: ReactElement } {
  const { business, name, suburb, unsubscribeUrl, hasAgreedToNews, orderUrl } = welcome;
  const subject = `You’re on the ${business.name} waitlist`;
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
    title(name === null ? 'Welcome to the waitlist!' : `Welcome to the waitlist, ${name}!`),
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
  return { subject, page };
}
