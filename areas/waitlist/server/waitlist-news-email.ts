import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { action, emailPage, paragraph, title } from '#areas/messages/server/email-parts.ts';

/** Opening the link changes nothing: a button on its page confirms. */
export function waitlistNewsEmail({
  business,
  newsUrl,
}: {
  business: BusinessFacts;
  newsUrl: string;
}): { subject: string; page: ReactElement } {
  const page = emailPage(
    business,
    {
      preview: 'Shall we send you news about menus and offers?',
      why: [
        'You’re receiving this email because someone typed this address into our waitlist. If it wasn’t you, do nothing: nothing changes.',
      ],
    },
    title('Shall we send you our news?'),
    paragraph(
      'You’re on our waitlist already, and someone asked for news about menus and offers with your address. Confirm that it was you within seven days. You can unsubscribe at any time.',
    ),
    action(newsUrl, 'Confirm'),
  );
  return { subject: `Confirm: send me news from ${business.name}`, page };
}
