import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { FAILING_DAYS } from '#platform/rules/webhooks.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { action, emailPage, paragraph, title } from './email-parts.ts';

type WebhookOff = {
  business: BusinessFacts;
  webhook: NonNullable<MessageFacts['webhook']>;
  /** Where it is switched on again. */
  pageUrl: string;
};

/** For owners. */
export function webhookOffEmail({ business, webhook, pageUrl }: WebhookOff): {
  subject: string;
  page: ReactElement;
} {
  const { host, reason, since, last, lost } = webhook;
  const subject = `Webhook to ${host} switched off`;
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [`You’re receiving this email because you are an owner of ${business.name}.`],
    },
    title('A webhook was switched off'),
    paragraph(
      reason === 'gone'
        ? `The program at ${host} answered that it no longer takes events (410 Gone).`
        : `The program at ${host} has taken nothing for ${FAILING_DAYS} days.`,
    ),
    paragraph(`Failing since: ${timeText(since, business)}. Last attempt: ${last}.`),
    paragraph(
      `${lostText(lost)} Orders are not affected, but that program hears of no changes from now on.`,
    ),
    paragraph(
      'Once the program works again, open API in the portal, switch the webhook on, and send again what it missed. If nobody needs it, delete it.',
    ),
    action(pageUrl, 'Open API'),
  );
  return { subject, page };
}

function lostText(lost: number): string {
  return lost === 1 ? '1 event was not sent.' : `${lost} events were not sent.`;
}

function timeText(instant: string, { timeZone }: BusinessFacts): string {
  const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
  return `${formatDate(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
