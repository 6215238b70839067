import { formatAmount } from '#platform/rules/money.ts';
import type { OrderAgainReply, ReminderReply } from '#areas/checkout/calls/order-again.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { veilEmail, emailKey } from '#platform/rules/customer-name.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import { itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import { chargedItems } from '#areas/order-book/rules/order-pricing.ts';
import type { Context } from '#platform/server/context.ts';
import { getOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import type { FastifyInstance } from 'fastify';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireCheckoutProof } from '#areas/checkout/server/phone-orders.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { ReactNode } from 'react';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { paragraph, small, subtitle } from '#areas/messages/server/email-parts.ts';
import { and, eq, gte, inArray, isNull, lt, min, ne, sql } from 'drizzle-orm';
import {
  isTimeToRemind,
  type OrderToRemindOf,
  reminderTime,
} from '#areas/checkout/rules/order-reminder.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';

/** The order behind a tracking token, as it takes to order it again. Throws NotFound. */
export async function describeOrderAgain(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  token: string,
): Promise<OrderAgainReply> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const { email, phone, address, ...customer } = order.customer;
  // Without what was brought again after a problem: it stands for a meal that is in the list already.
  const items = chargedItems(itemsOf(order));
  return {
    orderNumber: order.number,
    placedOn: wallTimeAt(order.createdAt.getTime(), business.timeZone).date,
    customer: {
      ...customer,
      email: email === '' ? '' : veilEmail(email),
      phone: phone === '' ? '' : `… ${phone.slice(-3)}`,
      addressLine1: address.line1,
      addressLine2: address.line2,
      suburb: address.suburb.name,
    },
    deliveryType: order.deliveryType,
    people: peopleOf(order).map((person) => ({
      ...person,
      calorieTarget: person.calorieTarget ?? business.defaultCaloriePlan,
    })),
    items: items.map((item) => ({
      personName: item.personName,
      mealId: item.mealId,
      mealName: item.meal.name,
      calories: item.meal.calories,
      price: formatAmount(item.priceCents),
      ingredients: item.meal.ingredients,
      mealType: item.mealType,
      mealDate: item.mealDate,
      deliveryDate: item.deliveryDate,
      deliveryWindow: item.deliveryWindow,
    })),
    recipient: order.recipient,
    reminder: await describeReminder(context, order.id),
  };
}

export function registerOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, placeOrder, async ({ body, reply }) => {
    await throttleCaller(context, 'payment', reply.request);
    const { paymentIntentId, clientSecret } = body;
    const { cookie: cookies } = reply.request.headers;
    await requireCheckoutProof(context, { paymentIntentId, clientSecret, cookies });
    return settlePayment(context, paymentIntentId);
  });
}

type ForWhom = Pick<Order, 'recipient'>;

/** Whom the food goes to, when that is not the payer: they get none of our emails. */
export function recipientOf(order: ForWhom): ReactNode[] {
  if (order.recipient === null) return [];
  return [
    ...recipientToPayFor(order),
    small('The link for them is on your order page. It shows no prices.'),
  ];
}

/** The same before the order is paid, when there is no page of theirs yet. */
export function recipientToPayFor({ recipient }: ForWhom): ReactNode[] {
  if (recipient === null) return [];
  const { firstName, lastName, phone, isGift, message } = recipient;
  return [
    subtitle(isGift ? 'A present for' : 'For'),
    paragraph(`${firstName} ${lastName}, ${formatPhone(phone)}`),
    message !== '' && small(`On the card: ${message}`),
  ];
}

// "Remind me next week": asked for on the tracking page, sent once, and stopped by another link.

type Reading = Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>;

/** Safe to repeat. Throws NotFound, or Conflict `reminder_over` when none can be asked for any more. */
export async function setReminder(
  context: Reading,
  token: string,
  isAsked: boolean,
): Promise<ReminderReply> {
  const orderId = await orderIdOf(context.db, token);
  if (isAsked && !(await describeReminder(context, orderId)).canAsk)
    throw new Conflict('reminder_over', 'We can’t remind you of this order any more.');
  await context.db.transaction(async (tx) => {
    if (isAsked)
      await tx
        .insert(orderReminders)
        .values({ orderId, createdAt: new Date(context.clock()) })
        .onConflictDoNothing();
    else await deleteReminders(tx, [orderId]);
  });
  return describeReminder(context, orderId);
}

/** Throws NotFound. */
async function describeReminder(context: Reading, orderId: number): Promise<ReminderReply> {
  const { business } = await context.site.current();
  const [order] = await context.db
    .select({
      status: orders.status,
      createdAt: orders.createdAt,
      erasedAt: orders.erasedAt,
      askedAt: orderReminders.createdAt,
      firstMeal: firstMealOf(context.db),
      sentAs: messages.state,
    })
    .from(orders)
    .leftJoin(orderReminders, eq(orderReminders.orderId, orders.id))
    .leftJoin(messages, eq(messages.dedupeKey, messageKey('reorder_reminder', 'email', orderId)))
    .where(eq(orders.id, orderId));
  if (!order) throw new NotFound('This order');
  const { from, until } = reminderTime(
    { createdAt: order.createdAt.getTime(), firstMeal: order.firstMeal },
    business,
  );
  return {
    isAsked: order.askedAt !== null,
    canAsk:
      order.status !== 'cancelled' &&
      order.erasedAt === null &&
      order.sentAs === null &&
      saleStateAt(Math.max(from, context.clock()), business, context.gateway).state === 'open' &&
      context.clock() < until,
    at: new Date(from).toISOString(),
  };
}

