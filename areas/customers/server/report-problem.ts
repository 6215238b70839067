/** A customer says what was wrong with their meals, by their secret link. */
import { and, eq, isNull } from 'drizzle-orm';
import type { AftercareReply, TrackedProblemReply } from '#areas/customers/calls/problems.ts';
import {
  MOST_OPEN_PROBLEMS,
  problemDueAt,
  isUrgentProblem,
} from '#areas/customers/rules/problems.ts';
import { type ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { tellsOfReaction } from '#areas/needs/rules/food-notes/tells-of-reaction.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import { describeRatedMeals } from '#areas/customers/server/meal-ratings.ts';
import {
  attachPhotos,
  describeOwnProblem,
  listOwnProblems,
} from '#areas/customers/server/problem-queries.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type ProblemRow, problems } from '#areas/customers/server/tables/problems.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { getOrder, loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { openReactions } from '#areas/order-book/server/open-reactions.ts';
import { openTold } from '#areas/order-book/server/told-texts.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { writeToStaff, writeMessage } from '#areas/messages/server/write-message.ts';

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
          timeSlot: delivery.window,
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
    const open = await listOpen(tx, orderId);
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

function listOpen(tx: Transaction, orderId: number): Promise<ProblemRow[]> {
  return tx
    .select()
    .from(problems)
    .where(and(eq(problems.orderId, orderId), isNull(problems.decision)));
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
