import type { RecallReply } from '#areas/kitchen/calls/recall.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { findRecall } from '#areas/kitchen/server/recall.ts';

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

/**
 * Whom the goods went to, as a file. Kept in the audit trail: it takes customers' phone numbers out of the house. Throws
 * NotFound.
 */
export async function exportRecall(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  goodsLotId: number,
): Promise<string> {
  const found = await findRecall(context, goodsLotId);
  const { ingredient, supplierLot } = found.lot;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'customer.export_recall',
      entity: 'customer',
      entityId: 'many',
      before: null,
      after: { ingredient, supplierLot, deliveries: found.deliveries.length },
    }),
  );
  return recallCsv(found);
}

/** One line for each meal of a delivery, in the sequence given. */
function recallCsv({ deliveries }: Pick<RecallReply, 'deliveries'>): string {
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
