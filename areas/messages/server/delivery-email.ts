import type { ReactElement, ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import {
  DELIVERY_MESSAGES,
  type DeliveryMessageKind,
} from '#areas/messages/rules/delivery-messages.ts';
import { type FieldValues, fillText } from '#areas/messages/rules/fill-text.ts';
import { action, emailPage, paragraph, title } from './email-parts.ts';

type DeliveryEmail = {
  business: BusinessFacts;
  orderNumber: string;
  words: MessageWords;
  /** All but the business and the link. */
  values: FieldValues;
  /** The customer's secret link. */
  trackingUrl: string;
};

const LINK = '{link}';

/** News of a delivery, in words that staff may have written: each line a paragraph, the link a button. Throws MissingField. */
export function deliveryEmail(
  kind: DeliveryMessageKind,
  { business, orderNumber, words, values, trackingUrl }: DeliveryEmail,
): { subject: string; page: ReactElement } {
  const filled = { ...values, business: business.name };
  const subject = fillText(words.subject ?? '', { ...filled, link: trackingUrl });
  const lines = words.text.split(/\n+/).filter((line) => line.trim() !== '');
  const { button } = DELIVERY_MESSAGES[kind];
  const parts = lines.flatMap((line): ReactNode[] => {
    const before = fillText(line.replaceAll(LINK, ''), filled).replaceAll(/ {2,}/g, ' ').trim();
    return [
      ...(before === '' ? [] : [paragraph(before)]),
      ...(line.includes(LINK) ? [action(trackingUrl, button)] : []),
    ];
  });
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        `You get this email because of order ${orderNumber} at ${business.name}. Whoever has its link can see and change the order: please keep it to yourself.`,
      ],
    },
    title(subject),
    ...parts,
  );
  return { subject, page };
}
