import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import {
  slotOpening,
  compareSlotKeys,
  type SlotKey,
} from '#areas/business/rules/delivery-slots.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { orderingWeekAt, sevenDaysFrom } from '#areas/business/rules/ordering-week.ts';
import { saleStateAt, whySellable } from '#areas/business/rules/sale-state.ts';
import { previewDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { listFewLeft } from '#areas/places/server/portions.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';

/**
 * The week currently open for orders, or these seven days, with each day's windows; a closed day, and one that cannot be
 * ordered now, has none. `door`: who asks.
 */
export async function describeOrderingWeek(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  weekStart?: PlainDate,
  door: SaleDoor = context.gateway,
): Promise<OrderingWeekReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const open = orderingWeekAt(now, business);
  const week = weekStart === undefined ? open : { ...open, ...sevenDaysFrom(weekStart) };
  const [slots, fewLeft] = await Promise.all([
    listSlotStates(context.db, week.weekStart, week.weekEnd),
    listFewLeft(context.db, week.weekStart),
  ]);
  return {
    timeZone: business.timeZone,
    now: new Date(now).toISOString(),
    cutoff: new Date(week.cutoff).toISOString(),
    pastDeadline: week.pastDeadline,
    sale: saleStateAt(now, business, door),
    weekStart: week.weekStart,
    weekEnd: week.weekEnd,
    days: week.days.map((date) => ({
      date,
      windows: (open.days.includes(date) ? windowsOn(business, date) : []).map((window) => {
        const row = slots.find((slot) => slot.date === date && slot.window === window);
        const { open: isOpen, placesLeft } = slotOpening(row, business);
        const slot = { date, window, isActive: row?.isActive, isFull: !isOpen };
        const why = whySellable(slot, now, business, door);
        const reason = why === 'open' ? undefined : why;
        return { timeSlot: window, open: reason === undefined, placesLeft, reason };
      }),
      limited: fewLeft.get(date) ?? [],
    })),
  };
}

type DoorOfCheckout = Pick<CheckoutRow, 'previewLinkId'>;

/** The week as the customer of this checkout may order it: the clock and the card provider send no cookie. */
export function weekOfCheckout(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  { previewLinkId }: DoorOfCheckout,
): Promise<OrderingWeekReply> {
  const { gateway } = context;
  const door = previewLinkId === null ? gateway : previewDoor(gateway);
  return describeOrderingWeek(context, undefined, door);
}

type WindowsLeft = Required<Pick<CheckoutConflictReply, 'full' | 'alternatives'>>;

/** For a customer who cannot have these windows: them, and what is still for sale in the week. */
export async function windowsLeft(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  refused: readonly SlotKey[],
  checkout: DoorOfCheckout,
): Promise<WindowsLeft> {
  return describeLeft(refused, await weekOfCheckout(context, checkout));
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