function firstMealOf(db: Database) {
  return sql<PlainDate>`(${db
    .select({ first: min(orderItems.mealDate) })
    .from(orderItems)
    .where(eq(orderItems.orderId, orders.id))})`;
}

/** Writes the emails that are due; none while nobody can order. Run again, or by two processes at once, it writes none twice. */
export async function remindToOrder(context: Reading): Promise<number> {
  const { business } = await context.site.current();
  const now = context.clock();
  if (saleStateAt(now, business, context.gateway).state !== 'open') return 0;
  let written = 0;
  for (const order of await listAsked(context.db)) {
    const toRemindOf: OrderToRemindOf = { ...order, createdAt: order.createdAt.getTime() };
    if (!isTimeToRemind(toRemindOf, now, business)) continue;
    const { weekStart } = reminderTime(toRemindOf, business);
    if (await hasOrdered(context.db, order.email, weekStart)) continue;
    await context.db.transaction(async (tx) => {
      // Anyone who takes the tick back meanwhile waits, and then withdraws what is written here.
      const [asked] = await tx
        .select()
        .from(orderReminders)
        .where(eq(orderReminders.orderId, order.id))
        .for('update');
      if (!asked) return;
      await writeMessage(tx, context, {
        kind: 'reorder_reminder',
        about: order.id,
        orderId: order.id,
        recipient: order.email,
      });
      written += 1;
    });
  }
  return written;
}

/** All that no email was written for: rows leave this list with their email, and are a few hundred at most. */
async function listAsked(db: Database) {
  return db
    .select({
      id: orders.id,
      email: orders.email,
      createdAt: orders.createdAt,
      firstMeal: firstMealOf(db),
    })
    .from(orderReminders)
    .innerJoin(orders, eq(orders.id, orderReminders.orderId))
    .leftJoin(
      messages,
      eq(messages.dedupeKey, sql`${messageKey('reorder_reminder', 'email', '')} || ${orders.id}`),
    )
    .where(and(ne(orders.status, 'cancelled'), isNull(orders.erasedAt), isNull(messages.id)))
    .orderBy(orders.id);
}

/** Nobody needs to be reminded of what they have done. */
async function hasOrdered(db: Database, email: string, weekStart: PlainDate): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        eq(sql`lower(${orders.email})`, emailKey(email)),
        ne(orders.status, 'cancelled'),
        gte(deliveries.date, weekStart),
        lt(deliveries.date, addDays(weekStart, 7)),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** With the emails that were written and are still to be sent. */
async function deleteReminders(tx: Transaction, orderIds: readonly number[]): Promise<void> {
  await tx.delete(orderReminders).where(inArray(orderReminders.orderId, [...orderIds]));
  await tx
    .update(messages)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(messages.kind, 'reorder_reminder'),
        inArray(messages.orderId, [...orderIds]),
        inArray(messages.state, ['waiting', 'failed']),
      ),
    );
}

type Subscription = { email: string; isSubscribed: boolean };
type Stopping = Pick<Context, 'db' | 'trackingSecret'>;

/** Whose link it is. Changes nothing. Throws NotFound, alike for a link we did not issue and an erased customer. */
export async function getReminders(context: Stopping, token: string): Promise<Subscription> {
  const email = await emailOf(context, token);
  const asked = await listAskedBy(context.db, email);
  return { email: veilEmail(email), isSubscribed: asked.length > 0 };
}

/** For all orders of the link's address; safe to repeat. Who ticks the box again is reminded again. Throws NotFound. */
export async function stopReminders(context: Stopping, token: string): Promise<Subscription> {
  const email = await emailOf(context, token);
  await context.db.transaction(async (tx) => deleteReminders(tx, await listAskedBy(tx, email)));
  return { email: veilEmail(email), isSubscribed: false };
}

async function listAskedBy(db: Database | Transaction, email: string): Promise<number[]> {
  const asked = await db
    .select({ orderId: orderReminders.orderId })
    .from(orderReminders)
    .innerJoin(orders, eq(orders.id, orderReminders.orderId))
    .where(eq(sql`lower(${orders.email})`, email));
  return asked.map(({ orderId }) => orderId);
}

async function emailOf({ db, trackingSecret }: Stopping, token: string): Promise<string> {
  const orderId = readLinkToken('stop reminders', token, trackingSecret);
  const [order] = await db
    .select({ email: orders.email })
    .from(orders)
    .where(and(eq(orders.id, orderId ?? 0), isNull(orders.erasedAt)));
  if (!order) throw new NotFound('This link');
  return emailKey(order.email);
}
