import {
  portionOf,
  carriedIn,
  CHANGED_SINCE_PACKED,
  isToPack,
} from '#areas/order-book/rules/pack-bag.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { PackBagReply, PackDayReply } from '#areas/delivery/calls/pack.ts';
import { toInstantText, instantOf } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { type GiftCard, giftCardIn, giftCardText } from '#areas/order-book/rules/gift-card.ts';
import { helpingText } from '#areas/order-book/rules/kitchen-bag.ts';
import { type OrderDelivery } from '#areas/order-book/rules/order.ts';
import { portionCheck } from '#areas/order-book/rules/scan-code.ts';
import type { Context } from '#platform/server/context.ts';
import { type DeliveryEventRow, deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import {
  listClaims,
  type PackedPerson,
  readPacking,
  daysToPack,
} from '#areas/order-book/server/read-packing.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { listDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { findHolds, heldBags } from '#areas/order-book/server/holds.ts';
import { type StaffMember, mayDo } from '#platform/server/sign-in-port.ts';
import { and, inArray } from 'drizzle-orm';
import type { Whose } from '#platform/server/http/about.ts';

/** The bags of a day, with nothing of a customer but what packing needs. Throws InvalidRequest for another day. */
export async function getPackDay(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  askedFor: PlainDate | undefined,
): Promise<PackDayReply> {
  const { business } = await context.site.current();
  const { today, tomorrow } = await daysToPack(context);
  const date = askedFor ?? today;
  if (date !== today && date !== tomorrow)
    throw new InvalidRequest({ date: 'Only today and tomorrow are packed.' });
  await numberRuns(context.db, { date });
  const orders = await loadOrdersToCook(context.db, { date });
  const found = orders
    .flatMap((order) => order.deliveries.map((delivery) => ({ order, delivery })))
    .toSorted(
      (a, b) =>
        compareSlotKeys(a.delivery, b.delivery) || (a.delivery.stop ?? 0) - (b.delivery.stop ?? 0),
    );
  const ids = idsOf(found.map(({ delivery }) => delivery));
  const now = context.clock();
  const [packing, claims, events, holds] = await Promise.all([
    readPacking(context.db, ids),
    listClaims(context.db, ids, now),
    listDeliveryEvents(context.db, ids),
    findHolds(context.db, orders, business),
  ]);
  const held = heldBags(holds);
  const eventsOf = Map.groupBy(events, (event) => event.deliveryId);
  return {
    now: toInstantText(now),
    date,
    today,
    until: toInstantText(instantOf({ date: tomorrow, minuteOfDay: 0 }, business.timeZone)),
    staffId: staff.id,
    staffName: packerName(staff),
    bags: found.map(({ order, delivery }): PackBagReply => {
      const claim = claims.get(delivery.id);
      const { address, specialInstructions } = order.customer;
      const { firstName, lastName } = handedTo(order);
      return {
        id: delivery.id,
        timeSlot: delivery.window,
        stop: delivery.stop ?? 0,
        status: delivery.status,
        version: delivery.version,
        ...carriedIn(order, delivery, business),
        name: `${firstName} ${lastName}`,
        suburb: address.suburb.name,
        instructions: specialInstructions,
        isChanged: isChangedSincePacked(delivery, eventsOf.get(delivery.id) ?? []),
        isOnHold: held.has(delivery.id),
        claimedBy: claim && claim.staffId !== staff.id ? claim.staffName : null,
        reopened: packing.reopenedOf(delivery.id),
        card: describeCard(giftCardIn(order, delivery.id), delivery.id, packing),
        people: packing.peopleOf(delivery).map((person) => describePerson(person, delivery.id)),
      };
    }),
  };
}

function idsOf(all: readonly { id: number }[]): number[] {
  return all.map(({ id }) => id);
}

function isChangedSincePacked(
  { status }: OrderDelivery,
  events: readonly DeliveryEventRow[],
): boolean {
  const last = events.findLast(({ isDecisive }) => isDecisive);
  return isToPack({ status }) && last?.reason === CHANGED_SINCE_PACKED;
}

function describeCard(
  card: GiftCard | null,
  deliveryId: number,
  { cardCheckedBy }: Awaited<ReturnType<typeof readPacking>>,
): PackBagReply['card'] {
  if (!card) return null;
  const text = giftCardText(card);
  return { text, checkedBy: cardCheckedBy(deliveryId, text) };
}

function describePerson(person: PackedPerson, deliveryId: number): PackBagReply['people'][number] {
  const { id, name, items, food, checkedBy } = person;
  return {
    id,
    name,
    ...needsIn(person),
    food,
    checkedBy,
    items: items.map((item) => ({
      id: item.id,
      mealId: item.mealId,
      mealName: item.meal.name,
      mealType: item.mealType,
      allergens: item.meal.allergens ?? null,
      helping: helpingText(item, items),
      isAgreed: item.override !== null,
      isClear: portionOf(item, person).isClear,
      state: item.state,
      reason: item.reason,
      by: item.by,
      check: portionCheck({
        ...item,
        allergens: person.allergens,
        avoid: person.avoid,
        deliveryId,
        date: item.deliveryDate,
        window: item.deliveryWindow,
      }),
    })),
  };
}

export function packerName({ firstName, lastName }: StaffMember): string {
  return `${firstName} ${lastName}`.trim() || 'A packer';
}

/** Bags are packed on their day and the day before. Whoever may print of any day may print any bag's label. */
export const todaysBags: Whose['todaysBags'] = {
  async deliveryId(context, { staff, right }, ids) {
    if (right === 'printLabels' && mayDo(staff, 'makePrintouts')) return ids;
    const { today, tomorrow } = await daysToPack(context);
    const rows = await context.db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(inArray(deliveries.id, ids.map(Number)), inArray(deliveries.date, [today, tomorrow])),
      );
    return rows.map(({ id }) => id);
  },
};
