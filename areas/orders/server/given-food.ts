/** Food that was handed over although it is on hold for who eats it: they are warned, and staff call until they are reached. */
import { and, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { GivenFoodReply } from '#areas/orders/calls/given-food.ts';
import {
  CALLS_TO_MAKE,
  CALL_MATTERS,
  type CallMatter,
  type FoodMatter,
  RESULTS_OF,
  type CallResult,
  isSettledBy,
  whyNotToEat,
} from '#areas/order-book/rules/food-matters.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/staff-member.ts';
import { takesTexts } from '#areas/messages/server/tell-customer.ts';
import { withdrawMessages } from '#areas/messages/server/withdraw-messages.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { writeToStaff } from '#areas/messages/server/write-to-staff.ts';
import { listDriversOf } from '#areas/order-book/server/delivery-drivers.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { openReactions } from '#areas/order-book/server/open-reactions.ts';
import { type Avoided, leaveOutAhead } from '#areas/orders/server/leave-out-ahead.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';

type Facts = Pick<BusinessFacts, 'keepsFreshDays'>;

type WhoseFood = Pick<OrderRow, 'id' | 'number' | 'email' | 'phone' | 'recipient'>;

/**
 * In the transaction that says that a delivery arrived, or that its food is not what it was taken for. Warns the payer and
 * whom the food went to by email and text, tells those who can call, and opens a matter for each portion on hold; what is
 * known already is not said again. True: there is such a portion.
 */
export async function warnOfGivenFood(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  order: WhoseFood,
  { deliveryId, facts, sendAfter }: { deliveryId: number; facts: Facts; sendAfter?: Instant },
): Promise<boolean> {
  const [loaded] = await loadOrdersToCook(tx, { deliveryIds: [deliveryId], withCancelled: true });
  if (!loaded) return false;
  const holds = [...(await findHolds(tx, [loaded], facts)).values()];
  const held = holds.filter(({ isLeftOut }) => !isLeftOut);
  if (held.length === 0) return false;
  const known = await tx
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.deliveryId, deliveryId), eq(foodMatters.kind, 'given_held')));
  for (const { item, person, verdict } of held) {
    const { id: itemId, personName, meal } = item;
    const why = whyNotToEat(verdict, person);
    if (known.some((matter) => matter.itemId === itemId && isSaid(matter, why))) continue;
    const found = { personName, mealName: meal.name, why };
    const [opened] = await tx
      .insert(foodMatters)
      .values({
        ...found,
        kind: 'given_held',
        orderId: order.id,
        deliveryId,
        itemId,
        openedAt: new Date(context.clock()),
      })
      .onConflictDoNothing()
      .returning();
    // One that is open and says something else is warned of as well: its matter stays the same call.
    const about = opened ? `${opened.id}` : `${itemId}:${why}`;
    await tellAll(tx, context, order, {
      about,
      deliveryId,
      food: { ...found, orderNumber: order.number },
      sendAfter,
    });
  }
  return true;
}

/** Who reads "it may contain milk" has been told of it, unless the delivery was taken back meanwhile. */
function isSaid({ why, settledHow }: FoodMatterRow, now: string): boolean {
  return why === now && settledHow !== 'taken_back';
}

type Warning = {
  about: string;
  deliveryId: number;
  food: { personName: string; mealName: string; why: string; orderNumber: string };
  sendAfter: Instant | undefined;
};

/** By every way we have, whoever the payer chose to be told of deliveries. */
async function tellAll(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id: orderId, email, phone, recipient }: WhoseFood,
  { about, deliveryId, food, sendAfter }: Warning,
): Promise<void> {
  const message = {
    about,
    orderId,
    deliveryId,
    facts: { food },
    ...(sendAfter !== undefined && { sendAfter }),
  };
  const warning = { ...message, kind: 'food_warning' } as const;
  await writeMessage(tx, context, { ...warning, recipient: email });
  if (await takesTexts(tx, phone))
    await writeMessage(tx, context, { ...warning, channel: 'text', recipient: phone });
  if (recipient && recipient.phone !== phone && (await takesTexts(tx, recipient.phone)))
    await writeMessage(tx, context, {
      ...warning,
      channel: 'recipient_text',
      recipient: recipient.phone,
    });
  await writeToStaff(tx, context, 'settleRecipeAlerts', { ...message, kind: 'food_alert' });
}

/** In the transaction that takes a delivery's arrival back: nobody has the food, and it is on hold as before. */
export async function takeBackGivenFood(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  deliveryId: number,
): Promise<void> {
  const taken = await tx
    .update(foodMatters)
    .set({ settledAt: new Date(context.clock()), settledHow: 'taken_back' })
    .where(
      and(
        eq(foodMatters.deliveryId, deliveryId),
        eq(foodMatters.kind, 'given_held'),
        isNull(foodMatters.settledAt),
      ),
    )
    .returning({ id: foodMatters.id });
  if (taken.length > 0)
    await withdrawMessages(tx, { deliveryId, kinds: ['food_warning', 'food_alert'] });
}

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
    if (matter.settledAt !== null)
      throw new Conflict('already_settled', `${matter.settledBy ?? 'Someone'} has settled this.`);
    if (!isCallMatter(matter.kind) || !RESULTS_OF[matter.kind].includes(result))
      throw new InvalidRequest({ result: 'A call about this can’t end so' });
    if (matter.calls.length !== seen)
      throw new Conflict('changed_meanwhile', 'Someone called meanwhile. Read it first.');
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
    await recordChange(tx, context, {
      staff,
      action: 'order.food_call',
      entity: 'order',
      entityId: matter.orderId,
      before: null,
      // Whom and what it is about is erased with the order.
      after: { matter: id, result, isSettled },
    });
  });
}
