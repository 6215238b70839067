/**
 * Closing windows: what was chosen for each delivery is stored at once, all or nothing, and worked through afterwards by
 * `work-incident.ts`. Whoever closes the same window meanwhile gets the incident that is there.
 */
import { randomUUID } from 'node:crypto';
import { and, arrayOverlaps, desc, eq, inArray, isNull } from 'drizzle-orm';
import type {
  IncidentChoiceRequest,
  IncidentPreviewReply,
  StartIncidentRequest,
} from '#areas/delivery/calls/incidents.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { incidentRows, incidents } from '#areas/order-book/server/tables/incidents.ts';
import { requireSamePreview } from '#areas/order-book/server/same-preview.ts';
import type { PlannedRow } from '#areas/delivery/server/incident/plan-incident.ts';
import { previewIncident } from '#areas/delivery/server/incident/preview-incident.ts';
import { previewHolds } from '#areas/delivery/server/preview-holds.ts';
import { ServiceError } from '#platform/server/errors.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { openSlots } from '#areas/places/server/places.ts';
import { changeSlot } from '#areas/places/server/set-slot.ts';
import { lockSlot } from '#areas/places/server/slot-queries.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';

type Asked = StartIncidentRequest;
type Windows = { date: PlainDate; windows: readonly DeliveryWindow[] };

/** Nobody can book these windows any more. What they have booked is decided afterwards. */
export async function closeSale(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  closed: Windows,
): Promise<SlotReply[]> {
  const { business } = await context.site.current();
  return context.db.transaction(async (tx) => {
    const slots = slotsOf(closed);
    await openSlots(tx, slots, business);
    const replies: SlotReply[] = [];
    for (const slot of slots) {
      const row = await lockSlot(tx, slot);
      replies.push(await changeSlot(tx, context, staff, row, { isActive: false }));
    }
    return replies;
  });
}

/** Throws Conflict `preview_changed` with the new preview, and 403 for refunds without the right. */
export async function startIncident(
  context: Context,
  staff: StaffMember,
  asked: Asked,
): Promise<IncidentPreviewReply> {
  requireRefundRight(staff, asked.rows);
  const { business } = await context.site.current();
  for (const window of asked.windows) await numberRuns(context.db, { date: asked.date, window });
  if (asked.dryRun) {
    const { reply, moves } = await previewIncident(context.db, context, asked, business);
    const held = await previewHolds(context, moves, business);
    const rows = reply.rows.map((row) => {
      const onHold = held.get(row.id) ?? [];
      return onHold.length > 0 ? { ...row, onHold } : row;
    });
    return { ...reply, rows, incidentId: await findOpenIncident(context.db, asked) };
  }
  return context.db.transaction(async (tx) => {
    // Two people who close the same window take turns here, so that the second one finds what the first one chose.
    const slots = slotsOf(asked);
    await openSlots(tx, slots, business);
    for (const slot of slots) await lockSlot(tx, slot);
    const { reply, planned } = await previewIncident(tx, context, asked, business);
    const open = await findOpenIncident(tx, asked);
    if (open !== null) return { ...reply, isDryRun: false, incidentId: open, isJoined: true };
    requireSamePreview(asked.previewHash, reply);
    const incidentId = await store(tx, context, { staff, asked, planned, reply });
    return { ...reply, isDryRun: false, incidentId };
  });
}

function slotsOf({ date, windows }: Windows) {
  return windows.map((window) => ({ date, window })).toSorted(compareSlotKeys);
}

export function requireRefundRight(by: StaffMember, rows: readonly IncidentChoiceRequest[]): void {
  if (!rows.some(({ choice }) => choice === 'refund') || mayDo(by, 'refundOrders')) return;
  throw new ServiceError(
    403,
    'not_allowed',
    'Your role may not refund deliveries (refundOrders). Ask an owner.',
    { right: 'refundOrders' },
  );
}

/** The newest with one of these windows that has rows to attempt or to decide; null: there is none. */
async function findOpenIncident(
  db: Database | Transaction,
  { date, windows }: Windows,
): Promise<number | null> {
  const unfinished = db
    .select({ id: incidentRows.incidentId })
    .from(incidentRows)
    .where(inArray(incidentRows.state, ['waiting', 'failed']));
  const [found] = await db
    .select({ id: incidents.id })
    .from(incidents)
    .where(
      and(
        eq(incidents.date, date),
        arrayOverlaps(incidents.windows, [...windows]),
        isNull(incidents.settledAt),
        inArray(incidents.id, unfinished),
      ),
    )
    .orderBy(desc(incidents.id))
    .limit(1);
  return found?.id ?? null;
}

type NewIncident = {
  staff: StaffMember;
  asked: Asked;
  planned: readonly PlannedRow[];
  reply: IncidentPreviewReply;
};

async function store(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, asked, planned, reply }: NewIncident,
): Promise<number | null> {
  if (planned.length === 0) return null;
  const { date, windows, cause, sameBag, notify } = asked;
  const now = new Date(context.clock());
  const isWork = planned.some(({ choice }) => choice !== 'leave');
  const [incident] = await tx
    .insert(incidents)
    .values({
      date,
      windows,
      cause: cause.trim(),
      sameBag,
      notify,
      changeId: randomUUID(),
      staffId: staff.id,
      createdAt: now,
      settledAt: isWork ? null : now,
    })
    .returning({ id: incidents.id });
  if (!incident) throw new Error('an incident was not stored');
  await tx.insert(incidentRows).values(
    planned.map(({ found: { order, delivery }, choice, to }) => ({
      incidentId: incident.id,
      orderId: order.id,
      deliveryId: delivery.id,
      window: delivery.window,
      stop: delivery.stop,
      choice,
      toDate: to?.date ?? null,
      toWindow: to?.window ?? null,
      state: choice === 'leave' ? ('left' as const) : ('waiting' as const),
      createdAt: now,
    })),
  );
  await recordStart(tx, context, { staff, asked, planned, reply }, incident.id);
  return incident.id;
}

async function recordStart(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, asked, planned, reply }: NewIncident,
  id: number,
): Promise<void> {
  const { date, windows, cause, sameBag, notify } = asked;
  const countOf = (choice: PlannedRow['choice']) =>
    planned.filter((row) => row.choice === choice).length;
  await recordChange(tx, context, {
    staff,
    action: 'run.close_window',
    entity: 'run',
    entityId: `${date} ${windows.join(' ')}`,
    before: null,
    // No amounts: the kitchen may read this.
    after: {
      incident: id,
      windows: windows.map(windowLabel),
      move: countOf('move'),
      refund: countOf('refund'),
      leave: countOf('leave'),
      notReached: reply.leftOut.length,
      orders: reply.rows.map(({ orderNumber }) => orderNumber),
      cause: cause.trim(),
      sameBag,
      notify,
    },
  });
}
