import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cancelTrackedOrder,
  changeInstructions as changeInstructionsCall,
  downloadCalendar,
  downloadReceipt,
  getTrackedPhoto,
  trackOrder,
  type TrackedOrderReply,
} from '#areas/order-book/calls/orders.ts';
import {
  seeReceivedOrder,
  type OrderPageLink,
  type OrderOfPage,
  type ReceivedOrderReply,
} from '#areas/order-book/calls/received-order.ts';
import type { Context } from '#platform/server/context.ts';
import { getDeliveryPhoto, listDeliveryNews } from '#areas/order-book/server/delivery-events.ts';
import { orderIdOf, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { receiptOf } from '#areas/orders/server/receipt-content.ts';
import { addEtags, offerFile } from '#platform/server/http/assets.ts';
import { type Allowed, throttleCaller } from '#platform/server/http/throttle.ts';
import { route } from '#platform/server/http/route.ts';
import { CALENDAR_TYPE, calendarOf } from '#areas/order-book/server/order-calendar.ts';
import { noteWhatIsTold, holdsForCustomer } from './food-holds.ts';
import {
  getTrackedOrder,
  portionFactsOf,
  type PortionFacts,
} from '#areas/orders/server/tracked-order.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { whyUnchangeable } from '#areas/order-book/rules/customer-change.ts';
import {
  type Order,
  asCustomersSee,
  cancelledOf,
  customerName,
  itemsOfDelivery,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { agreedWithCustomer } from '#areas/order-book/rules/kitchen-bag.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import { loadReceivedOrder } from '#areas/order-book/server/recipient-link.ts';

/** The customer's own page. Every call answers unknown and other people's tokens alike. */
export function registerTrackingRoutes(app: FastifyInstance, context: Context): void {
  async function admit(reply: FastifyReply, what: Allowed): Promise<void> {
    reply.header('x-robots-tag', 'noindex');
    // The page counts from it: the device's clock may be wrong.
    reply.header('date', new Date(context.clock()).toUTCString());
    await throttleCaller(context, what, reply.request);
  }

  // Asked for every 30 seconds while the driver may be on the way.
  void app.register((scope, _options, done) => {
    addEtags(scope);
    route(scope, trackOrder, async ({ params, reply }) => {
      await admit(reply, 'tracking');
      return getTrackedOrder(context, params.token);
    });

    route(scope, seeReceivedOrder, async ({ params, reply }) => {
      await admit(reply, 'tracking');
      return getReceivedOrder(context, params.token);
    });
    done();
  });

  route(app, changeInstructionsCall, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return noteWhatIsTold(context, params.token, () =>
      changeInstructions(context, params.token, body.specialInstructions),
    );
  });

  route(app, cancelTrackedOrder, async ({ params, reply }) => {
    await admit(reply, 'trackingChange');
    return cancelByCustomer(context, params.token);
  });

  route(app, downloadCalendar, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    const calendar = await calendarOf(context, params.token);
    offerFile(reply, { name: calendar.name, type: CALENDAR_TYPE });
    return calendar.text;
  });

  route(app, getTrackedPhoto, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    const orderId = await orderIdOf(context.db, params.token);
    reply.header('content-type', 'image/jpeg');
    return getDeliveryPhoto(context.db, { orderId, key: params.key });
  });

  route(app, downloadReceipt, async ({ params, reply }) => {
    await admit(reply, 'receipt');
    const { name, pdf } = await receiptOf(context, params.token);
    offerFile(reply, { name, type: 'application/pdf' });
    return pdf;
  });
}

// Changes that customers make themselves, with the secret link as their only proof.

/** Throws NotFound, or Conflict `closed` with the reason after the cutoff. */
async function changeInstructions(
  context: Context,
  token: string,
  specialInstructions: string,
): Promise<TrackedOrderReply> {
  const site = await context.site.current();
  await context.db.transaction(async (tx) => {
    const order = await loadOrder(tx, await lockByToken(tx, token));
    requireOpen(context, order, site.business);
    if (order.customer.specialInstructions === specialInstructions) return;
    await applyChange(context, tx, order, { specialInstructions }, { staff: null, site });
  });
  return getTrackedOrder(context, token);
}

/**
 * Cancels and immediately requests a refund of the rest of the payment. A second click finds the order cancelled and
 * gets the same reply. Throws NotFound, or Conflict `closed` with the reason after the cutoff.
 */
