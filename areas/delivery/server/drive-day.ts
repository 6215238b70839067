import { MINUTE_MS } from '#platform/rules/durations.ts';
import {
  type DriveDayReply,
  type DriveStopReply,
  getDeliveryPhoto as getDeliveryPhotoCall,
  getDriveDay as getDriveDayCall,
  sendDrivePhoto,
  sendDriveReports,
  sendNoticesRead,
  undoDriveReports,
} from '#areas/delivery/calls/drive.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { carriedIn, isUnchecked } from '#areas/order-book/rules/pack-bag.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { DriveGate } from '#areas/delivery/rules/driver-reports.ts';
import { listToldOfShort } from '#areas/orders/server/food-calls.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type DeliveryEventRow,
  driverNotices,
  deliveries as deliveryTable,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import {
  listDriversOf,
  listGivenOn,
  listDriverNotices,
  listTurns,
} from '#areas/order-book/server/delivery-drivers.ts';
import {
  listDeliveryEvents,
  standingOf,
  getDeliveryPhoto,
} from '#areas/order-book/server/delivery-events.ts';
import { whoEnded } from '#areas/delivery/server/list-deliveries.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { numberRuns, type KeyOf, readPortionKeys } from '#areas/order-book/server/number-runs.ts';
import { type FoodHold, findHolds, heldBags } from '#areas/order-book/server/holds.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import {
  storeDeliveryPhoto,
  reportDeliveries,
  undoReports,
  refuseOtherPerson,
} from '#areas/delivery/server/report-deliveries.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { and, eq, isNull, inArray, or } from 'drizzle-orm';
import { wasWith } from '#areas/order-book/rules/delivery.ts';
import type { Whose } from '#platform/server/http/about.ts';
import { withFileUpload } from '#platform/server/http/read-request.ts';

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
  const deliveriesFound = found.map(({ delivery }) => delivery);
  const theirIds = deliveriesFound.map(({ id }) => id);
  const packing = await readPacking(context.db, theirIds);
  const gateOf = gatesOf(deliveriesFound, await findHolds(context.db, orders, business), packing);
  const contentOf = await readContents(context.db, deliveriesFound, packing);
  const keyOf = await readPortionKeys(context.db, deliveriesFound);
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
    window: delivery.window,
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

const LARGEST_PHOTO_MB = 8;

export function registerDriveRoutes(app: FastifyInstance, context: Context): void {
  const now = () => new Date(context.clock()).toISOString();

  staffRoute(app, getDriveDayCall, ({ staff }) => getDriveDay(context, staff));

  staffRoute(app, sendDriveReports, async ({ body, staff }) => {
    const { deviceId, staffId, reports } = body;
    refuseOtherPerson(staff, staffId);
    const { results } = await reportDeliveries(
      context,
      { staff, by: 'driver' },
      reports.map(({ deliveryId, reason = '', place = '', note = '', ...report }) => ({
        ...report,
        id: deliveryId,
        deviceId,
        reason: reason.trim(),
        place: place.trim(),
        note: note.trim(),
      })),
    );
    return {
      now: now(),
      results: reports.flatMap(({ key }, index) => {
        const result = results[index];
        return result ? [{ ...result, key }] : [];
      }),
    };
  });

  staffRoute(app, undoDriveReports, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    const { results } = await undoReports(context, staff, body.keys);
    return { now: now(), results };
  });

  staffRoute(app, sendNoticesRead, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await recordNoticesRead(context, staff, body.notices);
    return { now: now() };
  });

  registerPhotos(app, context);
}

function registerPhotos(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDeliveryPhotoCall, async ({ params, reply }) => {
    const bytes = await getDeliveryPhoto(context.db, params);
    reply.header('content-type', 'image/jpeg');
    return bytes;
  });

  withFileUpload(app, { uploadName: 'The photo', largestMb: LARGEST_PHOTO_MB }, (scope) => {
    staffRoute(scope, sendDrivePhoto, async ({ params, reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ photo: 'Send a photo' });
      await storeDeliveryPhoto(context, { key: params.reportKey, sent: body });
    });
  });
}

