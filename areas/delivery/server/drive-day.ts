import type { DriveDayReply, DriveStopReply } from '#areas/delivery/calls/drive.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { carriedIn, isUnchecked } from '#areas/order-book/rules/pack-bag.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { type OrderDelivery, type OrderToCook } from '#areas/order-book/rules/order.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { DriveGate } from '#areas/delivery/rules/driver-reports.ts';
import { listToldOfShort } from '#areas/orders/server/food-calls.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { Context } from '#platform/server/context.ts';
import type { DeliveryEventRow } from '#areas/order-book/server/tables/deliveries.ts';
import { listDriversOf, listGivenOn } from '#areas/order-book/server/delivery-drivers.ts';
import { listDriverNotices } from '#areas/order-book/server/driver-notices.ts';
import { listDeliveryEvents, standingOf } from '#areas/order-book/server/delivery-events.ts';
import { whoEnded } from '#areas/delivery/server/who-ended.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { type KeyOf, readPortionKeys } from '#areas/order-book/server/portion-keys.ts';
import { type FoodHold, findHolds, heldBags } from '#areas/order-book/server/holds.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/**
 * This driver's stops of today and those of nobody in particular, in the sequence of their runs, with what is needed at a
 * door and nothing else.
 */
export async function getDriveDay(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
): Promise<DriveDayReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const { date } = wallTimeAt(now, business.timeZone);
  await numberRuns(context.db, { date });
  const orders = await loadOrdersToCook(context.db, { date });
  const today = orders
    .flatMap((order) => order.deliveries.map((delivery) => ({ order, delivery })))
    .filter(({ delivery }) => delivery.date === date && delivery.status !== 'cancelled');
  const ids = today.map(({ delivery }) => delivery.id);
  const drivers = await listDriversOf(context.db, ids);
  const events = await listDeliveryEvents(context.db, ids);
  const eventsOf = Map.groupBy(events, ({ deliveryId }) => deliveryId);
  const driverOf = (delivery: OrderDelivery) =>
    (whoEnded(delivery, eventsOf.get(delivery.id) ?? []) ?? drivers.get(delivery.id))?.id;
  const isTheirs = (driver: string | null | undefined) => !driver || driver === staff.id;
  const found = today
    .filter(({ delivery }) => isTheirs(driverOf(delivery)))
    .toSorted(
      (a, b) =>
        compareSlotKeys(a.delivery, b.delivery) || numberOf(a.delivery) - numberOf(b.delivery),
    );
  const theirs = found.map(({ delivery }) => delivery);
  const theirIds = theirs.map(({ id }) => id);
  const packing = await readPacking(context.db, theirIds);
  const gateOf = gatesOf(theirs, await findHolds(context.db, orders, business), packing);
  const contentOf = await readContents(context.db, theirs, packing);
  const keyOf = await readPortionKeys(context.db, theirs);
  const notices = await listDriverNotices(context.db, date, business.timeZone);
  const givenOn = await listGivenOn(context.db, staff.id, date);
  return {
    now: new Date(now).toISOString(),
    date,
    until: new Date(
      instantOf({ date: addDays(date, 1), minuteOfDay: 0 }, business.timeZone),
    ).toISOString(),
    staffId: staff.id,
    staffName: `${staff.firstName} ${staff.lastName}`.trim() || 'a driver',
    kitchenPhone: business.phone,
    stops: found.map(({ order, delivery }) =>
      describeStop(order, delivery, {
        events: eventsOf.get(delivery.id) ?? [],
        business,
        driverId: staff.id,
        keyOf,
        content: contentOf(delivery),
        gate: gateOf(order, delivery),
        isNobodys: driverOf(delivery) === undefined,
      }),
    ),
    notices: notices
      .filter((notice) => !notice.isRead && isTheirs(notice.driverId))
      .map(({ id, deliveryId, kind, text }) => ({ id, deliveryId, kind, text })),
    handedOver: givenOn.map(({ id, stop, to }) => ({ id, stop: stop ?? 0, to: to.name })),
  };
}

