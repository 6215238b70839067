import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { action, link, emailPage, paragraph, small, title } from './email-parts.ts';

type Invitation = {
  business: BusinessFacts;
  staffName: string;
  /** Valid once, for 24 hours. */
  inviteUrl: string;
};

export function staffInviteEmail(invitation: Invitation): { subject: string; page: ReactElement } {
  const { business, staffName, inviteUrl } = invitation;
  const subject = `Your staff account at ${business.name}`;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [`You’re receiving this email because ${staffName} entered your address.`],
    },
    title('You’re invited'),
    paragraph(`${staffName} has invited you to the staff portal of ${business.name}.`),
    action(inviteUrl, 'Set up your account'),
    paragraph('The link works once, for 24 hours. If you weren’t expecting this, ignore it.'),
    small('If the button doesn’t work: ', link(inviteUrl, inviteUrl)),
  );
  return { subject, page };
}
