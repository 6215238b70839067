/**
 * Takes deliveries to another date or window. Each is a transaction of its own: its place, its meals, its state and its
 * message. What was done stays when the rest fails, and the same call again does the rest.
 */
import { randomUUID } from 'node:crypto';
import type {
  MovedDelivery,
  MoveDeliveriesReply,
  MoveDeliveriesRequest,
} from '#areas/orders/calls/move-or-cancel.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';
import {
  judgeMoveKept,
  type MoveTo,
  type MoveVerdict,
  slotText,
} from '#areas/order-book/rules/move-delivery.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import {
  deliveryIn,
  findFoodCosts,
  findHeld,
  findOrdersOf,
  type FoundDelivery,
  notFound,
  bulkRowOf,
} from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from './list-deliveries.ts';
import { type JudgedMove, previewHolds } from '#areas/delivery/server/cancel-within.ts';
import { putElsewhere } from '#areas/delivery/server/put-elsewhere.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type MoveContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws Conflict `preview_changed`. */
export async function moveDeliveries(
  context: MoveContext,
  staff: StaffMember,
  asked: MoveDeliveriesRequest,
): Promise<MoveDeliveriesReply> {
  const { business } = await context.site.current();
  const preview = await previewMove(context, asked, business);
  if (asked.dryRun) return preview;
  requireSamePreview(asked.previewHash, preview);
  const changeId = randomUUID();
  const results: MovedDelivery[] = [];
  for (const id of new Set(asked.ids)) {
    results.push(await moveOne(context, id, asked, { staff, business, changeId }));
  }
  await recordBulk(context, staff, asked, results);
  const left = await freePlaces(context, targetOf(asked), business);
  return replyOf(asked, { isDryRun: false, results, left, versions: [] });
}

function targetOf({ date, timeSlot, sameBag }: MoveDeliveriesRequest): MoveTo {
  return { date, window: timeSlot, sameBag };
}

async function freePlaces(
  { db }: Pick<MoveContext, 'db'>,
  { date, window }: SlotKey,
  { slotCapacity }: BusinessFacts,
): Promise<number> {
  const states = await listSlotStates(db, date, date);
  const slot = states.find((state) => state.window === window);
  return slot ? placesFree(slot) : slotCapacity.default;
}

/** Judged one after the other, each as if those before it had moved. Nothing is written. */
async function previewMove(
  context: MoveContext,
  asked: MoveDeliveriesRequest,
  business: BusinessFacts,
): Promise<MoveDeliveriesReply> {
  const to = targetOf(asked);
  const orderOf = await findOrdersOf(context.db, asked.ids);
  const now = wallTimeAt(context.clock(), business.timeZone);
  const orders = new Map([...orderOf.values()].map((order) => [order.id, order]));
  let left = await freePlaces(context, to, business);
  const results: MovedDelivery[] = [];
  const versions: number[] = [];
  const moves: JudgedMove[] = [];
  const all = asked.ids.flatMap((id) => deliveryIn(orderOf.get(id), id) ?? []);
  const onHold = await findHeld(context.db, all, business);
  for (const id of new Set(asked.ids)) {
    const found = deliveryIn(orders.get(orderOf.get(id)?.id ?? 0), id);
    if (!found) {
      results.push({ ...notFound(id), ...NOTHING_MOVED, meals: 0 });
      continue;
    }
    const how = { keeps: asked.sameBag, isOnHold: onHold.has(id), now, facts: business };
    const judged = judgeMoveKept(found.order, found.delivery, to, how);
    const { verdict } = judged;
    const takes = takesNewPlace(found.delivery, to, verdict);
    const isFull = takes && left <= 0;
    results.push(isFull ? fullRow(found, to) : describeMove(found, judged, asked));
    versions.push(found.order.version, found.delivery.version);
    if (isFull || verdict.outcome !== 'moved') continue;
    if (takes) left -= 1;
    moves.push({ found, to: judged.to, verdict });
    orders.set(found.order.id, withMove(found, to, verdict));
  }
  const held = await previewHolds(context, moves, business);
  const costs = await findFoodCosts(context.db, all);
  const rows = results.map((row) => ({
    ...row,
    ...withHolds(held.get(row.id)),
    cookCents: costs.get(row.id) ?? null,
  }));
  return replyOf(asked, { isDryRun: true, results: rows, left, versions });
}

export function takesNewPlace(
  { date, window }: OrderDelivery,
  to: SlotKey,
  verdict: MoveVerdict,
): boolean {
  if (verdict.outcome !== 'moved' || verdict.joins) return false;
  return date !== to.date || window !== to.window;
}