/** What was cancelled on the way comes back; what is on hold stops; what nobody has packed nor checked, for someone with needs, waits. */
function gatesOf(
  deliveries: readonly OrderDelivery[],
  holds: ReadonlyMap<number, FoodHold>,
  { peopleOf }: Packing,
): (order: OrderToCook, delivery: OrderDelivery) => DriveGate {
  const held = heldBags(holds);
  const waiting = new Set(
    deliveries
      .filter(
        (one) =>
          one.status !== 'out' && one.status !== 'delivered' && peopleOf(one).some(isUnchecked),
      )
      .map(({ id }) => id),
  );
  return (order, delivery) => {
    if (isCalledBack(order, delivery)) return 'back';
    if (held.has(delivery.id) || order.isTest) return 'stop';
    return waiting.has(delivery.id) ? 'wait' : 'go';
  };
}

type Packing = Awaited<ReturnType<typeof readPacking>>;

/** What is in a bag, and whether the customer of one that is short knows: by the message, by a call, or by their money back. */
async function readContents(
  db: Context['db'],
  deliveries: readonly OrderDelivery[],
  { peopleOf }: Packing,
): Promise<(delivery: OrderDelivery) => Pick<DriveStopReply, 'meals' | 'missing' | 'isTold'>> {
  const itemsOf = (delivery: OrderDelivery) => peopleOf(delivery).flatMap(({ items }) => items);
  const missingIn = (delivery: OrderDelivery) =>
    itemsOf(delivery).filter(({ state }) => state === 'missing');
  const short = deliveries.filter((delivery) => missingIn(delivery).length > 0).map(({ id }) => id);
  const told = new Set(short.length === 0 ? [] : await listToldOfShort(db, short));
  return (delivery) => ({
    meals: itemsOf(delivery).length,
    missing: missingIn(delivery).length,
    isTold: told.has(delivery.id),
  });
}

const MINUTE_MS = 60_000;

function numberOf({ stop }: OrderDelivery): number {
  return stop ?? 0;
}

function describeStop(
  { customer, recipient, number, isTest }: OrderToCook,
  delivery: OrderDelivery,
  {
    events,
    business,
    driverId,
    keyOf,
    content,
    gate,
    isNobodys,
  }: {
    events: readonly DeliveryEventRow[];
    business: BusinessFacts;
    driverId: string;
    keyOf: KeyOf;
    content: Pick<DriveStopReply, 'meals' | 'missing' | 'isTold'>;
    gate: DriveStopReply['gate'];
    isNobodys: boolean;
  },
): DriveStopReply {
  const { line1, line2, suburb } = customer.address;
  const { firstName, lastName, phone } = handedTo({ customer, recipient });
  const decisive = standingOf(events).at(-1);
  return {
    id: delivery.id,
    key: keyOf({ ...delivery, name: firstName, orderNumber: number }),
    stop: numberOf(delivery),
    nearStop: delivery.nearStop,
    timeSlot: delivery.window,
    name: `${firstName} ${lastName}`,
    address: joinAddress({ line1, line2, suburb: suburb.name }),
    suburb: suburb.name,
    instructions: customer.specialInstructions,
    phone,
    ...carriedIn({ customer }, delivery, business),
    ...content,
    gate,
    ...(isTest && { isTest }),
    isNobodys,
    leavesFrom: new Date(
      instantOf(
        { date: delivery.date, minuteOfDay: minutesOf(delivery.window).startMinute },
        business.timeZone,
      ) -
        business.runStartsEarlyMinutes * MINUTE_MS,
    ).toISOString(),
    status: delivery.status,
    statusAt: decisive?.at.toISOString() ?? null,
    reason: delivery.status === 'missed' ? (decisive?.reason ?? '') : '',
    reportKey: (decisive?.staffId === driverId && decisive.key) || null,
    version: delivery.version,
  };
}