async function cancelByCustomer(context: Context, token: string): Promise<TrackedOrderReply> {
  const { business } = await context.site.current();
  const refund = await context.db.transaction(async (tx) => {
    const order = await lockByToken(tx, token);
    if (order.status === 'cancelled') return null;
    requireOpen(context, await loadOrder(tx, order), business);
    const to = { staff: null, business, status: 'cancelled', refund: 'full' } as const;
    return (await setStatus(context, tx, order, to)).refund;
  });
  // After the commit, so that the customer sees how it went; a job follows up.
  if (refund) await tryRefund(context, refund.id);
  return getTrackedOrder(context, token);
}

async function lockByToken(tx: Transaction, token: string): Promise<OrderRow> {
  return lockOrder(tx, await orderIdOf(tx, token), undefined);
}

/** Under the lock: staff may be moving the deliveries right now. */
function requireOpen({ clock }: Pick<Context, 'clock'>, order: Order, facts: BusinessFacts): void {
  const reason = whyUnchangeable(order, clock(), facts);
  if (reason !== null) throw new Conflict('closed', reason);
}

/**
 * The order that the page of a link is sent with, as its call answers. Undefined when it cannot be told now, for too many
 * requests or a fault: the page then makes that call, which says and logs why.
 */
export async function loadOrderOfPage(
  context: Context,
  { token, reader }: OrderPageLink,
  request: FastifyRequest,
): Promise<OrderOfPage | undefined> {
  const at = new Date(context.clock()).toISOString();
  const read = reader === 'payer' ? getTrackedOrder : getReceivedOrder;
  try {
    await throttleCaller(context, 'tracking', request);
    return { order: await read(context, token), at };
  } catch (error) {
    return error instanceof NotFound ? { order: null, at } : undefined;
  }
}

/** An order as whom the food goes to sees it, when someone else pays: every field is named, so that none slips through. */

type ReceivedDelivery = ReceivedOrderReply['deliveries'][number];

/** Throws NotFound, alike for whatever leads to no order. */
async function getReceivedOrder(
  context: Pick<Context, 'db' | 'site' | 'clock'>,
  token: string,
): Promise<ReceivedOrderReply> {
  const site = await context.site.current();
  const { business } = site;
  const order = asCustomersSee(await loadReceivedOrder(context.db, token));
  const { customer, recipient, deliveries } = order;
  const { timeZone } = business;
  const now = context.clock();
  const all = await listDeliveryNews(context.db, order, { now, timeZone });
  const heldText = await holdsForCustomer(context.db, order, { now, business, isPayer: false });
  const served = await portionFactsOf(context.db, order, site);
  return {
    firstName: recipient.firstName,
    from: recipient.namesPayer ? customerName(customer) : null,
    isGift: recipient.isGift,
    message: recipient.message,
    deliveryPreference: customer.deliveryPreference,
    people: peopleOf(order)
      .filter((person) => isCareful(person) || person.diets.length > 0)
      .map(({ name, allergens, avoid, diets }) => ({ name, allergens, avoid, diets })),
    deliveries: deliveries.map((delivery, index): ReceivedDelivery => {
      const { news = null, road = null } = all[index] ?? {};
      return {
        date: delivery.date,
        timeSlot: delivery.window,
        status: delivery.status,
        news: news && { at: news.at, place: news.place, reason: news.reason },
        road: road && {
          stopsBefore: road.stopsBefore,
          from: road.from,
          to: road.to,
          newsAt: road.newsAt,
        },
        items: itemsOfDelivery(delivery).map((item) => ({
          ...toReceivedItem(item, business),
          ...served(item, delivery),
          onHold: heldText(item),
        })),
        cancelled: cancelledOf(order, delivery).map(({ personName, mealName }) => ({
          personName,
          mealName,
        })),
      };
    }),
  };
}

function toReceivedItem(
  item: OrderItem,
  facts: BusinessFacts,
): Omit<ReceivedDelivery['items'][number], 'onHold' | keyof PortionFacts> {
  const { personName, meal, mealType, mealDate } = item;
  return {
    personName,
    mealName: meal.name,
    mealType,
    mealDate,
    allergens: meal.allergens ?? null,
    // Why is between staff and the payer.
    agreed: item.override && agreedWithCustomer({ ...item.override, reason: '' }),
    advice: adviceFor(item, facts),
  };
}
