import type { RecallReply } from '#contract/kitchen/recall.ts';
import { formatPhone } from '#domain/customer/australian-phone.ts';
import { toCsv } from '#server/drawing/csv/csv.ts';

const HEADING = [
  'Certainty',
  'Day',
  'Window',
  'Order',
  'Status',
  'Meal',
  'Portions',
  'Customer',
  'Phone',
  'Recipient',
  'Recipient phone',
];

/** One line for each meal of a delivery, in the sequence given. */
export function recallCsv({ deliveries }: Pick<RecallReply, 'deliveries'>): string {
  const rows = deliveries.flatMap((delivery) =>
    delivery.meals.map(({ name, portions, isCertain }) => [
      isCertain ? 'certain' : 'possible',
      delivery.date,
      delivery.timeSlot,
      delivery.orderNumber,
      delivery.status,
      name,
      portions,
      delivery.customer.name,
      formatPhone(delivery.customer.phone),
      delivery.recipient?.name ?? null,
      delivery.recipient && formatPhone(delivery.recipient.phone),
    ]),
  );
  return toCsv([HEADING, ...rows]);
}
