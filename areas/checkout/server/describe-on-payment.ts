import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { describeLeft } from '#areas/checkout/server/windows-left.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import type { Context } from '#platform/server/context.ts';

/** What a page says of a checkout for which nothing is held: where others are paying just now, and where nobody is. */
export async function describeOnPayment(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { frozenOrder: { drops } }: CheckoutRow,
): Promise<Pick<CheckoutReply, 'place' | 'crowded' | 'alternatives'>> {
  const week = await describeOrderingWeek(context);
  const slots = await listSlotStates(context.db, week.weekStart, week.weekEnd);
  const isSame = (slot: SlotKey) => (one: SlotKey) => compareSlotKeys(one, slot) === 0;
  const allHeld = slots.filter(({ held, booked, maxDeliveries }) => held + booked >= maxDeliveries);
  const { full: crowded, alternatives } = describeLeft(
    drops.filter((slot) => allHeld.some(isSame(slot))),
    week,
  );
  return {
    place: 'on_payment',
    crowded,
    alternatives: alternatives.filter(
      ({ date, timeSlot }) => !allHeld.some(isSame({ date, window: timeSlot })),
    ),
  };
}
