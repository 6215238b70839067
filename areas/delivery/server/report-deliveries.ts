import { DAY_MS } from '#platform/rules/durations.ts';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, type SQL, lt } from 'drizzle-orm';
import type { DeliveryChangesReply } from '#areas/orders/calls/deliveries.ts';
import { type Reporter, UNDO_SECONDS } from '#areas/order-book/rules/delivery.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { restoreCooked } from '#areas/order-book/server/item-food.ts';
import { readGate } from '#areas/order-book/server/step-gate.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type DeliveryEventRow,
  deliveryEvents,
  deliveryPhotos,
} from '#areas/order-book/server/tables/deliveries.ts';
import { changeDelivery, type OneReport } from '#areas/delivery/server/change-delivery.ts';
import { startRun } from './driver-runs.ts';
import { lockDelivery, updateDelivery } from './list-deliveries.ts';
import { followDeliveries, takeBackNews } from './tell-of-delivery.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { NotFound, ServiceError } from '#platform/server/errors.ts';
import {
  listDeliveryEvents,
  recordDeliveryEvents,
  standingOf,
} from '#areas/order-book/server/delivery-events.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { encodePhoto } from '#areas/menu/server/open-pictures.ts';

type ReportedRow = DeliveryChangesReply['results'][number];

/** A tap in the last second still has a way to go. */
const GRACE_SECONDS = 5;

/**
 * Sets deliveries to a status, as far as they can be: a result for each, in the sequence sent. The reply's `changeId` takes
 * all of it back within ten seconds.
 */
export async function reportDeliveries(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  sender: { staff: StaffMember; by: Reporter },
  reports: readonly OneReport[],
): Promise<DeliveryChangesReply> {
  const { business } = await context.site.current();
  const changeId = randomUUID();
  const results: ReportedRow[] = [];
  for (const report of reports) {
    if (report.starts) {
      const now = context.clock();
      const at = Math.min(report.at ? Date.parse(report.at) : now, now);
      await startRun(context, sender.staff, { deliveryId: report.id, at });
    }
    const result = await context.db.transaction((tx) =>
      changeDelivery(tx, context, report, {
        ...sender,
        changeId,
        timeZone: business.timeZone,
        business,
      }),
    );
    results.push(result ?? missing(report.id));
  }
  return { changeId, results };
}

function missing(id: number): ReportedRow {
  const message = 'There is no such delivery.';
  return { id, ok: false, status: 'cancelled', version: 1, code: 'not_found', message };
}

/**
 * Takes back everything that one tap changed, for the person who tapped. What has changed again since stays. Throws
 * NotFound.
 */
export async function undoChange(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  changeId: string,
): Promise<DeliveryChangesReply> {
  const made = await findReports(context, staff, eq(deliveryEvents.changeId, changeId));
  if (made.length === 0) throw new NotFound('This change');
  return takeAllBack(context, staff, made);
}

/** The same for reports of a phone, by their keys; one that never came, or decided nothing, is left out. */
export async function undoReports(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  keys: readonly string[],
): Promise<DeliveryChangesReply> {
  const made = await findReports(context, staff, inArray(deliveryEvents.key, [...keys]));
  return takeAllBack(context, staff, made);
}

async function findReports(
  { db }: Pick<Context, 'db'>,
  staff: StaffMember,
  which: SQL,
): Promise<DeliveryEventRow[]> {
  return db
    .select()
    .from(deliveryEvents)
    .where(
      and(
        which,
        eq(deliveryEvents.staffId, staff.id),
        eq(deliveryEvents.isDecisive, true),
        isNull(deliveryEvents.undoes),
      ),
    )
    .orderBy(asc(deliveryEvents.id));
}

async function takeAllBack(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  made: readonly DeliveryEventRow[],
): Promise<DeliveryChangesReply> {
  const { business } = await context.site.current();
  const undo = randomUUID();
  const results: ReportedRow[] = [];
  for (const event of made) {
    results.push(
      await context.db.transaction((tx) =>
        takeBack(tx, context, event, { staff, changeId: undo, business }),
      ),
    );
  }
  return { changeId: undo, results };
}

