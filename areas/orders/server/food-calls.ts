/** Calls about food that someone has although it is on hold, or had a reaction to. */
import { and, desc, eq, inArray, isNull, not, type SQL, sql, asc, notInArray } from 'drizzle-orm';
import {
  type GivenFoodReply,
  listGivenFood,
  noteFoodCall,
} from '#areas/orders/calls/food-to-settle.ts';
import {
  CALLS_TO_MAKE,
  CALL_MATTERS,
  type CallMatter,
  type FoodMatter,
  RESULTS_OF,
  type CallResult,
  isSettledBy,
} from '#areas/order-book/rules/food-matters.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { listDriversOf } from '#areas/order-book/server/delivery-drivers.ts';
import { settleMatters } from '#areas/order-book/server/follow-food.ts';
import { openReactions, openTold } from '#areas/order-book/server/told-food.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { peopleHurt } from '#areas/order-book/rules/special-people.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import { othersAtTable } from '#areas/order-book/server/find-reactions.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { alreadySettled } from './settle-alerts.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';

/** Those that nobody has been reached about, the worst kind first, the latest of each. What went back is settled. */
export async function listOpenMatters(db: Database | Transaction): Promise<GivenFoodReply[]> {
  const rows = await db
    .select({ matter: foodMatters, order: orders })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .where(
      and(
        inArray(foodMatters.kind, [...CALL_MATTERS]),
        isNull(foodMatters.settledAt),
        not(isRefunded()),
      ),
    )
    .orderBy(desc(foodMatters.openedAt), desc(foodMatters.id));
  const drivers = await listDriversOf(
    db,
    rows.flatMap(({ matter }) => matter.deliveryId ?? []),
  );
  const calls = rows.flatMap(({ matter, order }) =>
    isCallMatter(matter.kind) ? [{ matter, order, kind: matter.kind }] : [],
  );
  const worstFirst = calls.toSorted(
    (a, b) => CALL_MATTERS.indexOf(a.kind) - CALL_MATTERS.indexOf(b.kind),
  );
  return worstFirst.map(({ matter, order, kind }) => ({
    id: matter.id,
    kind,
    driver: drivers.get(matter.deliveryId ?? 0)?.name ?? null,
    personName: matter.personName,
    mealName: matter.mealName,
    why: matter.why,
    orderId: order.id,
    orderNumber: order.number,
    openedAt: matter.openedAt.toISOString(),
    people: [order, ...(order.recipient ? [order.recipient] : [])].map((one) => ({
      name: customerName(one),
      phone: one.phone,
    })),
    calls: matter.calls,
  }));
}

function isCallMatter(kind: FoodMatter): kind is CallMatter {
  return CALL_MATTERS.some((one) => one === kind);
}

/** Portions that a bag went without, and that are brought again: nobody has to be called about them. */
export async function settleShort(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  staff: StaffMember,
  itemIds: readonly number[],
): Promise<void> {
  const open = await tx
    .select({ id: foodMatters.id })
    .from(foodMatters)
    .where(
      and(
        inArray(foodMatters.itemId, [...itemIds]),
        eq(foodMatters.kind, 'short'),
        isNull(foodMatters.settledAt),
      ),
    );
  const ids = open.map(({ id }) => id);
  const settled = { how: 'put_right', by: recordedName(staff), now: new Date(clock()) } as const;
  await settleMatters(tx, ids, settled);
}

/** Among these short bags, those whose customers know of everything that is missing: it was in a message, or someone settled it. */
export async function listToldOfShort(
  db: Database,
  deliveryIds: readonly number[],
): Promise<number[]> {
  const ids = [...deliveryIds];
  const [told, settled] = await Promise.all([
    db
      .selectDistinct({ id: messages.deliveryId })
      .from(messages)
      .where(
        and(
          inArray(messages.deliveryId, ids),
          eq(messages.kind, 'delivery_out'),
          inArray(messages.state, ['sent', 'kept']),
        ),
      ),
    db
      .select({ id: foodMatters.deliveryId })
      .from(foodMatters)
      .where(and(inArray(foodMatters.deliveryId, ids), eq(foodMatters.kind, 'short')))
      .groupBy(foodMatters.deliveryId)
      .having(sql`bool_and(${foodMatters.settledAt} is not null or ${isRefunded()})`),
  ]);
  return [...told, ...settled].flatMap(({ id }) => id ?? []);
}

/** A portion that is missing, and whose money went back. */
function isRefunded(): SQL {
  return sql`(${foodMatters.kind} = 'short' and exists (
    select from refunds where refunds.order_id = ${foodMatters.orderId} and refunds.state <> 'failed'
    and refunds.item_ids @> to_jsonb(${foodMatters.itemId})))`;
}

