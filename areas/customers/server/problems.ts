import { and, eq, isNull } from 'drizzle-orm';
import type {
  AftercareReply,
  TrackedProblemReply,
  ProblemDecisionRequest,
  StaffProblemReply,
} from '#areas/customers/calls/aftercare.ts';
import {
  MOST_OPEN_PROBLEMS,
  problemDueAt,
  isUrgentProblem,
  isNewDeliverySlot,
  NEW_DELIVERY_DAYS,
  newDeliveryWindows,
  PROBLEM_KIND_LABELS,
} from '#areas/customers/rules/problems.ts';
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { tellsOfReaction } from '#areas/needs/rules/food-notes/read-food-note.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import {
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
  itemsOf,
} from '#areas/order-book/rules/order.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import { describeRatedMeals } from '#areas/customers/server/meal-ratings.ts';
import {
  attachPhotos,
  describeOwnProblem,
  listOwnProblems,
  getStaffProblem,
} from '#areas/customers/server/problem-queries.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { type First, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { type ProblemRow, problems } from '#areas/customers/server/tables/problems.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { getOrder, loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { openReactions, openTold } from '#areas/order-book/server/told-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { writeToStaff, writeMessage } from '#areas/messages/server/write-message.ts';
import { settleShort } from '#areas/orders/server/food-calls.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { slotText } from '#areas/order-book/rules/move-delivery.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { refundWithin } from '#areas/orders/server/refund-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { listSlotStates } from '#areas/places/server/places.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';

type SentProblem = {
  itemIds: readonly number[];
  kind: ProblemKind;
  text: string;
  photos?: readonly string[] | undefined;
};

/** What the customer may rate and complain about. Throws NotFound. */
export async function describeAftercare(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  token: string,
): Promise<AftercareReply> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const now = context.clock();
  const wall = wallTimeAt(now, business.timeZone);
  return {
    meals: await describeRatedMeals(context.db, order, now),
    items: order.deliveries
      .filter((delivery) => mayHaveProblem(delivery, wall))
      .flatMap((delivery) =>
        itemsOfDelivery(delivery).map(({ id, meal, personName }) => ({
          id,
          mealName: meal.name,
          personName,
          date: delivery.date,
          window: delivery.window,
        })),
      ),
    problems: await listOwnProblems(context.db, order),
  };
}

/** Delivered, or its window has begun: before that there is nothing to complain about yet. */
function mayHaveProblem({ status, date, window }: OrderDelivery, now: WallTime): boolean {
  if (status === 'cancelled') return false;
  if (status === 'delivered' || status === 'missed') return true;
  return date < now.date || (date === now.date && now.minuteOfDay >= minutesOf(window).startMinute);
}

/**
 * Sent twice, it is one problem. Throws NotFound, InvalidRequest, or Conflict `too_many_problems`. Items: of this order, of
 * a delivery whose window has begun.
 */
export async function reportProblem(
  context: Context,
  token: string,
  sent: SentProblem,
): Promise<TrackedProblemReply> {
  const { business } = await context.site.current();
  const problem = await context.db.transaction(async (tx) => {
    const orderId = await orderIdOf(tx, token);
    const order = await loadOrder(tx, await lockOrder(tx, orderId, undefined));
    const now = context.clock();
    const itemIds = checkItemIds(order, sent.itemIds, wallTimeAt(now, business.timeZone));
    const open = await tx
      .select()
      .from(problems)
      .where(and(eq(problems.orderId, orderId), isNull(problems.decision)));
    const known = open.find((one) => isSame(one, { ...sent, itemIds }));
    if (known) return known;
    if (open.length >= MOST_OPEN_PROBLEMS)
      throw new Conflict(
        'too_many_problems',
        `We’re still looking at your other problems. Call us on ${business.phone}.`,
      );
    return storeProblem(tx, context, order, { ...sent, itemIds, business, now });
  });
  const order = await getOrder(context.db, { token });
  return describeOwnProblem(context.db, order, problem);
}

function checkItemIds(order: Order, sent: readonly number[], now: WallTime): number[] {
  const possible = new Set(
    order.deliveries
      .filter((delivery) => mayHaveProblem(delivery, now))
      .flatMap(itemsOfDelivery)
      .map(({ id }) => id),
  );
  const itemIds = [...new Set(sent)].toSorted((a, b) => a - b);
  if (itemIds.every((id) => possible.has(id))) return itemIds;
  throw new InvalidRequest({ itemIds: 'Please choose meals of this order that were due by now' });
}

function isSame(known: ProblemRow, sent: SentProblem): boolean {
  return (
    known.kind === sent.kind &&
    known.text === sent.text &&
    known.itemIds.join(',') === sent.itemIds.join(',')
  );
}

