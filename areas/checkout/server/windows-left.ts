import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';

type WindowsLeft = Required<Pick<CheckoutConflictReply, 'full' | 'alternatives'>>;

/** For a customer who cannot have these windows: them, and what is still for sale in the week. */
export async function windowsLeft(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  refused: readonly SlotKey[],
): Promise<WindowsLeft> {
  return describeLeft(refused, await describeOrderingWeek(context));
}

export function describeLeft(
  refused: readonly SlotKey[],
  { days }: Pick<OrderingWeekReply, 'days'>,
): WindowsLeft {
  const isRefused = (slot: SlotKey) => refused.some((one) => compareSlotKeys(one, slot) === 0);
  return {
    full: refused.map(({ date, window }) => ({ date, timeSlot: window })),
    alternatives: days.flatMap(({ date, windows }) =>
      windows
        .filter(({ open, timeSlot }) => open && !isRefused({ date, window: timeSlot }))
        .map(({ timeSlot, placesLeft }) => ({ date, timeSlot, placesLeft })),
    ),
  };
}

export function isOnSale(
  { date, window }: SlotKey,
  { days }: Pick<OrderingWeekReply, 'days'>,
): boolean {
  const day = days.find((each) => each.date === date);
  return day?.windows.some(({ timeSlot, open }) => timeSlot === window && open) ?? false;
}
