import type { ReactElement } from 'react';
import type { BusinessFacts } from '#domain/business.ts';
import { action, link, mailPage, paragraph, small, title } from './mail-parts.ts';

type Invitation = {
  business: BusinessFacts;
  staffName: string;
  /** Good once, for a day. */
  inviteUrl: string;
};

export function staffInviteMail(invitation: Invitation): { subject: string; page: ReactElement } {
  const { business, staffName, inviteUrl } = invitation;
  const subject = `Your staff account at ${business.name}`;
  const page = mailPage(
    business,
    { preview: subject, why: [`You get this e-mail because ${staffName} entered your address.`] },
    title('You are invited'),
    paragraph(`${staffName} invites you to the staff portal of ${business.name}.`),
    action(inviteUrl, 'Set up your account'),
    paragraph('The link works once, for 24 hours. If you did not expect it, do nothing.'),
    small('If the button does not work: ', link(inviteUrl, inviteUrl)),
  );
  return { subject, page };
}
