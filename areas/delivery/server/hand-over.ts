/** A driver can't go on: the rest of their day goes to one or two others. Neither phone need be reached. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { handOver as call, HandOverReply } from '#areas/delivery/calls/drivers.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { maybeDone, splitEvenly } from '#areas/order-book/rules/split-stops.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries, runs } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { requireDrivers } from '#areas/delivery/server/arrange-run.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { type Driver, setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import { lockRun, numberRuns } from '#areas/order-book/server/number-runs.ts';
import { findLastReport } from '#areas/order-book/server/road.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Asked = z.output<typeof call.body>;

/**
 * With `dryRun` only what would happen. Otherwise all of it or nothing. Throws InvalidRequest, or Conflict
 * `preview_changed` with the preview that is true now.
 */
export async function handOver(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  asked: Asked,
): Promise<HandOverReply> {
  const { business } = await context.site.current();
  const now = context.clock();
  const date = asked.date ?? wallTimeAt(now, business.timeZone).date;
  await numberRuns(context.db, { date });
  return context.db.transaction(async (tx) => {
    if (!asked.dryRun) {
      const theirs = await listStopsOf(tx, asked.from, date);
      for (const window of inTimeOrder(theirs.map((stop) => stop.window)))
        await lockRun(tx, { date, window });
    }
    await requireDrivers(tx, 'to', asked.to);
    const preview = await previewOf(tx, asked, { date, now });
    if (asked.dryRun) return preview;
    requireSamePreview(asked.previewHash, preview);
    await give(tx, context, { staff, preview, date, now });
    return preview;
  });
}

async function previewOf(
  tx: Transaction,
  { from, to }: Asked,
  { date, now }: { date: PlainDate; now: Instant },
): Promise<HandOverReply> {
  const ofDriver = await listStopsOf(tx, from, date);
  const windows = [...Map.groupBy(ofDriver, ({ window }) => window).values()];
  const newsAt = await findLastReport(tx, from, date);
  const asking = new Set(
    windows.flatMap((stops) => maybeDone(stops, newsAt, now)).map(({ id }) => id),
  );
  const rest = ofDriver.filter(({ status }) => !isEnded(status));
  const drivers = await describeDrivers(tx, [from, ...to]);
  const parts = splitEvenly(rest, to.length);
  const stops = parts.flatMap((part, index) =>
    part.map(({ id, stop, window, name }) => ({
      id,
      stop,
      timeSlot: window,
      name,
      to: driverIn(drivers, to[index] ?? ''),
      isMaybeDone: asking.has(id),
    })),
  );
  return {
    from: driverIn(drivers, from),
    lastReportAt: newsAt === null ? null : new Date(newsAt).toISOString(),
    stops,
    previewHash: hashOf(
      from,
      to,
      rest.map(({ id, version, stop, window }) => [id, version, stop, window]),
    ),
  };
}

async function give(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    staff,
    preview: { from, stops },
    date,
    now,
  }: { staff: StaffMember; preview: HandOverReply; date: PlainDate; now: Instant },
): Promise<void> {
  if (stops.length === 0)
    throw new InvalidRequest({ from: `${from.name} has no open stops on this day` });
  for (const [driverId, theirs] of Map.groupBy(stops, ({ to }) => to.id)) {
    const ids = theirs.map(({ id }) => id);
    await setDriver(tx, ids, { driverId, at: now, staffId: staff.id });
  }
  const by = `${staff.firstName} ${staff.lastName}`;
  for (const [window, theirs] of Map.groupBy(stops, ({ timeSlot }) => timeSlot)) {
    const isRun = and(eq(runs.date, date), eq(runs.window, window));
    const [run] = await tx.select().from(runs).where(isRun);
    const version = (run?.version ?? 0) + 1;
    await tx.update(runs).set({ version, arrangedBy: by }).where(isRun);
    await recordChange(tx, context, {
      staff,
      action: 'run.hand_over',
      entityId: `${date} ${window}`,
      before: { version: run?.version, driver: from.name },
      after: {
        version,
        drivers: [...Map.groupBy(theirs, ({ to }) => to.name)].map(([driver, part]) => ({
          driver,
          stops: part.map(({ stop }) => stop),
        })),
      },
    });
  }
}

/** By window and stop; those with an ending too. */
async function listStopsOf(db: Database | Transaction, driverId: string, date: PlainDate) {
  const rows = await db
    .select({ delivery: deliveries, customer: orders, recipient: orders.recipient })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.driverId, driverId), eq(deliveries.date, date)));
  return rows
    .map(({ delivery, customer, recipient }) => ({
      ...delivery,
      stop: delivery.stop ?? 0,
      name: customerName(handedTo({ customer, recipient })),
    }))
    .toSorted((a, b) => compareSlotKeys(a, b) || a.stop - b.stop);
}

/** Also of those who may not drive any more. */
async function describeDrivers(tx: Transaction, ids: readonly string[]): Promise<Driver[]> {
  const rows = await tx
    .select()
    .from(staffTable)
    .where(inArray(staffTable.id, [...ids]))
    .orderBy(asc(staffTable.id));
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`.trim(),
  }));
}

function driverIn(drivers: readonly Driver[], id: string): Driver {
  const driver = drivers.find((one) => one.id === id);
  if (!driver) throw new InvalidRequest({ from: 'There is no such member of staff' });
  return driver;
}
