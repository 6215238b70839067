/** Which deliveries, reports and notices a driver may know of. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { wasWith } from '#areas/order-book/rules/stop-owner.ts';
import type { Whose } from '#platform/server/http/about.ts';
import { listTurns } from '#areas/order-book/server/delivery-drivers.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/delivery-events.ts';
import { driverNotices } from '#areas/order-book/server/tables/driver-notices.ts';

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
    const found = await db.select().from(deliveries).where(inArray(deliveries.id, asked));
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
      .innerJoin(deliveries, eq(deliveries.id, driverNotices.deliveryId))
      .where(
        and(
          inArray(driverNotices.id, ids.map(Number)),
          or(
            isNull(deliveries.driverId),
            eq(deliveries.driverId, staff.id),
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