/**
 * A call about it. Throws NotFound; Conflict `already_settled`, or `changed_meanwhile` when another call was written down
 * since; InvalidRequest with `result` when it is none of such a matter, with `note` when the last of three calls does not say what was tried.
 */
export async function recordFoodCall(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'trackingSecret'>,
  staff: StaffMember,
  id: number,
  {
    result,
    note = '',
    calls: seen,
    ...needs
  }: { result: CallResult; note?: string | undefined; calls: number } & Partial<Avoided>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (result === 'left_out') await leaveOutAhead(context, tx, staff, { id, needs });
    const [matter] = await tx
      .select()
      .from(foodMatters)
      .where(eq(foodMatters.id, id))
      .for('update');
    if (!matter) throw new NotFound('This call');
    if (matter.settledAt !== null) throw await alreadySettled(context, matter);
    if (!isCallMatter(matter.kind) || !RESULTS_OF[matter.kind].includes(result))
      throw new InvalidRequest({ result: 'A call about this can’t end that way' });
    if (matter.calls.length !== seen)
      throw new Conflict(
        'changed_meanwhile',
        'Someone has called in the meantime. Read that first.',
      );
    const at = new Date(context.clock());
    const calls = [
      ...matter.calls,
      { at: at.toISOString(), by: recordedName(staff), result, note: note.trim() },
    ];
    const isSettled = isSettledBy(matter.kind, calls);
    if (note.trim() === '' && result === 'no_answer' && calls.length >= CALLS_TO_MAKE)
      throw new InvalidRequest({ note: 'Please say what you tried' });
    if (note.trim() === '' && result === 'not_the_food')
      throw new InvalidRequest({ note: 'Please say what it was' });
    await tx
      .update(foodMatters)
      .set({
        calls,
        ...(isSettled && { settledAt: at, settledBy: recordedName(staff), settledHow: result }),
      })
      .where(eq(foodMatters.id, id));
    const { orderId, itemId, personName, mealName } = matter;
    if (result === 'reaction' && itemId !== null)
      await openReactions(tx, context, orderId, [
        { id: itemId, personName, meal: { name: mealName } },
      ]);
    await openTold(tx, context, orderId, [{ text: note, about: personName || null }]);
    await recordChange(tx, context, {
      staff,
      action: 'order.food_call',
      entityId: matter.orderId,
      // Whom and what it is about is erased with the order.
      after: { matter: id, result, isSettled },
    });
  });
}

type Avoided = { [Need in 'allergens' | 'avoid']: FoodNeeds[Need] | undefined };

/**
 * What someone had a reaction to is left out of all that they are still to get, in every order of that customer; what holds
 * it is on hold. Locks the orders before the caller locks the matter. Throws InvalidRequest with `allergens` when it names
 * nothing.
 */
async function leaveOutAhead(
  context: Pick<Context, 'clock' | 'site' | 'trackingSecret'>,
  tx: Transaction,
  staff: StaffMember,
  { id, needs: { allergens = [], avoid = [] } }: { id: number; needs: Partial<Avoided> },
): Promise<void> {
  if (allergens.length + avoid.length === 0)
    throw new InvalidRequest({ allergens: 'Please choose what to leave out' });
  const site = await context.site.current();
  const [matter] = await tx
    .select({
      personName: foodMatters.personName,
      others: othersAtTable,
      email: orders.email,
    })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .where(eq(foodMatters.id, id));
  if (!matter) return;
  const reaction = { ...matter, others: matter.others ?? [] };
  for (const orderId of await listAhead(tx, matter.email)) {
    const order = await loadOrder(tx, await lockOrder(tx, orderId, undefined));
    const hurt = peopleHurt(reaction, peopleOf(order));
    if (order.status === 'cancelled' || hurt.length === 0) continue;
    const changed = hurt.map(({ name, allergens: known, avoid: avoided }) => ({
      name,
      ...withAvoided({ allergens: [...known, ...allergens], avoid: avoided }, avoid),
    }));
    await applyChange(context, tx, order, { people: changed }, { staff, site });
  }
}

async function listAhead(tx: Transaction, email: string): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        sql`lower(${orders.email}) = any(customer_emails(${email}))`,
        notInArray(deliveries.status, ['delivered', 'missed', 'cancelled']),
      ),
    )
    .orderBy(asc(orders.id));
  return rows.map((row) => row.id);
}

export function registerGivenFoodRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listGivenFood, () => listOpenMatters(context.db));

  staffRoute(app, noteFoodCall, async ({ params, body, staff }) => {
    await recordFoodCall(context, staff, params.id, body);
    return listOpenMatters(context.db);
  });
}
