import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { formatAmount } from '#platform/rules/money.ts';
import {
  isPayable,
  phoneOrderState,
  type PhoneOrderState,
} from '#areas/order-book/rules/phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type FrozenOrder,
  type CheckoutRow,
  checkouts,
  type PhoneOrderRow,
  phoneOrders,
} from '#areas/order-book/server/tables/checkouts.ts';
import { payUrlFor } from '#areas/checkout/server/phone-orders.ts';
import { and, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

type Describing = Pick<Context, 'db' | 'clock' | 'signIn' | 'trackingSecret'>;

/** Throws NotFound. */
export async function findPhoneOrderReply(
  context: Describing,
  id: string,
): Promise<PhoneOrderReply> {
  return describePhoneOrder(context, await readPhoneOrder(context.db, { id }));
}

export async function listPhoneOrderReplies(context: Describing): Promise<PhoneOrderReply[]> {
  const rows = await listPhoneOrderRows(context, context.clock());
  return rows.map((each) => describePhoneOrder(context, each));
}

export function stateOf(
  { order, checkout }: Pick<PhoneOrderRows, 'order' | 'checkout'>,
  now: number,
): PhoneOrderState {
  const facts = {
    checkout: checkout.state,
    holdUntil: checkout.holdUntil.getTime(),
    isReminded: order.remindedAt !== null,
    isCancelled: order.cancelledAt !== null,
  };
  return phoneOrderState(facts, now);
}

export function describePhoneOrder(
  context: Pick<Context, 'clock' | 'signIn' | 'trackingSecret'>,
  rows: PhoneOrderRows,
): PhoneOrderReply {
  const { order, checkout, placed } = rows;
  const { customer, items, drops } = checkout.frozenOrder;
  const { firstName, lastName, email, phone } = customer;
  const state = stateOf(rows, context.clock());
  return {
    id: checkout.id,
    state,
    takenBy: order.takenBy,
    takenAt: order.createdAt.toISOString(),
    heldUntil: checkout.holdUntil.toISOString(),
    remindedAt: order.remindedAt?.toISOString() ?? null,
    sends: order.sends,
    sendBy: order.sendBy,
    link: isPayable(state) ? payUrlFor(context, checkout.id) : null,
    total: formatAmount(checkout.totalCents),
    customer: { firstName, lastName, email, phone },
    meals: items.length,
    deliveries: drops.map(({ date, window }) => ({ date, timeSlot: window })),
    order: placed,
    cancelledBy: order.cancelledBy,
    seenAt: order.seenAt?.toISOString() ?? null,
  };
}

/** What was ordered, in the shape in which orders are sent. */
export function orderDataOf({
  customer,
  recipient = null,
  people,
  items,
  meals,
  deliveryType,
}: FrozenOrder) {
  const { line1, line2, suburb } = customer.address;
  const { firstName, lastName, email, phone, deliveryPreference, specialInstructions } = customer;
  return {
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address: joinAddress({ line1, line2, suburb: suburb.name }),
      deliveryPreference,
      specialInstructions,
    },
    deliveryType,
    people,
    orderItems: items.map(
      ({ mealId, mealType, personName, mealDate, deliveryDate, deliveryWindow }) => ({
        mealId,
        mealName: meals[mealId]?.name ?? 'A meal',
        mealType,
        personName,
        mealDate,
        deliveryDate,
        deliveryWindow,
      }),
    ),
    recipient,
  };
}

/** `placed`: what came of it, once it was paid. */
export type PhoneOrderRows = {
  order: PhoneOrderRow;
  checkout: CheckoutRow;
  placed: { id: number; orderNumber: string } | null;
};

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;
const MOST_SHOWN = 200;

/** Throws NotFound, alike for one that never was and one whose customer is erased. */
export async function readPhoneOrder(
  db: Database | Transaction,
  which: { id: string } | { token: string },
): Promise<PhoneOrderRows> {
  const [found] = await select(
    db,
    'id' in which
      ? eq(phoneOrders.checkoutId, which.id)
      : eq(phoneOrders.tokenHash, hashTrackingToken(which.token)),
  );
  if (!found) throw new NotFound('This order');
  return found;
}

/** Its checkout and it, locked. Throws NotFound. */
export async function lockPhoneOrder(
  tx: Transaction,
  id: string,
): Promise<Pick<PhoneOrderRows, 'order' | 'checkout'>> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    .for('no key update');
  const [order] = await tx
    .select()
    .from(phoneOrders)
    .where(eq(phoneOrders.checkoutId, id))
    .for('no key update');
  if (!checkout || !order || checkout.purgedAt !== null) throw new NotFound('This order');
  return { checkout, order };
}

/** Those that are held, and those of the last days; the newest first. */
function listPhoneOrderRows({ db }: Pick<Context, 'db'>, now: Instant): Promise<PhoneOrderRows[]> {
  return select(
    db,
    or(
      inArray(checkouts.state, ['open', 'expiring']),
      gte(phoneOrders.createdAt, new Date(now - SHOWN_DAYS * DAY_MS)),
    ),
  );
}

async function select(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<PhoneOrderRows[]> {
  const rows = await db
    .select({
      order: phoneOrders,
      checkout: checkouts,
      placedId: orders.id,
      placedNumber: orders.number,
    })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(which, isNull(checkouts.purgedAt)))
    .orderBy(
      desc(sql`${checkouts.state} in ('open', 'expiring')`),
      desc(phoneOrders.createdAt),
      phoneOrders.checkoutId,
    )
    .limit(MOST_SHOWN);
  return rows.map(({ order, checkout, placedId, placedNumber }) => ({
    order,
    checkout,
    placed:
      placedId === null || placedNumber === null
        ? null
        : { id: placedId, orderNumber: placedNumber },
  }));
}
