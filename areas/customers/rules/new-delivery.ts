/** When meals that were wrong can be brought again. The server takes the place itself. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import type { SlotKey, SlotState } from '#areas/business/rules/delivery-slots.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';
import type { Order } from '#areas/order-book/rules/order.ts';

/** Later than this, a refund is kinder. */
export const NEW_DELIVERY_DAYS = 7;
const MOST_WINDOWS = 8;

type NewDeliveryFacts = Pick<BusinessFacts, 'deliveryWindows' | 'closures' | 'slotCapacity'>;

/** Whether we deliver then at all, and the order has nothing else that day; whether it is full, the slot's own guard says. */
export function isNewDeliverySlot(
  order: Pick<Order, 'deliveries'>,
  slot: SlotKey,
  now: WallTime,
  facts: Pick<NewDeliveryFacts, 'deliveryWindows' | 'closures'>,
): boolean {
  return (
    slot.date < addDays(now.date, NEW_DELIVERY_DAYS) &&
    !hasDeliveryOn(order, slot.date) &&
    windowsOn(facts, slot.date).includes(slot.window) &&
    !hasBegun(slot, now)
  );
}

/** Free windows on days on which the order has no other delivery, the soonest first. `slots`: those that are set. */
export function newDeliveryWindows(
  order: Pick<Order, 'deliveries'>,
  slots: readonly (SlotKey & SlotState)[],
  now: WallTime,
  facts: NewDeliveryFacts,
): SlotKey[] {
  const days = Array.from({ length: NEW_DELIVERY_DAYS }, (_, ahead) => addDays(now.date, ahead));
  return days
    .flatMap((date) => windowsOn(facts, date).map((window) => ({ date, window })))
    .filter((slot) => isNewDeliverySlot(order, slot, now, facts))
    .filter(({ date, window }) => {
      const set = slots.find((slot) => slot.date === date && slot.window === window);
      return (set ? placesFree(set) : facts.slotCapacity.default) > 0;
    })
    .slice(0, MOST_WINDOWS);
}

/** Its meals would join what is there, and may be at the door already. */
function hasDeliveryOn({ deliveries }: Pick<Order, 'deliveries'>, date: PlainDate): boolean {
  return deliveries.some((delivery) => delivery.date === date && delivery.status !== 'cancelled');
}

function hasBegun({ date, window }: SlotKey, now: WallTime): boolean {
  return date < now.date || (date === now.date && now.minuteOfDay >= minutesOf(window).startMinute);
}
