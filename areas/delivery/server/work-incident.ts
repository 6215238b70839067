/**
 * Works through the rows of closed windows, each in a transaction of its own: its place, its state, its money, its message,
 * and the row itself. A process that is killed leaves a row as it was, and the next one goes on.
 */
import { SECOND_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { retryWait } from '#platform/rules/due-work.ts';
import { slotText, judgeMoveKept } from '#areas/order-book/rules/move-delivery.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/order-account.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type IncidentRecord,
  type IncidentRow,
  incidentRows,
  incidents,
} from '#areas/order-book/server/tables/incidents.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { findHeld, deliveryIn, type FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from '#areas/delivery/server/list-deliveries.ts';
import { cancelWithin } from '#areas/delivery/server/cancel-within.ts';
import { putElsewhere } from '#areas/delivery/server/put-elsewhere.ts';
import { Conflict, ServiceError } from '#platform/server/errors.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { doDueWork, type DueWork } from '#platform/server/queue/due-work.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** A row takes a fraction of that: anyone who has not come back was killed, or the database was. */
const CLAIM_MS = 10 * SECOND_MS;
const MOST_ATTEMPTS = 8;

const GIVEN_UP = {
  state: 'failed',
  code: 'error',
  message: 'Something went wrong. Try this one again.',
} as const;

export const incidentWork: DueWork<IncidentRow, Context, 'done' | 'failed'> = {
  table: incidentRows,
  isOpen: eq(incidentRows.state, 'waiting'),
  isGivenUp: sql`${eq(incidentRows.state, 'failed')} and exists (
    select 1 from ${incidents} where ${incidents.id} = ${incidentRows.incidentId}
      and ${incidents.settledAt} is null)`,
  since: incidentRows.createdAt,
  order: [incidentRows.id],
  claimMs: CLAIM_MS,
  async tryRow(context, { id }) {
    const { business } = await context.site.current();
    try {
      // It has written the row too, or another did.
      return await context.db.transaction((tx) => settleRow(tx, context, { id, business }));
    } catch (error) {
      // No place left, disputed, or with a driver by now: everything of this delivery is as it was.
      if (!(error instanceof ServiceError)) throw error;
      const { code, message } = error;
      return { is: 'failed', set: { state: 'failed', code, message } };
    }
  },
  waitMs: ({ tries }) =>
    tries >= MOST_ATTEMPTS
      ? null
      : retryWait({ firstMs: SECOND_MS, factor: 2, longestMs: 60 * SECOND_MS }, tries),
  givenUp: GIVEN_UP,
  logFields: ({ id, incidentId }) => ({ incidentId, incidentRowId: id }),
  says: {
    triedAgain: 'a delivery of a closed window could not be settled yet',
    givenUp: 'a delivery of a closed window could not be settled: someone has to decide on it',
  },
};

/** Everything that is due. By the clock, and at once when a window is closed. */
export async function settleIncidents(context: Context): Promise<number> {
  const results = await doDueWork(context, incidentWork);
  await settleFinished(context);
  return results.length;
}

/** Nothing of it waits or has failed: it is shown no longer. */
async function settleFinished({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const unfinished = db
    .select({ id: incidentRows.id })
    .from(incidentRows)
    .where(
      and(
        eq(incidentRows.incidentId, incidents.id),
        inArray(incidentRows.state, ['waiting', 'failed']),
      ),
    );
  await db
    .update(incidents)
    .set({ settledAt: new Date(clock()) })
    .where(and(isNull(incidents.settledAt), notExists(unfinished)));
}

async function settleRow(
  tx: Transaction,
  context: Context,
  { id, business }: { id: number; business: BusinessFacts },
): Promise<{ is: 'done' }> {
  // Anyone who was taken for dead may be alive: the second one waits here, and finds it done.
  const [row] = await tx.select().from(incidentRows).where(eq(incidentRows.id, id)).for('update');
  if (!row || row.state !== 'waiting') return { is: 'done' };
  const [incident] = await tx.select().from(incidents).where(eq(incidents.id, row.incidentId));
  if (!incident) throw new Error(`incident ${row.incidentId} is gone`);
  const done = await settleDelivery(tx, context, { row, incident, business });
  await tx
    .update(incidentRows)
    .set({
      ...done,
      state: 'done',
      code: null,
      message: null,
      doneAt: new Date(context.clock()),
      nextTryAt: null,
    })
    .where(eq(incidentRows.id, id));
  return { is: 'done' };
}

type OneRow = { row: IncidentRow; incident: IncidentRecord; business: BusinessFacts };

/** Throws Conflict with the reason why it cannot be done as chosen. */
async function settleDelivery(
  tx: Transaction,
  context: Context,
  { row, incident, business }: OneRow,
): Promise<Pick<IncidentRow, 'isTold' | 'refundCents'>> {
  const locked = await lockDelivery(tx, row.deliveryId);
  const found = locked && deliveryIn(await loadOrder(tx, locked.order), row.deliveryId);
  if (!locked || !found) throw new Conflict('no_delivery', 'There is no such delivery any more.');
  const to = row.toDate && row.toWindow ? { date: row.toDate, window: row.toWindow } : null;
  requireStillThere(found, { row, to });
  const { changeId, notify, cause } = incident;
  const staff = await getStaff(tx, incident.staffId);
  const doing = { ...locked, staff, business, changeId };
  if (!to) {
    const verdict = judgeDeliveryRefund(found.order, found.delivery);
    if (verdict.outcome === 'refused') throw new Conflict(verdict.code, verdict.message);
    const closed = incident.windows.length > 0 ? 'Window closed' : 'Day closed';
    const reason = cause === '' ? closed : `${closed}: ${cause}`;
    const { refund } = await cancelWithin(tx, context, {
      row: locked.order,
      before: found.order,
      itemIds: new Set(verdict.itemIds),
      money: 'full',
      reason,
      notify,
      staff,
      site: await context.site.current(),
      changeId,
    });
    return { refundCents: refund?.amountCents ?? 0, isTold: notify && refund !== null };
  }
  const now = wallTimeAt(context.clock(), business.timeZone);
  const isOnHold = (await findHeld(tx, [found], business)).size > 0;
  const how = { keeps: incident.sameBag, isOnHold, now, facts: business };
  const { to: target, verdict } = judgeMoveKept(found.order, found.delivery, to, how);
  if (verdict.outcome === 'refused') throw new Conflict(verdict.code, verdict.message);
  // Someone has moved it there by hand.
  if (verdict.outcome === 'there') return { refundCents: null, isTold: false };
  await putElsewhere(tx, context, { ...doing, found, to: target, verdict, cause, notify });
  return { refundCents: null, isTold: notify };
}

/** What was decided for a delivery of the closed window is not done to one that is somewhere else by now. */
function requireStillThere(
  { delivery }: FoundDelivery,
  { row, to }: Pick<OneRow, 'row'> & { to: SlotKey | null },
): void {
  const isAt = (slot: SlotKey | null) =>
    slot !== null && delivery.date === slot.date && delivery.window === slot.window;
  if (isAt(row) || isAt(to)) return;
  throw new Conflict('moved_meanwhile', `Someone has moved it to ${slotText(delivery)}.`);
}

/** In whose name it is done, also when they are signed out by now. */
async function getStaff(tx: Transaction, id: string): Promise<StaffMember> {
  const { email, firstName, lastName, role } = staffTable;
  const [member] = await tx
    .select({ id: staffTable.id, email, firstName, lastName, role })
    .from(staffTable)
    .where(eq(staffTable.id, id));
  if (!member) throw new Error(`member of staff ${id} is gone`);
  return member;
}
