import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { link, emailPage, paragraph, small, title } from '#areas/messages/server/email-parts.ts';

type Welcome = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  /** A page that asks for confirmation; email programs have a call of their own. */
  unsubscribeUrl: string;
  hasAgreedToNews: boolean;
};

export function waitlistWelcomeEmail(welcome: Welcome): { subject: string; page: ReactElement } {
  const { business, name, suburb, unsubscribeUrl, hasAgreedToNews } = welcome;
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
    paragraph(`We’ll email you as soon as we deliver to ${suburb}.`),
    business.waitlistFirstOrderFree &&
      paragraph('Delivery of your first order is free if you order with this email address.'),
    small(
      hasAgreedToNews
        ? 'You also asked for news about menus and offers.'
        : 'We won’t send you anything else.',
    ),
  );
  return { subject, page };
}
