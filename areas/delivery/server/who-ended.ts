import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Driver } from '#areas/order-book/server/delivery-drivers.ts';
import { standingOf } from '#areas/order-book/server/delivery-events.ts';
import type { DeliveryEventRow } from '#areas/order-book/server/tables/deliveries.ts';

/** A finished stop counts for the driver whose phone reported it, whoever has it by now. */
export function whoEnded(
  { status }: OrderDelivery,
  events: readonly DeliveryEventRow[],
): Driver | undefined {
  const last = isEnded(status) ? standingOf(events).at(-1) : undefined;
  return last?.deviceId && last.staffId
    ? { id: last.staffId, name: last.staffName ?? '' }
    : undefined;
}
