/** Closed windows as staff see them: what was chosen for each delivery, and how far it has come. */
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { IncidentReply, IncidentSummary } from '#areas/delivery/calls/incidents.ts';
import { type IncidentCounts, INCIDENT_ROW_STATES } from '#areas/order-book/rules/incident.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { SPREAD_DAYS } from '#areas/order-book/rules/spread-deliveries.ts';
import { freeWindows } from '#areas/delivery/server/incident/plan-incident.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  type IncidentRecord,
  incidentRows,
  incidents,
} from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import { NotFound } from '#platform/server/errors.ts';

/** Those that are worked through or need a person, the newest first. */
export async function listIncidents(db: Database): Promise<IncidentSummary[]> {
  const rows = await db
    .select({ incident: incidents, startedBy: staff })
    .from(incidents)
    .innerJoin(staff, eq(staff.id, incidents.staffId))
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
    summaryOf(incident, nameOf(startedBy), statesOf.get(incident.id) ?? []),
  );
}

/** Throws NotFound. */
export async function getIncident(
  { db, site }: Pick<Context, 'db' | 'site'>,
  id: number,
): Promise<IncidentReply> {
  const [found] = await db
    .select({ incident: incidents, startedBy: staff })
    .from(incidents)
    .innerJoin(staff, eq(staff.id, incidents.staffId))
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
      nameOf(startedBy),
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
      timeSlot: row.window,
      choice: row.choice,
      to: row.toDate && row.toWindow ? { date: row.toDate, timeSlot: row.toWindow } : null,
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
    timeSlot: window,
    free,
    taken: 0,
  }));
}

/** Anyone who has not given a name signs in by email. */
function nameOf({ firstName, lastName, email }: typeof staff.$inferSelect): string {
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

const HEADING = [
  'Order',
  'Customer',
  'Stop',
  'Was',
  'Chosen',
  'Now',
  'Result',
  'Refund',
  'Told',
  'Why',
];

export function incidentCsv({ rows }: IncidentReply): string {
  return toCsv([
    HEADING,
    ...rows.map((row) => [
      row.orderNumber,
      row.customer,
      row.stop,
      `${row.date} ${windowLabel(row.timeSlot)}`,
      row.choice,
      row.to ? `${row.to.date} ${windowLabel(row.to.timeSlot)}` : null,
      row.state,
      row.amount,
      row.isTold ? 'yes' : 'no',
      row.message,
    ]),
  ]);
}
