/** Who drives what of a day, as the Deliveries page counts it. */
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';

export type DriverCount = { id: string; name: string; open: number; stops: number };

/** Drivers with a stop on this day, by name. */
export function countByDriver(deliveries: readonly DeliveryReply[]): DriverCount[] {
  const counts = new Map<string, DriverCount>();
  for (const { driver, status } of deliveries) {
    if (!driver || status === 'cancelled') continue;
    const count = counts.get(driver.id) ?? { ...driver, open: 0, stops: 0 };
    count.stops += 1;
    if (!isEnded(status)) count.open += 1;
    counts.set(driver.id, count);
  }
  return [...counts.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

export function countOfStops(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`;
}