async function takeBack(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'foodBars'>,
  event: DeliveryEventRow,
  { staff, changeId, business }: { staff: StaffMember; changeId: string; business: BusinessFacts },
): Promise<ReportedRow> {
  const locked = await lockDelivery(tx, event.deliveryId);
  if (!locked) return missing(event.deliveryId);
  const { order, delivery } = locked;
  const { id, status, version } = delivery;
  const now = context.clock();
  const lateMs = now - event.receivedAt.getTime() - (UNDO_SECONDS + GRACE_SECONDS) * 1000;
  if (lateMs > 0) {
    const message = `Undo works for ${UNDO_SECONDS} seconds. Set the status instead.`;
    return { id, ok: false, status, version, code: 'too_late', message };
  }
  const before = await findBefore(tx, event);
  if (before === 'overtaken') {
    const message = 'This delivery has changed again since.';
    return { id, ok: false, status, version, code: 'changed_meanwhile', message };
  }
  if (event.foodBefore) await restoreCooked(tx, id, event.foodBefore);
  // Back into a bag or the van is a step like any other.
  const isBagged = event.statusBefore === 'packed' || event.statusBefore === 'out';
  const gate = isBagged
    ? await readGate(tx, delivery, { at: now, business, foodBars: context.foodBars })
    : null;
  const failedFood = event.statusBefore === 'packed' ? gate?.failedFood : null;
  const held = gate?.held ?? failedFood ?? null;
  // What is on the road of a cancelled order stays there, whatever is in it.
  const isBackOut = isCalledBack(order, { status: event.statusBefore });
  const back = held === null || isBackOut ? event.statusBefore : 'cooked';
  const after = await updateDelivery(tx, delivery, {
    status: back,
    statusAt: before?.at ?? null,
    statusBy: before?.staffId ?? null,
    flag: isBackOut ? 'after_cancel' : null,
    flagSeenAt: null,
    flagSeenBy: null,
  });
  const [eventId = 0] = await recordDeliveryEvents(tx, [
    {
      delivery,
      status: back,
      reason: held ?? '',
      place: before?.place ?? '',
      isDecisive: true,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      undoes: event.id,
    },
  ]);
  await takeBackNews(tx, context, { order, delivery: after, eventId, business });
  await followDeliveries(tx, context, { order, delivery, after, staff });
  await followFood(tx, context, [order.id], { facts: business });
  return { id, ok: true, status: after.status, version: after.version };
}

/** The event that had decided before this one; null: none had. */
async function findBefore(
  tx: Transaction,
  event: DeliveryEventRow,
): Promise<DeliveryEventRow | null | 'overtaken'> {
  const decisive = standingOf(await listDeliveryEvents(tx, [event.deliveryId]));
  if (decisive.at(-1)?.id !== event.id) return 'overtaken';
  return decisive.at(-2) ?? null;
}

/** Photos of where bags were left: stored, and deleted when they have served their purpose. */
const KEPT_DAYS = 30;

/**
 * Binds a photo to the report with this key, without the place and camera that a phone writes into it. Sent twice, the
 * first one stays. Throws NotFound, and InvalidRequest for what is not a picture.
 */
export async function storeDeliveryPhoto(
  context: Pick<Context, 'db' | 'clock'>,
  { key, sent }: { key: string; sent: Buffer },
): Promise<void> {
  const [event] = await context.db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(eq(deliveryEvents.key, key));
  if (!event) throw new NotFound('The report of this photo');
  const bytes = await encodePhoto(sent);
  await context.db
    .insert(deliveryPhotos)
    .values({ eventId: event.id, bytes, createdAt: new Date(context.clock()) })
    .onConflictDoNothing();
}

export async function purgeDeliveryPhotos({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(deliveryPhotos)
    .where(lt(deliveryPhotos.createdAt, new Date(clock() - KEPT_DAYS * DAY_MS)));
}

/**
 * A phone or tablet keeps what was said on it when someone else signs in: it is not theirs to send. Throws ServiceError
 * 401 `other_person`; undefined: anyone who is signed in.
 */
export function refuseOtherPerson(staff: StaffMember, staffId: string | undefined): void {
  if (staffId === undefined || staff.id === staffId) return;
  throw new ServiceError(401, 'other_person', 'Someone else is signed in on this phone or tablet.');
}
