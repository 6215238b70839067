import type { OrderingWeekReply } from '#contract/ordering.ts';
import { slotOpening } from '#domain/delivery/delivery-slots.ts';
import { windowsOn } from '#domain/delivery/offered-windows.ts';
import { orderingWeekAt } from '#domain/ordering/week/ordering-week.ts';
import type { Context } from '#server/context.ts';
import { listFewLeft } from '#server/portions/portions-left.ts';
import { listSlotStates } from '#server/slots/places.ts';

/** The week currently open for orders, with each day's windows; a closed day has none. */
export async function describeOrderingWeek(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  basket: { cartKey?: string | undefined } = {},
): Promise<OrderingWeekReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const week = orderingWeekAt(now, business);
  const [slots, fewLeft] = await Promise.all([
    listSlotStates(context.db, week.weekStart, week.weekEnd),
    listFewLeft(context.db, week.weekStart, basket),
  ]);
  return {
    timeZone: business.timeZone,
    now: new Date(now).toISOString(),
    cutoff: new Date(week.cutoff).toISOString(),
    pastDeadline: week.pastDeadline,
    weekStart: week.weekStart,
    weekEnd: week.weekEnd,
    days: week.days.map((date) => ({
      date,
      windows: windowsOn(business, date).map((window) => ({
        timeSlot: window,
        ...slotOpening(
          slots.find((slot) => slot.date === date && slot.window === window),
          business,
        ),
      })),
      limited: fewLeft.get(date) ?? [],
    })),
  };
}
