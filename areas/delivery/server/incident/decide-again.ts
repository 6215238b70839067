/** What failed of a closed window: attempted again, perhaps with another choice, or left as it is with a note. */
import { and, eq } from 'drizzle-orm';
import type { IncidentChoiceRequest, IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type IncidentRecord,
  type IncidentRow,
  incidentRows,
  incidents,
} from '#areas/order-book/server/tables/incidents.ts';
import { getIncident } from '#areas/delivery/server/incident/read-incident.ts';
import { requireRefundRight } from '#areas/delivery/server/incident/make-closure.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws NotFound, InvalidRequest for a delivery that has not failed, and 403 for refunds without the right. */
export async function retryIncident(
  context: Needs,
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
    ? { date: asked.date, window: asked.timeSlot }
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

/** Throws NotFound, or Conflict `still_running`. */
export async function settleIncident(
  context: Needs,
  staff: StaffMember,
  { id, note }: { id: number; note: string },
): Promise<IncidentReply> {
  await context.db.transaction(async (tx) => {
    const incident = await lockIncident(tx, id);
    if (incident.settledAt !== null) return;
    if ((await listRows(tx, id, 'waiting')).length > 0)
      throw new Conflict('still_running', 'It is not done yet. Wait until every row had its turn.');
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
