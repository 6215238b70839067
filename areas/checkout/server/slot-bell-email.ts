import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import {
  action,
  bold,
  emailPage,
  link,
  paragraph,
  small,
  title,
} from '#areas/messages/server/email-parts.ts';

type Bell = {
  business: BusinessFacts;
  date: PlainDate;
  window: DeliveryWindow;
  heldUntil: Instant;
  orderUrl: string;
  /** A page that asks for confirmation. */
  stopUrl: string;
};

/** About this window alone: nobody who asks for a place agrees to news. */
export function slotBellEmail({ business, date, window, heldUntil, orderUrl, stopUrl }: Bell): {
  subject: string;
  page: ReactElement;
} {
  const slot = `${formatDate(date)}, ${windowWithName(business, window)}`;
  const { minuteOfDay } = wallTimeAt(heldUntil, business.timeZone);
  const until = formatMinuteOfDay(minuteOfDay);
  const subject = `A place is free for ${slot}`;
  const page = emailPage(
    business,
    {
      preview: `We’re holding it for you until ${until}.`,
      why: [
        'You’re receiving this email because this address asked to be told when a place comes free in this delivery window. We won’t email you about it again.',
      ],
    },
    title(`A place is free on ${formatLongDate(date)}`),
    paragraph(
      `You asked about delivery ${windowWithName(business, window)}. We’re holding a place for you `,
      bold(`until ${until}`),
      '. Order by then to keep it.',
    ),
    action(orderUrl, 'Order for this window'),
    small(
      'Open the link in the browser where you chose your meals, and they’re still there. ',
      'After that time the place goes to the next person.',
    ),
    small('Don’t need it? ', link(stopUrl, 'Give it to the next person')),
  );
  return { subject, page };
}
