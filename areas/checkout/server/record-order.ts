import { createHash } from 'node:crypto';
import { sql, eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { OfferCode, SaleTerms } from '#areas/order-book/rules/account.ts';
import { termsOfSale } from '#areas/order-book/rules/order-pricing.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import { orderNumberFrom } from '#areas/order-book/rules/order-number.ts';
import { helpingsOf } from '#areas/order-book/rules/check-items.ts';
import type { PendingReason } from '#areas/order-book/rules/order-status.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow, FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { recipientTokenHashOf } from '#areas/order-book/server/recipient-link.ts';
import { orderColumns } from '#areas/order-book/server/order-columns.ts';
import {
  insertOrderRow,
  insertCapture,
  insertPayment,
  markPaid,
  selectCheckoutForUpdate,
} from '#areas/checkout/server/settlement-statements.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import type { Context } from '#platform/server/context.ts';
import type { Intent } from '#platform/server/gateway-port.ts';

type RecordedOrder = { id: number; number: string };

type NewOrder = {
  checkout: CheckoutRow;
  /** Null for an order that the kitchen can cook as it is. */
  pendingReason: PendingReason | null;
  facts: BusinessFacts;
  trackingSecret: string;
  createdAt: Date;
};

/**
 * Records a paid checkout as an order, still without what is in it (`insertPlates`). The number is derived from the
 * checkout's random id, so an order rebuilt after a restore has the number its customer knows. One in a million million
 * is already in use, and then the next is tried.
 */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<RecordedOrder> {
  for (let attempt = 0; ; attempt += 1) {
    const seed = createHash('sha256').update(`order:${order.checkout.id}:${attempt}`).digest();
    const number = orderNumberFrom(seed, order.facts.orderPrefix);
    const { id: checkoutId, frozenOrder } = order.checkout;
    const { recipient = null } = frozenOrder;
    const [row] = await insertOrderRow(tx, {
      ...orderColumns({ ...frozenOrder, terms: termsOfFrozen(frozenOrder, order.facts), number }),
      recipientTokenHash: recipientTokenHashOf(order.trackingSecret, { checkoutId, recipient }),
      checkoutId,
      status: order.pendingReason ? 'pending' : 'confirmed',
      pendingReason: order.pendingReason,
      createdAt: order.createdAt,
    });
    if (row) return row;
  }
}

/** What does not say its terms was frozen by the release before, or comes from the card provider: its price shows most. */
function termsOfFrozen(
  { terms, price, deliveryType, items }: FrozenOrder,
  facts: BusinessFacts,
): SaleTerms {
  if (terms) return terms;
  const { unitCents } = price.fees[0] ?? {};
  const has = (offer: OfferCode) => price.offers.some(({ code }) => code === offer);
  return {
    ...termsOfSale({ isFirstWaitlistOrder: false }, facts),
    ...(unitCents !== undefined && {
      [deliveryType === 'daily' ? 'dailyFeeCents' : 'weeklyFeeCents']: unitCents,
    }),
    ...(has('free_delivery_from_meals') && { freeDeliveryFromMeals: items.length }),
    firstOrderFree: has('waitlist_first_order'),
    taxCents: price.taxCents,
  };
}

/**
 * The people, deliveries and items of an order, exactly as frozen: one statement for as many rows as there may be. Until
 * when each delivery may be changed follows from the week as it is sold.
 */
export async function insertPlates(
  tx: Transaction,
  orderId: number,
  frozen: FrozenOrder,
  isBooked: boolean,
  facts: Parameters<typeof cutoffFor>[1],
): Promise<void> {
  const rows = rowsOf(frozen, facts);
  const inserted = await tx.execute(sql`
    with eater as (
      insert into people (order_id, position, name, calorie_target, allergens, avoid, diets, note)
      select ${orderId}::int, *
      from jsonb_to_recordset(${JSON.stringify(rows.people)}::jsonb)
        as (position int, name text, calorie_target int, allergens text[], avoid text[],
          diets text[], note text)
      returning id, position
    ), delivery as (
      insert into deliveries (order_id, date, time_slot, takes_place, changeable_until)
      select ${orderId}::int, date, time_slot, ${isBooked}::boolean, changeable_until
      from jsonb_to_recordset(${JSON.stringify(rows.deliveries)}::jsonb)
        as (date date, time_slot text, changeable_until timestamptz)
      returning id, date, time_slot
    )
    insert into order_items
      (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents, helping,
       takes_portion)
    select ${orderId}::int, delivery.id, eater.id, meal_id, meal, meal_date, meal_type, price_cents,
      helping, ${isBooked}::boolean
    from rows from (jsonb_to_recordset(${JSON.stringify(rows.items)}::jsonb) as
      (position int, date date, time_slot text, meal_id int, meal jsonb, meal_date date, meal_type text,
       price_cents int, helping int)) with ordinality as item
    join eater using (position)
    join delivery using (date, time_slot)
    order by item.ordinality`);
  if (inserted.rowCount !== frozen.items.length)
    throw new Error(
      `${inserted.rowCount} of ${frozen.items.length} items of order ${orderId} have a delivery`,
    );
}

/** In the names of the columns. */
function rowsOf(
  { people, drops, items, meals }: FrozenOrder,
  facts: Parameters<typeof cutoffFor>[1],
) {
  const positions = new Map(people.map(({ name }, index) => [personKey(name), index + 1]));
  const helpings = helpingsOf(items);
  return {
    people: people.map(({ calorieTarget, ...person }, index) => ({
      ...person,
      position: index + 1,
      calorie_target: calorieTarget,
    })),
    deliveries: drops.map(({ date, window }) => ({
      date,
      time_slot: window,
      changeable_until: new Date(cutoffFor(date, facts)),
    })),
    items: items.map((item, index) => {
      const meal = assertDefined(meals[item.mealId], `meal ${item.mealId}`);
      return {
        position: assertDefined(
          positions.get(personKey(item.personName)),
          `person ${item.personName}`,
        ),
        date: item.deliveryDate,
        time_slot: item.deliveryWindow,
        meal_id: item.mealId,
        meal,
        meal_date: item.mealDate,
        meal_type: item.mealType,
        price_cents: meal.priceCents,
        helping: helpings[index],
      };
    }),
  };
}

// What is written of money that was taken for a checkout, and what anyone who paid is told.

/** Two settlements of one payment take turns here. The metadata finds a checkout that has not stored its intent yet. */
export async function lockCheckout(
  tx: Transaction,
  intent: Intent,
): Promise<CheckoutRow | undefined> {
  const { id, checkoutId } = intent;
  const [checkout] = await selectCheckoutForUpdate(tx, { paymentIntentId: id, checkoutId });
  return checkout;
}

type Paid = { intent: Intent; checkout: CheckoutRow; orderId: number };

/** The payment and its ledger entry, once. */
export async function recordMoney(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { intent, checkout, orderId, cartKey }: Paid & { cartKey: string },
): Promise<void> {
  const { id: paymentIntentId, amountCents, currency, livemode, account } = intent;
  const checkoutId = checkout.id;
  await Promise.all([
    markPaid(tx, { checkoutId, paymentIntentId, cartKey }),
    insertPayment(tx, {
      paymentIntentId,
      checkoutId,
      orderId,
      amountCents,
      currency,
      livemode,
      gatewayAccount: account,
    }),
    insertCapture(tx, {
      orderId,
      paymentIntentId,
      amountCents,
      gatewayId: intent.chargeId ?? intent.id,
      createdAt: new Date(context.clock()),
    }),
  ]);
}

export async function confirmByEmail(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { checkout, orderId, withdrawn }: Pick<Paid, 'checkout' | 'orderId'> & { withdrawn?: string },
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'order_confirmation',
    about: orderId,
    orderId,
    recipient: checkout.frozenOrder.customer.email,
    withdrawn,
  });
}

/** For a checkout that has its order already. */
export async function replyOfPaid(
  context: Pick<Context, 'log' | 'trackingSecret'>,
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
): Promise<PlacedOrderReply> {
  if (checkout.paymentIntentId !== intent.id) {
    context.log.error(
      { alarm: 'second_payment', checkoutId: checkout.id, paymentIntentId: intent.id },
      'a checkout was paid a second time: refund this payment at the card provider',
    );
  }
  const [order] = await tx
    .select({ number: orders.number, checkoutId: orders.checkoutId })
    .from(orders)
    .where(eq(orders.checkoutId, checkout.id))
    .prepare('order_of_checkout')
    .execute();
  if (!order) throw new Error(`checkout ${checkout.id} is paid but has no order`);
  return replyOf(context, order);
}

export function replyOf(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  order: { number: string; checkoutId: string },
): PlacedOrderReply {
  return {
    orderNumber: order.number,
    trackingToken: trackingTokenFor(order.checkoutId, trackingSecret),
  };
}