/** The order as it would be, for whatever else of it moves there too. */
export function withMove(
  { order, delivery }: FoundDelivery,
  to: MoveTo,
  { joins, status, items }: Extract<MoveVerdict, { outcome: 'moved' }>,
): Order {
  const placed = new Map(items.map((item) => [item.id, item]));
  const people = delivery.people.map((person) => ({
    ...person,
    items: person.items.map((item) => ({
      ...item,
      ...placed.get(item.id),
      deliveryDate: to.date,
      deliveryWindow: to.window,
    })),
  }));
  const { date, window } = to;
  return {
    ...order,
    deliveries: order.deliveries.map((one) => {
      if (one.id === joins?.id)
        return { ...one, status: 'planned', people: [...one.people, ...people] };
      if (one.id !== delivery.id) return one;
      return joins
        ? { ...one, status: 'cancelled', people: [] }
        : { ...one, date, window, status, people };
    }),
  };
}

async function moveOne(
  context: MoveContext,
  id: number,
  asked: MoveDeliveriesRequest,
  sender: { staff: StaffMember; business: BusinessFacts; changeId: string },
): Promise<MovedDelivery> {
  const to = targetOf(asked);
  const { business } = sender;
  let found: FoundDelivery | null = null;
  try {
    return await context.db.transaction(async (tx) => {
      const locked = await lockDelivery(tx, id);
      if (!locked) return { ...notFound(id), ...NOTHING_MOVED, meals: 0 };
      found = deliveryIn(await loadOrder(tx, locked.order), id);
      if (!found) return { ...notFound(id), ...NOTHING_MOVED, meals: 0 };
      const now = wallTimeAt(context.clock(), business.timeZone);
      const isOnHold = (await findHeld(tx, [found], business)).has(id);
      const how = { keeps: asked.sameBag, isOnHold, now, facts: business };
      const judged = judgeMoveKept(found.order, found.delivery, to, how);
      const { verdict } = judged;
      const move = { ...locked, ...sender, ...asked, found, to: judged.to };
      const held =
        verdict.outcome === 'moved' ? await putElsewhere(tx, context, { ...move, verdict }) : [];
      return { ...describeMove(found, judged, asked), ...withHolds(held) };
    });
  } catch (error) {
    // Someone else took the last place meanwhile: this delivery stays as it was.
    if (found && error instanceof Conflict && error.code === 'slot_full') return fullRow(found, to);
    throw error;
  }
}

function withHolds(onHold: readonly string[] = []): Pick<MovedDelivery, 'onHold'> {
  return onHold.length > 0 ? { onHold: [...onHold] } : {};
}

function fullRow(found: FoundDelivery, to: MoveTo): MovedDelivery {
  const message = `No place left on ${slotText(to)}.`;
  return {
    ...bulkRowOf(found),
    ok: false,
    code: 'slot_full',
    message,
    isTold: false,
    ...NOTHING_MOVED,
  };
}

const NOTHING_MOVED = {
  joins: false,
  isKept: false,
  cookedAgain: null,
  cookCents: null,
} as const;

function describeMove(
  found: FoundDelivery,
  { verdict, cookedAgain }: Pick<ReturnType<typeof judgeMoveKept>, 'verdict' | 'cookedAgain'>,
  { notify }: Pick<MoveDeliveriesRequest, 'notify'>,
): MovedDelivery {
  const row = bulkRowOf(found);
  if (verdict.outcome === 'refused') {
    const { code, message } = verdict;
    return { ...row, ok: false, code, message, isTold: false, ...NOTHING_MOVED };
  }
  if (verdict.outcome === 'there')
    return {
      ...row,
      ok: true,
      code: 'already_there',
      message: 'It is there already.',
      isTold: false,
      ...NOTHING_MOVED,
    };
  const { status, joins, madeOn } = verdict;
  const bag = { joins: joins !== null, isKept: madeOn !== null, cookedAgain, cookCents: null };
  return { ...row, ok: true, status, isTold: notify, ...bag };
}

function replyOf(
  { date, timeSlot, ...asked }: MoveDeliveriesRequest,
  {
    isDryRun,
    results,
    left,
    versions,
  }: { isDryRun: boolean; results: MovedDelivery[]; left: number; versions: readonly number[] },
): MoveDeliveriesReply {
  const taken = results.filter(
    (row) =>
      row.ok &&
      row.code === undefined &&
      !row.joins &&
      !(row.date === date && row.timeSlot === timeSlot),
  ).length;
  const { sameBag, cause = '', notify } = asked;
  return {
    isDryRun,
    previewHash: hashOf(date, timeSlot, sameBag, cause, notify, versions, results),
    places: { date, timeSlot, taken, left: Math.max(0, left) },
    told: results.filter(({ isTold }) => isTold).length,
    results,
  };
}

async function recordBulk(
  context: MoveContext,
  staff: StaffMember,
  { date, timeSlot, sameBag, cause = '', notify }: MoveDeliveriesRequest,
  results: readonly MovedDelivery[],
): Promise<void> {
  const moved = results.filter(({ ok, code }) => ok && code === undefined);
  if (moved.length === 0) return;
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'run.move_deliveries',
      entityId: `${date} ${timeSlot}`,
      after: {
        moved: moved.length,
        left: results.length - moved.length,
        orders: moved.map(({ orderNumber }) => orderNumber),
        sameBag,
        cause,
        notify,
      },
    }),
  );
}