async function storeProblem(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  order: Order,
  {
    itemIds,
    kind,
    text,
    photos = [],
    business,
    now,
  }: SentProblem & { business: BusinessFacts; now: Instant },
): Promise<ProblemRow> {
  const chosen = order.deliveries.flatMap(itemsOfDelivery).filter(({ id }) => itemIds.includes(id));
  const names = new Set(chosen.map(({ personName }) => personName));
  const people = peopleOf(order).filter(({ name }) => names.has(name));
  const isUrgent = isUrgentProblem({ kind, text, people });
  const [problem] = await tx
    .insert(problems)
    .values({
      orderId: order.id,
      itemIds: [...itemIds],
      kind,
      text,
      isUrgent,
      createdAt: new Date(now),
      dueAt: new Date(problemDueAt(now, business.problemReplyHours)),
    })
    .returning();
  if (!problem) throw new Error('the problem was not stored');
  await attachPhotos(tx, problem, photos);
  await recordChange(tx, context, {
    staff: null,
    action: 'order.customer_problem',
    entityId: order.id,
    before: { problem: null },
    after: { problem: kind, meals: chosen.map(({ meal }) => meal.name).join(', ') },
  });
  await writeMessage(tx, context, {
    kind: 'problem_received',
    about: problem.id,
    orderId: order.id,
    recipient: order.customer.email,
    facts: { problem: { kind, dueAt: problem.dueAt.toISOString() } },
  });
  const [only, ...others] = people;
  await openTold(tx, context, order.id, [
    { text, about: only && others.length === 0 ? only.name : null },
  ]);
  if (kind === 'allergy' || tellsOfReaction(text, [...names]))
    await openReactions(tx, context, order.id, chosen);
  if (isUrgent) await alertStaff(tx, context, { order, problem });
  return problem;
}

/** Everyone who may decide it, at once. The email names the order and nobody in it. */
async function alertStaff(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, problem }: { order: Order; problem: ProblemRow },
): Promise<void> {
  await writeToStaff(tx, context, 'decideProblems', {
    kind: 'problem_alert',
    about: problem.id,
    facts: { problem: { kind: problem.kind, orderNumber: order.number } },
  });
}

// Staff decide a problem, once: items are refunded, brought again without charge, or the customer gets an answer.

/** A refund that the card provider refuses at once is not told as made. */
const TELL_AFTER_MS = 10_000;

type Outcome = Pick<ProblemRow, 'decidedItemIds'> &
  Partial<Pick<ProblemRow, 'refundId' | 'refundCents' | 'toDate' | 'toWindow'>> & {
    refundIds?: number[];
  };

/**
 * The same decision twice is one. Throws NotFound, InvalidRequest, or Conflict `already_decided`, `order_cancelled`,
 * `slot_full`, or what the refund throws.
 */
export async function decideProblem(
  context: Context,
  staff: StaffMember,
  id: number,
  request: ProblemDecisionRequest,
): Promise<StaffProblemReply> {
  const orderId = await orderOf(context.db, id);
  const refundId = await context.db.transaction(async (tx) => {
    // The order's lock first, as everywhere: two who decide at once take turns here.
    await lockOrder(tx, orderId, undefined);
    const [problem] = await tx.select().from(problems).where(eq(problems.id, id)).for('update');
    if (!problem) throw new NotFound('This problem');
    if (problem.decision !== null) {
      if (isSameDecision(problem, request)) return null;
      throw new Conflict(
        'already_decided',
        await sayWhoWasFirst(context, await findWhoDecidedProblem(tx, id)),
      );
    }
    const outcome = await carryOut(tx, context, staff, problem, request);
    await storeDecision(tx, context, staff, { problem, request, outcome });
    return outcome.refundId ?? null;
  });
  // After the commit; a job follows up, and a refund that fails is on Today as any other.
  if (refundId !== null) await tryRefund(context, refundId);
  return getStaffProblem(context, id);
}

async function orderOf(db: Database, id: number): Promise<number> {
  const [found] = await db
    .select({ orderId: problems.orderId })
    .from(problems)
    .where(eq(problems.id, id));
  if (!found) throw new NotFound('This problem');
  return found.orderId;
}

/** Who decided it, by name; null: nobody did. */
export async function findWhoDecidedProblem(
  db: Database | Transaction,
  id: number,
): Promise<First | null> {
  const [row] = await db
    .select({ at: problems.decidedAt, email: problems.decidedBy, by: staffTable })
    .from(problems)
    .leftJoin(staffTable, eq(staffTable.email, problems.decidedBy))
    .where(eq(problems.id, id));
  return row?.at ? { at: row.at, by: row.by ? recordedName(row.by) : row.email } : null;
}

