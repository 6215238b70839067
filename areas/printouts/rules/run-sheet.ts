/** The contents of a date's run sheet, window by window, for PDF and CSV alike. */
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { compareByStop } from '#areas/order-book/rules/run-order.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';

export type RunStop = Omit<KitchenBag, 'items'> & { portions: number };

export type RunSuburb = { suburb: string; postcode: string; portions: number; stops: RunStop[] };

export type Run = {
  window: DeliveryWindow;
  stops: number;
  portions: number;
  warm: number;
  cold: number;
  suburbs: RunSuburb[];
};

/** The runs that have stops. A null `window` means all windows of the day. Cancelled deliveries are left out. */
export function runSheet(bags: readonly KitchenBag[], window: DeliveryWindow | null): Run[] {
  return inTimeOrder(bags.map((bag) => bag.window))
    .filter((one) => window === null || one === window)
    .map((one) => runOf(one, bags))
    .filter((run) => run.stops > 0);
}

function runOf(window: DeliveryWindow, bags: readonly KitchenBag[]): Run {
  const stops = bags
    .filter((bag) => bag.window === window && bag.deliveryStatus !== 'cancelled')
    .toSorted(compareByStop)
    .map(({ items, ...bag }) => ({ ...bag, portions: items.length }));
  const portionsOf = (preference: 'warm' | 'cold') =>
    countPortions(stops.filter((stop) => stop.deliveryPreference === preference));
  return {
    window,
    stops: stops.length,
    portions: countPortions(stops),
    warm: portionsOf('warm'),
    cold: portionsOf('cold'),
    suburbs: groupBySuburb(stops),
  };
}

function groupBySuburb(stops: readonly RunStop[]): RunSuburb[] {
  const groups: RunSuburb[] = [];
  for (const stop of stops) {
    const last = groups.at(-1);
    if (last?.suburb === stop.suburb) {
      last.stops.push(stop);
      last.portions += stop.portions;
    } else {
      const { suburb, postcode, portions } = stop;
      groups.push({ suburb, postcode, portions, stops: [stop] });
    }
  }
  return groups;
}

function countPortions(stops: readonly RunStop[]): number {
  return stops.reduce((sum, stop) => sum + stop.portions, 0);
}