/** The first time counts. What a phone says of the future is left out. */
async function recordNoticesRead(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  notices: readonly { id: number; shownAt: string; readAt: string | null }[],
): Promise<void> {
  const now = context.clock();
  const notLater = (at: string) => new Date(Math.min(Date.parse(at), now));
  const name = `${staff.firstName} ${staff.lastName}`.trim();
  await context.db.transaction(async (tx) => {
    for (const { id, shownAt, readAt } of notices) {
      await tx
        .update(driverNotices)
        .set({ shownAt: notLater(shownAt), shownTo: name })
        .where(and(eq(driverNotices.id, id), isNull(driverNotices.shownAt)));
      if (readAt !== null)
        await tx
          .update(driverNotices)
          .set({ readAt: notLater(readAt) })
          .where(and(eq(driverNotices.id, id), isNull(driverNotices.readAt)));
    }
  });
}

// Which deliveries, reports and notices a driver may know of.

/** A phone keeps what it could not send for so long. */
const UNSENT_DAYS = 7;

/**
 * A delivery that is theirs, or was on a date it had, whatever has become of it; and one that nobody had on its day: they
 * may start its run, and what happened at its door is a fact.
 */
export const ownRun: Whose['ownRun'] = {
  async deliveryId({ db, clock, site }, { staff }, ids) {
    const { timeZone } = (await site.current()).business;
    const today = wallTimeAt(clock(), timeZone).date;
    const asked = ids.map(Number);
    const found = await db.select().from(deliveryTable).where(inArray(deliveryTable.id, asked));
    const moved = await db
      .selectDistinct({ id: deliveryEvents.deliveryId, date: deliveryEvents.date })
      .from(deliveryEvents)
      .where(inArray(deliveryEvents.deliveryId, asked));
    const turnsOf = await listTurns(db, asked);
    const dayOf = (date: PlainDate) => ({
      from: instantOf({ date, minuteOfDay: 0 }, timeZone),
      until: instantOf({ date: addDays(date, 1), minuteOfDay: 0 }, timeZone),
    });
    const isOfLate = (date: PlainDate) => date <= today && date >= addDays(today, -UNSENT_DAYS);
    return found.flatMap(({ id, date, driverId }) => {
      const turns = turnsOf.get(id) ?? [];
      const dates = [date, ...moved.filter((one) => one.id === id).map((one) => one.date)];
      const isTheirs =
        driverId === staff.id ||
        dates.some(
          (each) =>
            wasWith(turns, staff.id, dayOf(each)) ||
            (isOfLate(each) && wasWith(turns, null, dayOf(each))),
        );
      return isTheirs ? [id] : [];
    });
  },

  async 'notices.id'({ db }, { staff }, ids) {
    const rows = await db
      .select({ id: driverNotices.id })
      .from(driverNotices)
      .innerJoin(deliveryTable, eq(deliveryTable.id, driverNotices.deliveryId))
      .where(
        and(
          inArray(driverNotices.id, ids.map(Number)),
          or(
            isNull(deliveryTable.driverId),
            eq(deliveryTable.driverId, staff.id),
            eq(driverNotices.driverId, staff.id),
          ),
        ),
      );
    return rows.map(({ id }) => id);
  },

  keys: ownReports,
  reportKey: ownReports,
};

async function ownReports(
  ...[{ db }, { staff }, keys]: Parameters<NonNullable<Whose['ownRun']>[string]>
): Promise<string[]> {
  const rows = await db
    .select({ key: deliveryEvents.key })
    .from(deliveryEvents)
    .where(
      and(inArray(deliveryEvents.key, keys.map(String)), eq(deliveryEvents.staffId, staff.id)),
    );
  return rows.flatMap(({ key }) => key ?? []);
}
