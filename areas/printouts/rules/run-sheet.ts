/** The contents of a date's run sheet, window by window, for PDF and CSV alike. */
import { counted } from '#platform/rules/counted.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { compareByStop } from '#areas/order-book/rules/split-stops.ts';
import { type KitchenBag, TEST_ORDER } from '#areas/order-book/rules/kitchen-bag.ts';
import { STOP } from '#areas/order-book/rules/delivery.ts';

export type RunStop = Omit<KitchenBag, 'items'> & { portions: number; warm: number };

export type RunSuburb = { suburb: string; postcode: string; portions: number; stops: RunStop[] };

export type Run = {
  window: DeliveryWindow;
  stops: number;
  portions: number;
  warm: number;
  cold: number;
  suburbs: RunSuburb[];
};

/** Why a bag stays in the kitchen, as the run sheet says it; none: it goes. */
export function stopMarks({
  isTest = false,
  isOnHold = false,
}: Pick<KitchenBag, 'isTest' | 'isOnHold'>): string[] {
  return [...(isTest ? [TEST_ORDER] : []), ...(isOnHold ? [STOP] : [])];
}

/** The runs that have stops. A null `window` means all windows of the day. Cancelled deliveries are left out. */
export function runSheet(
  bags: readonly KitchenBag[],
  window: DeliveryWindow | null,
  served: readonly ServedSuburb[],
): Run[] {
  return inTimeOrder(bags.map((bag) => bag.window))
    .filter((one) => window === null || one === window)
    .map((one) => runOf(one, bags, served))
    .filter((run) => run.suburbs.length > 0);
}

function runOf(
  window: DeliveryWindow,
  bags: readonly KitchenBag[],
  served: readonly ServedSuburb[],
): Run {
  const stops = bags
    .filter((bag) => bag.window === window && bag.deliveryStatus !== 'cancelled')
    .toSorted(compareByStop)
    .map(({ items, ...bag }) => ({
      ...bag,
      portions: items.length,
      warm: items.filter(({ isWarm }) => isWarm).length,
    }));
  // Test orders are listed, and nobody carries them.
  const real = stops.filter(({ isTest = false }) => !isTest);
  const portions = real.reduce((sum, stop) => sum + stop.portions, 0);
  const warm = real.reduce((sum, stop) => sum + stop.warm, 0);
  return {
    window,
    stops: real.length,
    portions,
    warm,
    cold: portions - warm,
    suburbs: groupBySuburb(stops, served),
  };
}

/** A suburb that was renamed has one heading; each address keeps its own. */
function groupBySuburb(stops: readonly RunStop[], served: readonly ServedSuburb[]): RunSuburb[] {
  const groups: RunSuburb[] = [];
  for (const stop of stops) {
    const last = groups.at(-1);
    const suburb = suburbNow(stop.suburb, served);
    const portions = stop.isTest ? 0 : stop.portions;
    if (last?.suburb === suburb) {
      last.stops.push(stop);
      last.portions += portions;
    } else {
      const { postcode } = stop;
      groups.push({ suburb, postcode, portions, stops: [stop] });
    }
  }
  return groups;
}

/** "Waiting for a decision, not cooked: 2 orders, 9 meals." Of orders above 0. */
export function waitingText({ orders, meals }: { orders: number; meals: number }): string {
  return `Waiting for a decision, not cooked: ${counted(orders, 'order', 'orders')}, ${counted(meals, 'meal', 'meals')}.`;
}
