/** Whether one delivery would cost a daily order less, with every meal as good: said before anyone pays. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type KeptMeal, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import { type PricedItem, priceOrder } from './order-pricing.ts';

type DailyItem = PricedItem & {
  mealDate: PlainDate;
  deliveryWindow: DeliveryWindow;
  meal: Pick<KeptMeal, 'shelfLifeDays' | 'freezable'>;
};

type QuotedOrder = {
  deliveryType: DeliveryType;
  items: readonly DailyItem[];
  isFirstWaitlistOrder: boolean;
  isWarm: boolean;
};

type WeekFacts = Parameters<typeof priceOrder>[1] & Pick<BusinessFacts, 'keepsFreshDays'>;

export type WeeklyOffer = SlotKey & {
  savedCents: Cents;
  /** Meals that would stay good only in the freezer. */
  toFreeze: number;
  /** The order is to come warm, which one delivery cannot be. */
  losesWarm: boolean;
};

/**
 * One delivery for a daily order, on the latest day that suits every meal, in a window that the order uses already. Null
 * when it would save nothing, when a meal would not keep, or when no such window is open. `days`: those of the week, the
 * earliest first.
 */
export function weeklyInstead(
  order: QuotedOrder,
  days: readonly PlainDate[],
  isOpen: (slot: SlotKey) => boolean,
  facts: WeekFacts,
): WeeklyOffer | null {
  if (order.deliveryType !== 'daily') return null;
  const slot = days
    .toReversed()
    .filter((day) => suitsAll(order.items, day, facts))
    .flatMap((date) => windowsUsed(order.items).map((window) => ({ date, window })))
    .find(isOpen);
  if (!slot) return null;
  const arriving = order.items.map((item) => ({ ...item, deliveryDate: slot.date }));
  const weekly = { ...order, items: arriving, deliveryType: 'weekly' as const };
  const savedCents = priceOrder(order, facts).totalCents - priceOrder(weekly, facts).totalCents;
  if (savedCents <= 0) return null;
  const toFreeze = arriving.filter(
    ({ meal, ...dates }) => storageAdvice({ ...meal, ...dates }, facts).plan === 'freeze',
  ).length;
  return { ...slot, savedCents, toFreeze, losesWarm: order.isWarm };
}

function suitsAll(items: readonly DailyItem[], day: PlainDate, facts: WeekFacts): boolean {
  return items.every(
    ({ meal, mealDate }) =>
      day <= mealDate && keepsUntil(meal, { deliveryDate: day, mealDate }, facts),
  );
}

/** The one of the first delivery before others. */
function windowsUsed(items: readonly DailyItem[]): DeliveryWindow[] {
  const byDate = items.toSorted((a, b) => compareText(a.deliveryDate, b.deliveryDate));
  return [...new Set(byDate.map(({ deliveryWindow }) => deliveryWindow))];
}