function isSameDecision(problem: ProblemRow, request: ProblemDecisionRequest): boolean {
  const sent = 'itemIds' in request ? sorted(request.itemIds).join(',') : '';
  const isSameSlot =
    request.decision !== 'new_delivery' ||
    (request.date === problem.toDate && request.window === problem.toWindow);
  return (
    problem.decision === request.decision &&
    problem.answer === request.answer &&
    (problem.decidedItemIds ?? []).join(',') === sent &&
    isSameSlot
  );
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

async function carryOut(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  problem: ProblemRow,
  request: ProblemDecisionRequest,
): Promise<Outcome> {
  if (request.decision === 'answer') return { decidedItemIds: null };
  const itemIds = sorted(request.itemIds);
  if (!itemIds.every((id) => problem.itemIds.includes(id)))
    throw new InvalidRequest({ itemIds: 'Please choose among the meals of this problem' });
  if (request.decision === 'refund') {
    const refund = await refundWithin(tx, context, staff, problem.orderId, {
      part: { items: itemIds },
      reason: PROBLEM_KIND_LABELS[problem.kind],
      notify: false,
    });
    const { id: refundId, ids: refundIds, amountCents: refundCents } = refund;
    return { decidedItemIds: itemIds, refundId, refundIds, refundCents };
  }
  await bringAgain(tx, context, staff, { orderId: problem.orderId, itemIds, slot: request });
  await settleShort(tx, context, staff, itemIds);
  return { decidedItemIds: itemIds, toDate: request.date, toWindow: request.window };
}

/** A new delivery of the same order with the same meals, free of charge, by the way of every edit: places, food, audit. */
async function bringAgain(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  { orderId, itemIds, slot }: { orderId: number; itemIds: readonly number[]; slot: SlotKey },
): Promise<void> {
  const site = await context.site.current();
  const order = await loadOrder(tx, await lockOrder(tx, orderId, undefined));
  if (order.status === 'cancelled')
    throw new Conflict('order_cancelled', 'This order is cancelled. Refund it or answer instead.');
  const now = wallTimeAt(context.clock(), site.business.timeZone);
  if (!isNewDeliverySlot(order, slot, now, site.business))
    throw new InvalidRequest({ window: 'This window can’t be chosen. Choose another one' });
  const items = itemsOf(order);
  const again = items.filter(({ id }) => itemIds.includes(id));
  if (again.length !== itemIds.length)
    throw new InvalidRequest({ itemIds: 'A meal of these is no longer in the order' });
  const change = {
    items: [
      ...items.map(({ meal: _meal, ...item }) => item),
      ...again.map(({ mealId, mealType, personName }) => ({
        mealId,
        mealType,
        personName,
        deliveryDate: slot.date,
        mealDate: slot.date,
        deliveryWindow: slot.window,
        isFree: true,
      })),
    ],
  };
  try {
    await applyChange(context, tx, order, change, { staff, site, news: null });
  } catch (error) {
    // Its fields are those of the order's form, which is not on screen here.
    if (error instanceof InvalidRequest) throw new InvalidRequest({ window: error.message });
    throw error;
  }
}

async function storeDecision(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  {
    problem,
    request,
    outcome: { refundIds, ...outcome },
  }: { problem: ProblemRow; request: ProblemDecisionRequest; outcome: Outcome },
): Promise<void> {
  const { decision, answer } = request;
  await tx
    .update(problems)
    .set({
      decision,
      answer,
      decidedAt: new Date(context.clock()),
      decidedBy: staff.email,
      ...outcome,
    })
    .where(eq(problems.id, problem.id));
  const order = await getOrder(tx, { id: problem.orderId });
  await recordChange(tx, context, {
    staff,
    action: 'order.decide_problem',
    entityId: problem.orderId,
    before: { problem: problem.kind },
    after: {
      decision,
      ...(answer !== '' && { answer }),
      ...(outcome.refundCents && { refundCents: outcome.refundCents }),
      ...(outcome.toDate &&
        outcome.toWindow && {
          delivery: slotText({ date: outcome.toDate, window: outcome.toWindow }),
        }),
    },
  });
  await writeMessage(tx, context, {
    kind: 'problem_decided',
    about: problem.id,
    orderId: problem.orderId,
    recipient: order.customer.email,
    facts: {
      ...(refundIds && { refundIds }),
      problem: {
        kind: problem.kind,
        decision,
        answer,
        ...(outcome.toDate &&
          outcome.toWindow && { toDate: outcome.toDate, toWindow: outcome.toWindow }),
      },
    },
    ...(outcome.refundId && { sendAfter: context.clock() + TELL_AFTER_MS }),
  });
}

/** Where what was wrong could be brought again. Throws NotFound. */
export async function listWindowsForProblem(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  id: number,
): Promise<SlotKey[]> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { id: await orderOf(context.db, id) });
  const now = wallTimeAt(context.clock(), business.timeZone);
  const slots = await listSlotStates(context.db, now.date, addDays(now.date, NEW_DELIVERY_DAYS));
  return newDeliveryWindows(order, slots, now, business);
}
