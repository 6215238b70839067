/** The one way in which an order is changed, no matter who wants it: staff, or its customer by the secret link. */
import { eq, and, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { eatByOf } from '#areas/needs/rules/gate/fits-diet.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { wordsOfChange } from '#areas/order-book/rules/change-words.ts';
import type { WrittenOrder } from '#areas/order-book/rules/order-questions.ts';
import { messagesByField } from '#areas/order-book/rules/check-customer.ts';
import {
  type ChangedOrder,
  checkEdit,
  type OrderChange,
} from '#areas/order-book/rules/edit-order.ts';
import { slotText } from '#areas/order-book/rules/move-delivery.ts';
import {
  whyEatAgain,
  type EditedPerson,
  peopleAfter,
  peopleOf,
} from '#areas/order-book/rules/people-after.ts';
import { changedOnTheRoad } from '#areas/orders/rules/on-the-road.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import { type OrderStatus, orderStatusAfter } from '#areas/order-book/rules/order-status.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { noteChangedDoor } from '#areas/order-book/server/delivery-drivers.ts';
import { followPrice } from '#areas/order-book/server/issue-documents.ts';
import { getOrder, loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { recipientTokenHashOf } from '#areas/order-book/server/recipient-link.ts';
import { orderColumns } from '#areas/order-book/server/order-columns.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { recordOrderChange, auditedFields, auditSnapshotOf } from './order-timeline.ts';
import {
  checkEditedFood,
  checkWrittenFood,
  type ItemToWrite,
  mealsOfEdit,
} from '#areas/orders/server/edited-meals.ts';
import { openTold, settleTold } from '#areas/order-book/server/told-food.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import { replaceItems } from '#areas/orders/server/order-items.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { giftCardIn } from '#areas/order-book/rules/kitchen-bag.ts';
import { CHANGED_SINCE_PACKED, contentsOf } from '#areas/order-book/rules/pack-bag.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';

export type AppliedChange = {
  /** In words; empty: nothing that a customer would notice. */
  what: string[];
  /** In the order's history; null: nothing to tell. */
  changeId: string | null;
  /** What staff were asked about needs that are fewer now; null: nothing. */
  eatsAgain: string | null;
};

export type ChangeNews = Pick<Parameters<typeof writeMessage>[2], 'kind' | 'facts'>;

type ChangeBy = {
  /** Null: the customer, or the system. */
  staff: StaffMember | null;
  site: Site;
  isBySystem?: boolean;
  /** The email, if not the usual one; null: the caller tells of it. */
  news?: ChangeNews | null;
  /** Why staff sell more portions than are left; undefined: they don't. */
  overLimit?: string | undefined;
  /** Why someone can eat again what they could not; staff are refused without. */
  eatsAgain?: string | undefined;
  /** For a change that waited for its payment: its id, and the places that were held for it and are booked by now. */
  waited?: { changeId: string; booked: readonly SlotKey[] };
};

type AuditedOrder = Parameters<typeof auditedFields>[0];

type Site = Awaited<ReturnType<Context['site']['current']>>;

/**
 * In the caller's transaction, which holds the order's lock. Items that stay what they were keep their agreed price; what
 * is new is sold at today's. Throws InvalidRequest, UnsuitableFood, or Conflict `slot_full`, `meal_sold_out` or
 * `delivery_out`.
 */
export async function applyChange(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  order: Order,
  change: OrderChange,
  by: ChangeBy,
): Promise<AppliedChange> {
  const { business } = by.site;
  // As they were placed: a new item goes by the first of them.
  const agreed = { ...order, items: itemsOf(order).toSorted((a, b) => a.id - b.id) };
  const changed = check(context, change, agreed, by.site);
  const onTheRoad = changedOnTheRoad(order, changed.items);
  if (onTheRoad[0]) throw deliveryIsOut(onTheRoad[0]);
  const priced = change.items
    ? mealsOfEdit(changed.items, agreed.items, by.site, change)
    : agreed.items;
  const now = context.clock();
  const today = wallTimeAt(now, business.timeZone).date;
  const { items, people } = checkEditedFood(order, priced, change, business, { ...by, now });
  const { deliveryType, customer, recipient } = changed;
  const foodAnswers = checkWrittenFood(order, { customer, people }, change, by.site);
  const eatsAgain = askWhyTheyEatAgain(order, { customer, people, foodAnswers, items }, by);
  if (change.people || change.specialInstructions !== undefined)
    await settleTold(tx, context, { orderId: order.id, table: people });
  if (change.items || change.people)
    await replaceItems(tx, order, platesOf(items, people, { ...by, change, now }), business, today);
  const version = order.version + 1;
  const told = { ...order, version, customer, recipient, foodAnswers, deliveryType };
  await storeOrder(tx, context, order, told);
  const { price } = await followPrice(tx, await getOrder(tx, { id: order.id }));
  const after = { ...told, price, items, people };
  if (change.recipient)
    await openTold(tx, context, order.id, [{ text: change.recipient.message ?? '', about: null }]);
  await reopenBags(tx, order, { staff: by.staff, now });
  await noteChangedDoor(tx, order.id, { before: order, after, now });
  await recordEdit(tx, context, {
    before: { ...agreed, people: peopleOf(order) },
    after,
    by: { ...by, ...(eatsAgain === null && { eatsAgain: undefined }) },
  });
  await followFood(tx, context, [order.id], { facts: business });
  if (by.staff && change.people) await warnOfKept(tx, context, order, { facts: business, today });
  const applied = await recordHistory(tx, order, after, { ...by, now, facts: business });
  if (by.news !== null) await tellOfChange(tx, context, after, { what: applied.what, ...by });
  return { ...applied, eatsAgain };
}

function platesOf(
  items: readonly ItemToWrite[],
  people: readonly EditedPerson[],
  {
    waited,
    overLimit,
    change,
    now,
  }: Pick<ChangeBy, 'waited' | 'overLimit'> & { change: OrderChange; now: Instant },
): Parameters<typeof replaceItems>[2] {
  const { booked, changeId } = waited ?? {};
  const goneBy = change.keepsPrices === true ? 'kitchen' : 'customer';
  const isOverLimit = overLimit !== undefined;
  return { items, people, booked, changeId, isOverLimit, goneBy, now };
}

/** What staff were asked, if it is anything. Throws InvalidRequest without their reason. */
function askWhyTheyEatAgain(
  order: Order,
  after: WrittenOrder & { items: Parameters<typeof peopleAfter>[1] },
  { staff, eatsAgain }: Pick<ChangeBy, 'staff' | 'eatsAgain'>,
): string | null {
  // By the names that they have after the change.
  const before = { ...order, people: peopleAfter(order, after.items) };
  const asked = staff && whyEatAgain(before, after);
  if (asked !== null && eatsAgain === undefined)
    throw new InvalidRequest({ eatsAgain: `${asked} Please give a reason` });
  return asked;
}

/** What has arrived may still be in their fridge, and staff have just heard of an allergy. */
async function warnOfKept(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { customer: { email, phone }, ...order }: Order,
  { facts, today }: { facts: BusinessFacts; today: PlainDate },
): Promise<void> {
  const isKept = (delivery: OrderDelivery) =>
    itemsOfDelivery(delivery).some(
      ({ meal, deliveryDate }) => eatByOf(meal, delivery.madeOn ?? deliveryDate, facts) >= today,
    );
  for (const delivery of order.deliveries)
    if (delivery.status === 'delivered' && isKept(delivery))
      await warnOfGivenFood(
        tx,
        context,
        { ...order, email, phone },
        { deliveryId: delivery.id, facts },
      );
}

async function storeOrder(
  tx: Transaction,
  context: Pick<Context, 'trackingSecret'>,
  order: Order,
  after: Parameters<typeof orderColumns>[0] &
    Parameters<typeof recipientTokenHashOf>[1] &
    Pick<Order, 'version'>,
): Promise<void> {
  await tx
    .update(orders)
    .set({
      ...orderColumns(after),
      recipientTokenHash: recipientTokenHashOf(context.trackingSecret, after),
      version: after.version,
      status: await statusAfter(tx, order),
    })
    .where(eq(orders.id, order.id));
}

async function recordEdit(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { before, after, by }: { before: AuditedOrder; after: AuditedOrder; by: ChangeBy },
): Promise<void> {
  const facts = by.site.business;
  await recordChange(tx, context, {
    staff: by.staff,
    action: by.staff ? 'order.edit' : 'order.customer_edit',
    entityId: before.id,
    ...withReasons(auditSnapshotOf(auditedFields(before, facts), auditedFields(after, facts)), by),
  });
}

/** Why more was sold than was left, or less is left out, stands beside what was changed. */
function withReasons(
  { before, after }: ReturnType<typeof auditSnapshotOf>,
  { overLimit, eatsAgain }: Pick<ChangeBy, 'overLimit' | 'eatsAgain'>,
) {
  const reasons = {
    ...(overLimit !== undefined && { overLimit }),
    ...(eatsAgain !== undefined && { eatsAgain }),
  };
  return { before, after: { ...after, ...reasons } };
}

async function tellOfChange(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, version, customer }: Pick<Order, 'id' | 'version' | 'customer'>,
  { what, news }: { what: string[]; news?: ChangeNews | null },
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'order_changed',
    facts: { change: { what } },
    ...news,
    about: `${id}:${version}`,
    orderId: id,
    recipient: customer.email,
  });
}

