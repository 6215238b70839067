import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  type IncidentReply,
  type IncidentSummary,
  type IncidentChoiceRequest,
  downloadIncident,
  getIncident as getIncidentCall,
  listIncidents as listIncidentsCall,
  makeClosure as makeClosureCall,
  retryIncident as retryIncidentCall,
  settleIncident as settleIncidentCall,
} from '#areas/delivery/calls/incidents.ts';
import {
  type IncidentCounts,
  INCIDENT_ROW_STATES,
  SPREAD_DAYS,
} from '#areas/order-book/rules/incident.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { freeWindows } from '#areas/delivery/server/plan-incident.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type IncidentRecord,
  incidentRows,
  incidents,
  type IncidentRow,
} from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { sendCsv, csvOf, type CsvColumns } from '#platform/server/drawing/csv.ts';
import { NotFound, Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { type First, findFirst, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { requireRefundRight, makeClosure } from '#areas/delivery/server/make-closure.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';

export async function listIncidents(db: Database): Promise<IncidentSummary[]> {
  const rows = await db
    .select({ incident: incidents, startedBy: staffTable })
    .from(incidents)
    .innerJoin(staffTable, eq(staffTable.id, incidents.staffId))
    .where(
      and(
        isNull(incidents.settledAt),
        inArray(incidents.id, db.select({ id: incidentRows.incidentId }).from(incidentRows)),
      ),
    )
    .orderBy(desc(incidents.id));
  const ids = rows.map(({ incident }) => incident.id);
  const states = await db
    .select({ incidentId: incidentRows.incidentId, state: incidentRows.state })
    .from(incidentRows)
    .where(inArray(incidentRows.incidentId, ids));
  const statesOf = Map.groupBy(states, ({ incidentId }) => incidentId);
  return rows.map(({ incident, startedBy }) =>
    summaryOf(incident, staffName(startedBy), statesOf.get(incident.id) ?? []),
  );
}

/** Throws NotFound. */
async function getIncident(
  { db, site }: Pick<Context, 'db' | 'site'>,
  id: number,
): Promise<IncidentReply> {
  const [found] = await db
    .select({ incident: incidents, startedBy: staffTable })
    .from(incidents)
    .innerJoin(staffTable, eq(staffTable.id, incidents.staffId))
    .where(eq(incidents.id, id));
  if (!found) throw new NotFound('This closed window');
  const { incident, startedBy } = found;
  const rows = await db
    .select({
      row: incidentRows,
      orderNumber: orders.number,
      firstName: orders.firstName,
      lastName: orders.lastName,
    })
    .from(incidentRows)
    .innerJoin(orders, eq(orders.id, incidentRows.orderId))
    .where(eq(incidentRows.incidentId, id))
    .orderBy(asc(incidentRows.id));
  const { cause, notify, note } = incident;
  const hasFailed = rows.some(({ row }) => row.state === 'failed');
  return {
    ...summaryOf(
      incident,
      staffName(startedBy),
      rows.map(({ row }) => row),
    ),
    cause,
    notify,
    note,
    rows: rows.map(({ row, orderNumber, firstName, lastName }) => ({
      id: row.id,
      deliveryId: row.deliveryId,
      orderId: row.orderId,
      orderNumber,
      customer: customerName({ firstName, lastName }),
      stop: row.stop,
      date: row.date,
      window: row.window,
      choice: row.choice,
      to: row.toDate && row.toWindow ? { date: row.toDate, window: row.toWindow } : null,
      state: row.state,
      message: row.message,
      amount: row.refundCents === null ? null : formatAmount(row.refundCents),
      isTold: row.isTold,
      doneAt: row.doneAt?.toISOString() ?? null,
    })),
    places: hasFailed ? await listFree(db, incident, (await site.current()).business) : [],
  };
}

async function listFree(
  db: Database,
  incident: IncidentRecord,
  business: BusinessFacts,
): Promise<IncidentReply['places']> {
  const { date, until } = incident;
  const slots = await listSlotStates(db, date, addDays(until ?? date, SPREAD_DAYS));
  return freeWindows(incident, slots, business).map(({ date: day, window, free }) => ({
    date: day,
    window,
    free,
    taken: 0,
  }));
}

/** Anyone who has not given a name signs in by email. */
function staffName({ firstName, lastName, email }: typeof staffTable.$inferSelect): string {
  return `${firstName} ${lastName}`.trim() || email;
}

function summaryOf(
  { id, date, until, windows, createdAt, settledAt }: IncidentRecord,
  by: string,
  rows: readonly { state: keyof IncidentCounts }[],
): IncidentSummary {
  const counts = Object.fromEntries(
    INCIDENT_ROW_STATES.map((state) => [state, rows.filter((row) => row.state === state).length]),
  ) as IncidentCounts;
  return {
    id,
    date,
    until,
    windows,
    startedAt: createdAt.toISOString(),
    by,
    counts,
    isSettled: settledAt !== null,
  };
}

const COLUMNS: CsvColumns<IncidentReply['rows'][number]> = {
  Order: ({ orderNumber }) => orderNumber,
  Customer: ({ customer }) => customer,
  Stop: ({ stop }) => stop,
  Was: ({ date, window }) => `${date} ${windowLabel(window)}`,
  Chosen: ({ choice }) => choice,
  Now: ({ to }) => to && `${to.date} ${windowLabel(to.window)}`,
  Result: ({ state }) => state,
  Refund: ({ amount }) => amount,
  Told: ({ isTold }) => (isTold ? 'yes' : 'no'),
  Why: ({ message }) => message,
};

// What failed of a closed window: attempted again, perhaps with another choice, or left as it is with a note.

type IncidentContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws NotFound, InvalidRequest for a delivery that has not failed, and 403 for refunds without the right. */
async function retryIncident(
  context: IncidentContext,
  staff: StaffMember,
  { id, rows }: { id: number; rows: readonly IncidentChoiceRequest[] },
): Promise<IncidentReply> {
  await context.db.transaction(async (tx) => {
    const incident = await lockIncident(tx, id);
    const failed = await listRows(tx, id, 'failed');
    const stray = rows.find((row) => !failed.some(({ deliveryId }) => deliveryId === row.id));
    if (stray) throw new InvalidRequest({ rows: `Delivery ${stray.id} has not failed here` });
    const chosen = new Map(rows.map((row) => [row.id, row]));
    const decided = failed.map((row) => decide(row, chosen.get(row.deliveryId)));
    requireRefundRight(staff, decided);
    for (const { id: rowId, deliveryId: _, ...set } of decided)
      await tx.update(incidentRows).set(set).where(eq(incidentRows.id, rowId));
    if (decided.length === 0) return;
    await tx
      .update(incidents)
      .set({ settledAt: null, note: null })
      .where(eq(incidents.id, incident.id));
    await record(tx, context, {
      staff,
      incident,
      action: 'run.retry_window',
      after: { attempted: decided.length },
    });
  });
  return getIncident(context, id);
}

function decide(row: IncidentRow, asked: IncidentChoiceRequest | undefined) {
  const { choice } = asked ?? row;
  const to = asked
    ? { date: asked.date, window: asked.window }
    : { date: row.toDate, window: row.toWindow };
  return {
    id: row.id,
    deliveryId: row.deliveryId,
    choice,
    toDate: to.date ?? null,
    toWindow: to.window ?? null,
    state: choice === 'leave' ? ('left' as const) : ('waiting' as const),
    code: null,
    message: null,
    tries: 0,
    nextTryAt: null,
  };
}

/** Throws NotFound, or Conflict `still_running` or `already_settled`. */
async function settleIncident(
  context: IncidentContext,
  staff: StaffMember,
  { id, note }: { id: number; note: string },
): Promise<IncidentReply> {
  await context.db.transaction(async (tx) => {
    const incident = await lockIncident(tx, id);
    if (incident.settledAt !== null) {
      // The same twice is one; a note of someone else is not dropped without a word.
      if (incident.note === note.trim()) return;
      const first = (await findWhoSettled(tx, id)) ?? { by: null, at: incident.settledAt };
      throw new Conflict('already_settled', await sayWhoWasFirst(context, first));
    }
    if ((await listRows(tx, id, 'waiting')).length > 0)
      throw new Conflict('still_running', 'It is not done yet. Wait until every row is done.');
    const settledAt = new Date(context.clock());
    await tx.update(incidents).set({ settledAt, note: note.trim() }).where(eq(incidents.id, id));
    const left = (await listRows(tx, id, 'failed')).length;
    await record(tx, context, {
      staff,
      incident,
      action: 'run.settle_window',
      after: { left, note: note.trim() },
    });
  });
  return getIncident(context, id);
}

function findWhoSettled(tx: Transaction, id: number): Promise<First | null> {
  return findFirst(
    tx,
    and(
      eq(auditLog.action, 'run.settle_window'),
      sql`(${auditLog.after} ->> 'incident')::int = ${id}`,
    ),
  );
}

async function lockIncident(tx: Transaction, id: number): Promise<IncidentRecord> {
  const [incident] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  if (!incident) throw new NotFound('This closed window');
  return incident;
}

function listRows(tx: Transaction, id: number, state: IncidentRow['state']) {
  return tx
    .select()
    .from(incidentRows)
    .where(and(eq(incidentRows.incidentId, id), eq(incidentRows.state, state)));
}

function record(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    staff,
    incident: { id, date, windows },
    action,
    after,
  }: {
    staff: StaffMember;
    incident: IncidentRecord;
    action: 'run.retry_window' | 'run.settle_window';
    after: object;
  },
): Promise<void> {
  const entityId = [date, ...windows].join(' ');
  return recordChange(tx, context, {
    staff,
    action,
    entityId,
    after: { incident: id, ...after },
  });
}

export function registerIncidentRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, makeClosureCall, ({ body, staff }) => makeClosure(context, staff, body));

  staffRoute(app, listIncidentsCall, () => listIncidents(context.db));

  staffRoute(app, getIncidentCall, ({ params }) => getIncident(context, params.id));

  staffRoute(app, retryIncidentCall, ({ params, body, staff }) =>
    retryIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, settleIncidentCall, ({ params, body, staff }) =>
    settleIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, downloadIncident, async ({ params, reply }) => {
    const incident = await getIncident(context, params.id);
    const name = `closed-${incident.date}-${incident.id}.csv`;
    return sendCsv(reply, name, csvOf(COLUMNS, incident.rows));
  });
}
