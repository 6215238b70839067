import type { ReactElement } from 'react';
import type { BusinessFacts } from '#domain/business.ts';
import { link, mailPage, paragraph, small, title } from './mail-parts.ts';

type Welcome = {
  business: BusinessFacts;
  name: string | null;
  suburb: string;
  /** A page that asks once more; mail programs have a call of their own. */
  unsubscribeUrl: string;
  hasAgreedToNews: boolean;
};

export function waitlistWelcomeMail(welcome: Welcome): { subject: string; page: ReactElement } {
  const { business, name, suburb, unsubscribeUrl, hasAgreedToNews } = welcome;
  const subject = `You are on the waitlist of ${business.name}`;
  const page = mailPage(
    business,
    {
      preview: subject,
      why: [
        'You get this e-mail because this address was entered on our waitlist. ',
        link(unsubscribeUrl, 'Unsubscribe'),
        ' and we send you nothing more.',
      ],
    },
    title(name === null ? 'Welcome to the waitlist!' : `Welcome to the waitlist, ${name}!`),
    paragraph(`We write to you as soon as we deliver in ${suburb}.`),
    business.waitlistFirstOrderFree &&
      paragraph('Your first order is then delivered free, if you order with this e-mail address.'),
    small(
      hasAgreedToNews
        ? 'You have also asked for news about menus and offers.'
        : 'Beyond that we send you nothing, because you have not asked for it.',
    ),
  );
  return { subject, page };
}