async function recordHistory(
  tx: Transaction,
  order: Order,
  after: Parameters<typeof wordsOfChange>[1] & Pick<Order, 'price'>,
  by: ChangeBy & { now: Instant; facts: BusinessFacts },
): Promise<Omit<AppliedChange, 'eatsAgain'>> {
  const what = wordsOfChange(order, after, by.facts);
  if (what.length === 0 && !by.waited) return { what, changeId: null };
  const changeId = await recordOrderChange(tx, {
    orderId: order.id,
    changedBy: by.staff ? 'staff' : by.isBySystem ? 'system' : 'customer',
    staffEmail: by.staff?.email ?? null,
    what,
    fromVersion: order.version,
    totalCents: after.price.totalCents,
    at: by.now,
    changeId: by.waited?.changeId ?? null,
  });
  return { what, changeId };
}

function deliveryIsOut({ date, window }: OrderDelivery): Conflict {
  const message = `The delivery of ${slotText({ date, window })} is on the road: its meals can’t change any more.`;
  return new Conflict('delivery_out', message);
}

/** An order that was all delivered is open again when something was added to it. */
async function statusAfter(tx: Transaction, order: Order): Promise<OrderStatus> {
  const stored = await tx
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  return orderStatusAfter(
    order.status,
    order.deliveries.map(({ status }) => status),
    stored.map(({ status }) => status),
  );
}

