/** What happens to a delivery on its way; the delivery itself is order-book's. */
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import {
  deliveries,
  deliveryDrivers,
  deliveryEvents,
  deliveryPhotos,
  runs,
  driverNotices,
} from '#areas/order-book/server/tables/deliveries.ts';
import { incidents, incidentRows } from '#areas/order-book/server/tables/incidents.ts';
import { packChecks, packClaims, packTicks } from '#areas/order-book/server/tables/packing.ts';

export const deliveryTables: readonly KeptTable[] = [
  keep(deliveryDrivers, {
    class: 'trade',
    nobody: 'id delivery_id at',
    staff: 'driver_id staff_id',
    days: 'with the order',
  }),
  keep(deliveryEvents, {
    class: 'trade',
    nobody:
      'id delivery_id status status_before is_decisive at is_time_known received_at key change_id undoes corrects confirmed food_before device_id date time_slot',
    staff: 'staff_id staff_name',
    customer: 'reason place note',
    days: 'with the order',
    erased: 'reason, place and note are blanked; who of the staff reported it stays',
    erase: (tx, { orderIds }) =>
      // "Left with her neighbour": where it went is nobody's business any more.
      tx
        .update(deliveryEvents)
        .set({ reason: '', place: '', note: '' })
        .where(inArray(deliveryEvents.deliveryId, deliveriesOf(tx, orderIds))),
    file: {
      as: 'deliveryEvents',
      find: (tx, orderId) =>
        tx
          .select()
          .from(deliveryEvents)
          .where(inArray(deliveryEvents.deliveryId, deliveriesOf(tx, [orderId]))),
    },
  }),
  keep(deliveryPhotos, {
    class: 'trade',
    nobody: 'event_id created_at',
    customer: 'bytes',
    days: '30 days (`areas/delivery/server/report-deliveries.ts`)',
    erased: 'deleted',
    erase: (tx, { orderIds }) =>
      tx.delete(deliveryPhotos).where(
        inArray(
          deliveryPhotos.eventId,
          tx
            .select({ id: deliveryEvents.id })
            .from(deliveryEvents)
            .where(inArray(deliveryEvents.deliveryId, deliveriesOf(tx, orderIds))),
        ),
      ),
    file: 'no: it is on the tracking page',
    export: { without: ['bytes'] },
  }),
  keep(driverNotices, {
    class: 'trade',
    nobody: 'id delivery_id kind at shown_at read_at',
    staff: 'driver_id shown_to',
    days: 'with the order',
  }),
  keep(incidents, {
    class: 'trade',
    nobody: 'id date until time_slots cause same_bag notify change_id created_at settled_at',
    staff: 'staff_id note',
    days: 'until deleted by hand',
  }),
  keep(incidentRows, {
    class: 'trade',
    nobody:
      'id incident_id order_id delivery_id date time_slot stop choice to_date to_time_slot state code refund_cents is_told done_at created_at tries next_try_at',
    customer: 'message',
    days: 'with the order',
    erased: 'blanked',
    erase: (tx, { orderIds }) =>
      tx.update(incidentRows).set({ message: null }).where(inArray(incidentRows.orderId, orderIds)),
    file: 'no: the message is among emails',
  }),
  keep(packChecks, {
    class: 'trade',
    nobody: 'id delivery_id person_id reopened at change_id',
    staff: 'staff_id staff_name',
    customer: 'food',
    days: 'with the order',
    erased: 'deleted',
    erase: (tx, { orderIds }) =>
      tx.delete(packChecks).where(inArray(packChecks.deliveryId, deliveriesOf(tx, orderIds))),
    file: 'no: the needs are in the order',
  }),
  keep(packClaims, {
    class: 'trade',
    nobody: 'delivery_id until',
    staff: 'staff_id staff_name',
    days: 'with the order',
  }),
  keep(packTicks, {
    class: 'trade',
    nobody: 'id delivery_id item_id meal_id person_id state reason at device_id key',
    staff: 'staff_id staff_name',
    days: 'with the order',
  }),
  keep(runs, {
    class: 'trade',
    nobody: 'date time_slot version is_arranged fixed_at',
    staff: 'arranged_by',
    days: 'until deleted by hand',
  }),
];

function deliveriesOf(tx: Transaction, orderIds: number[]) {
  return tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inArray(deliveries.orderId, orderIds));
}
