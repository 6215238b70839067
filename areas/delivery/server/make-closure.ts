/**
 * Closing windows or whole days: the sale stops, and what was chosen for each delivery is stored at once, all or nothing, to be
 * worked through by `work-incident.ts`. Anyone who closes the same meanwhile gets the incident that is there.
 */
import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type {
  ClosureReply,
  ClosureRequest,
  IncidentChoiceRequest,
} from '#areas/delivery/calls/incidents.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { withClosure } from '#areas/business/rules/offered-windows.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { incidentRows, incidents } from '#areas/order-book/server/tables/incidents.ts';
import { requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import type { PlannedRow } from '#areas/delivery/server/plan-incident.ts';
import {
  closureOf,
  findToClose,
  listToClose,
  previewClosure,
  slotsOfWindows,
} from '#areas/delivery/server/preview-closure.ts';
import { previewHolds } from '#areas/delivery/server/cancel-within.ts';
import { InvalidRequest, ServiceError } from '#platform/server/errors.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { openSlots } from '#areas/places/server/places.ts';
import { changeFacts } from '#areas/places/server/save-settings.ts';
import { changeSlot, lockSlot } from '#areas/places/server/delivery-slots.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

/**
 * Throws InvalidRequest by field, Conflict `preview_changed` with the new preview, and 403 for moves or refunds without their
 * right.
 */
export async function makeClosure(
  context: Context,
  staff: StaffMember,
  asked: ClosureRequest,
): Promise<ClosureReply> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const last = asked.until;
  if (last !== null && last < today)
    throw new InvalidRequest({ until: `${formatDate(last)} is over` });
  if (asked.booked === 'refund') requireRight(staff, 'refundOrders');
  await numberRuns(context.db, { deliveryIds: await listToClose(context.db, asked) });
  if (asked.dryRun) {
    const toClose = await findToClose(context.db, asked, business);
    const { reply, moves } = await previewClosure(context.db, context, staff, toClose);
    const held = await previewHolds(context, moves, toClose.after);
    const rows = reply.rows.map((row) => {
      const onHold = held.get(row.id) ?? [];
      return onHold.length > 0 ? { ...row, onHold } : row;
    });
    return { ...reply, rows };
  }
  const done = await context.db.transaction(async (tx) => {
    await lockSlots(tx, asked, business);
    const toClose = await findToClose(tx, asked, business);
    const { reply, planned } = await previewClosure(tx, context, staff, toClose);
    const isJoined = planned.length === 0 && reply.inProgress > 0;
    if (!isJoined) requireSamePreview(asked.previewHash, reply);
    requireRightsFor(staff, planned);
    await stopSale(tx, context, staff, asked);
    const now = { ...reply, isDryRun: false, closures: toClose.after.closures };
    if (isJoined) return { ...now, isJoined };
    return { ...now, incidentId: await store(tx, context, { staff, asked, planned, reply }) };
  });
  context.site.renew();
  return done;
}

/** Two people who close the same take turns here, so that the second one finds what the first one chose. */
async function lockSlots(
  tx: Transaction,
  asked: ClosureRequest,
  business: Parameters<typeof openSlots>[2],
): Promise<void> {
  const slots = asked.windows.length > 0 ? slotsOfWindows(asked) : await listBookedSlots(tx, asked);
  await openSlots(tx, slots, business);
  for (const slot of slots) await lockSlot(tx, slot);
}

async function listBookedSlots(tx: Transaction, asked: ClosureRequest): Promise<SlotKey[]> {
  const ids = await listToClose(tx, asked);
  const slots = await tx
    .selectDistinct({ date: deliveries.date, window: deliveries.window })
    .from(deliveries)
    .where(inArray(deliveries.id, ids));
  return slots.toSorted(compareSlotKeys);
}

/** Windows by their switch, whole days by a closure in the settings; anyone who is paying may finish. */
async function stopSale(
  tx: Transaction,
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  asked: ClosureRequest,
): Promise<void> {
  const closure = closureOf(asked);
  if (closure) {
    await changeFacts(tx, context, staff, (facts) => ({ closures: withClosure(facts, closure) }));
    return;
  }
  for (const slot of slotsOfWindows(asked))
    await changeSlot(tx, context, staff, await lockSlot(tx, slot), { isActive: false });
}

function requireRightsFor(staff: StaffMember, planned: readonly PlannedRow[]): void {
  if (planned.some(({ choice }) => choice === 'move')) requireRight(staff, 'moveDeliveries');
  requireRefundRight(staff, planned);
}

export function requireRefundRight(
  by: StaffMember,
  rows: readonly Pick<IncidentChoiceRequest, 'choice'>[],
): void {
  if (rows.some(({ choice }) => choice === 'refund')) requireRight(by, 'refundOrders');
}

function requireRight(by: StaffMember, right: StaffRight): void {
  if (mayDo(by, right)) return;
  const deed = right === 'refundOrders' ? 'refund' : 'move';
  throw new ServiceError(
    403,
    'not_allowed',
    `Your role may not ${deed} deliveries (${right}). Ask an owner.`,
    { right },
  );
}

type NewIncident = {
  staff: StaffMember;
  asked: ClosureRequest;
  planned: readonly PlannedRow[];
  reply: ClosureReply;
};

async function store(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { staff, asked, planned, reply }: NewIncident,
): Promise<number | null> {
  if (planned.length === 0) return null;
  const { from, until, windows, cause, sameBag, notify } = asked;
  const now = new Date(context.clock());
  const isWork = planned.some(({ choice }) => choice !== 'leave');
  const [incident] = await tx
    .insert(incidents)
    .values({
      date: from,
      until,
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
      date: delivery.date,
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
  const { from, until, windows, cause, sameBag, notify } = asked;
  const countOf = (choice: PlannedRow['choice']) =>
    planned.filter((row) => row.choice === choice).length;
  await recordChange(tx, context, {
    staff,
    action: 'run.close_window',
    entityId: [from, ...windows].join(' '),
    // No amounts: the kitchen may read this.
    after: {
      incident: id,
      until,
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