function check(
  { clock }: Pick<Context, 'clock'>,
  change: OrderChange,
  agreed: Order & { items: readonly OrderItem[] },
  { business }: Site,
): ChangedOrder {
  const { date } = wallTimeAt(clock(), business.timeZone);
  const result = checkEdit(change, agreed, date, business);
  if (result.outcome === 'invalid') throw new InvalidRequest(messagesByField(result.problems));
  return result.order;
}

/**
 * What is packed is no longer what was ordered: such bags are to be packed again, and with a portion that is not cooked to be
 * cooked first. `before`: the order as it was.
 */
async function reopenBags(
  tx: Transaction,
  before: Order,
  { staff, now }: { staff: StaffMember | null; now: Instant },
): Promise<void> {
  const ready = before.deliveries.filter(
    ({ status }) => status === 'packed' || status === 'cooked',
  );
  if (ready.length === 0) return;
  const uncooked = await findUncooked(tx, ready);
  const [after] = await loadOrdersToCook(tx, { orderIds: [before.id] });
  for (const delivery of ready) {
    const then = after?.deliveries.find(({ id }) => id === delivery.id);
    if (!then || !after) continue;
    const isSameCard = isDeepStrictEqual(
      giftCardIn(after, delivery.id),
      giftCardIn(before, delivery.id),
    );
    const isSame = isSameCard && contentsOf(then) === contentsOf(delivery);
    const status = uncooked.has(delivery.id) ? 'planned' : 'cooked';
    if (isSame || status === delivery.status) continue;
    await tx
      .update(deliveries)
      .set({
        status,
        statusAt: new Date(now),
        statusBy: staff?.id ?? null,
        version: delivery.version + 1,
      })
      .where(eq(deliveries.id, delivery.id));
    await recordDeliveryEvents(tx, [
      {
        delivery,
        status,
        isDecisive: true,
        at: now,
        receivedAt: now,
        staff,
        changeId: randomUUID(),
        reason: CHANGED_SINCE_PACKED,
      },
    ]);
  }
}

/** Among these deliveries, those with a portion that nobody has cooked. */
async function findUncooked(
  tx: Transaction,
  ready: readonly { id: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectDistinct({ id: orderItems.deliveryId })
    .from(orderItems)
    .where(
      and(
        inArray(
          orderItems.deliveryId,
          ready.map(({ id }) => id),
        ),
        eq(orderItems.cookedVersions, []),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
