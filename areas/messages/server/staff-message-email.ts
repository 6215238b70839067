import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { action, emailPage, paragraph, title } from './email-parts.ts';

type StaffMessage = {
  business: BusinessFacts;
  orderNumber: string;
  firstName: string;
  subject: string;
  /** Each line is a paragraph. */
  text: string;
  /** The customer's secret link. */
  trackingUrl: string;
};

/** What staff wrote about an order, in their words. */
export function staffMessageEmail(message: StaffMessage): { subject: string; page: ReactElement } {
  const { business, orderNumber, firstName, subject, text, trackingUrl } = message;
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '');
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        `You get this email because of order ${orderNumber} at ${business.name}. Whoever has its link can see and change the order: please keep it to yourself.`,
      ],
    },
    title(subject),
    paragraph(`Hello ${firstName},`),
    ...lines.map((line) => paragraph(line)),
    action(trackingUrl, 'See your order'),
  );
  return { subject, page };
}
