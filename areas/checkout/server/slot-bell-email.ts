import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import {
  action,
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
  /** The page of their bells, where a button confirms them, and another ends them. */
  bellUrl: string;
  orderUrl: string;
};

type SlotBellEmail = { subject: string; page: ReactElement };

/** About this window alone: nobody who asks for a place agrees to news. */
export function slotBellEmail({ business, date, window, bellUrl, orderUrl }: Bell): SlotBellEmail {
  const slot = `${formatDate(date)}, ${windowWithName(business, window)}`;
  const page = emailPage(
    business,
    {
      preview: 'It goes to whoever orders first.',
      why: [
        'You’re receiving this email because this address asked to be told when a place comes free in this delivery window. We won’t email you about it again.',
      ],
    },
    title(`A place came free on ${formatLongDate(date)}`),
    paragraph(
      `A place came free on ${slot}. It goes to whoever orders first: we told a few others as well, and hold it for nobody.`,
    ),
    action(orderUrl, 'Order for this window'),
    small('Open the link in the browser where you chose your meals, and they’re still there.'),
    small(link(bellUrl, 'What else you asked about')),
  );
  return { subject: `A place came free on ${slot}`, page };
}

/** Once a day for a mailbox, whatever is asked for it; opening the link changes nothing. */
export function confirmBellEmail({ business, date, window, bellUrl }: Bell): SlotBellEmail {
  const slot = `${formatDate(date)}, ${windowWithName(business, window)}`;
  const page = emailPage(
    business,
    {
      preview: `Shall we tell you about ${slot}?`,
      why: [
        'You’re receiving this email because someone typed this address into our website. If it wasn’t you, do nothing: you won’t hear from us about it.',
      ],
    },
    title('Shall we tell you when a place comes free?'),
    paragraph(
      `You asked about delivery on ${slot}, which is full. Confirm that it was you, and we’ll email you once if a place comes free.`,
    ),
    action(bellUrl, 'Confirm'),
  );
  return { subject: `Confirm: tell me about ${slot}`, page };
}
