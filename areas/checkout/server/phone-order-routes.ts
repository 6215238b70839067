import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  cancelPhoneOrder as cancelPhoneOrderCall,
  getPayPage,
  getPhoneOrder,
  listPhoneOrders,
  openPayLink as openPayLinkCall,
  seePhoneOrder as seePhoneOrderCall,
  resendPayLink as resendPayLinkCall,
  takePhoneOrder as takePhoneOrderCall,
  type PhoneOrderReply,
  type PAY_PAGE_STATES,
  type PayPageReply,
} from '#areas/checkout/calls/phone-orders.ts';
import {
  describePhoneOrder,
  listPhoneOrderReplies,
  orderDataOf,
  findPhoneOrderReply,
  stateOf,
  readPhoneOrder,
  lockPhoneOrder,
  type PhoneOrderRows,
  setCheckoutCookie,
  payTokenFor,
  writePhoneMessage,
} from '#areas/checkout/server/phone-orders.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { eq } from 'drizzle-orm';
import {
  isPayable,
  type PayLinkWay,
  payUntilText,
  remindAt,
} from '#areas/order-book/rules/phone-order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { phoneOrders, type CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import {
  describeCheckout,
  requireAgreedPrice,
} from '#areas/checkout/server/create-payment-intent.ts';
import {
  refuseUnsuitable,
  toQuoteReply,
  pricePreparedOrder,
  refuseUnanswered,
} from '#areas/checkout/server/price-prepared-order.ts';
import { createHash, randomUUID } from 'node:crypto';
import { formatAmount } from '#platform/rules/money.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { findLiveCheckout, openCheckout } from '#areas/checkout/server/open-checkout.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';

export function registerPhoneOrderRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, takePhoneOrderCall, ({ body, staff }) => takePhoneOrder(context, staff, body));

  staffRoute(app, listPhoneOrders, async () => ({
    phoneOrders: await listPhoneOrderReplies(context),
  }));

  staffRoute(app, getPhoneOrder, async ({ params }) => {
    const rows = await readPhoneOrder(context.db, params);
    return {
      phoneOrder: describePhoneOrder(context, rows),
      orderData: orderDataOf(rows.checkout.frozenOrder),
    };
  });

  staffRoute(app, resendPayLinkCall, ({ params, body, staff }) =>
    resendPayLink(context, staff, { ...params, ...body }),
  );

  staffRoute(app, cancelPhoneOrderCall, ({ params, body, staff }) =>
    cancelPhoneOrder(context, staff, { ...params, ...body }),
  );

  staffRoute(app, seePhoneOrderCall, ({ params, staff }) =>
    seePhoneOrder(context, staff, params.id),
  );

  registerPayPage(app, context);
}

function registerPayPage(app: FastifyInstance, context: Context): void {
  const hide = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex');

  route(app, getPayPage, async ({ params, reply }) => {
    hide(reply);
    await throttleCaller(context, 'tracking', reply.request);
    return describePayPage(context, params.token);
  });

  route(app, openPayLinkCall, async ({ params, reply }) => {
    hide(reply);
    await throttleCaller(context, 'checkout', reply.request);
    const opened = await openPayLink(context, params.token);
    setCheckoutCookie(context, reply, opened.paymentIntentId);
    return opened;
  });
}

/** Anyone who needs more links than that has another problem. */
const MOST_SENDS = 10;

/** Sends the link once more, unless it was sent since `sends` was read. Throws NotFound or Conflict `not_open`, `sent_often`. */
async function resendPayLink(
  context: Context,
  staff: StaffMember,
  { id, sends }: { id: string; sends: number },
): Promise<PhoneOrderReply> {
  await context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (!isPayable(stateOf({ order, checkout }, context.clock())))
      throw new Conflict('not_open', 'This order can no longer be paid by its link.');
    if (order.sends !== sends) return;
    if (order.sends >= MOST_SENDS)
      throw new Conflict('sent_often', `The link was sent ${MOST_SENDS} times. Call the customer.`);
    const again = { ...order, sends: order.sends + 1 };
    await tx.update(phoneOrders).set({ sends: again.sends }).where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.send',
      entityId: id,
      after: { sends: again.sends },
    });
    await writePhoneMessage(tx, context, 'phone_order_link', { checkout, order: again });
  });
  return findPhoneOrderReply(context, id);
}

/** Today lists it no longer. Again: the same. Throws NotFound or Conflict `not_ended`. */
async function seePhoneOrder(
  context: Context,
  staff: StaffMember,
  id: string,
): Promise<PhoneOrderReply> {
  await context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (stateOf({ order, checkout }, context.clock()) !== 'not_paid')
      throw new Conflict('not_ended', 'Only an order that was not paid in time can be ticked off.');
    if (order.seenAt !== null) return;
    await tx
      .update(phoneOrders)
      .set({ seenAt: new Date(context.clock()) })
      .where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.see',
      entityId: id,
    });
  });
  return findPhoneOrderReply(context, id);
}

/** The page where a caller pays what staff took on the phone. The token alone opens it; it cannot change the order. */
type PayPageState = (typeof PAY_PAGE_STATES)[number];

/**
 * Links get passed on to anyone who pays: once it is paid or over, the page says that alone, and never the secret of the
 * order's own page. Throws NotFound, alike for every token that is not one.
 */
async function describePayPage(context: Context, token: string): Promise<PayPageReply> {
  const rows = await readPhoneOrder(context.db, { token });
  const { checkout, placed } = rows;
  const { customer, recipient = null, people } = checkout.frozenOrder;
  const state = pageStateOf(rows, context.clock());
  const site = await context.site.current();
  return {
    state,
    firstName: customer.firstName,
    heldUntil: checkout.holdUntil.toISOString(),
    orderNumber: placed?.orderNumber ?? null,
    order:
      state === 'open'
        ? {
            quote: toQuoteReply(checkout.frozenOrder, site),
            people: people.map((person) => ({ name: person.name, ...needsIn(person) })),
            name: customerName(customer),
            address: formatAddress(customer.address),
            deliveryPreference: customer.deliveryPreference,
            specialInstructions: customer.specialInstructions,
            recipient,
          }
        : null,
  };
}

function pageStateOf(rows: PhoneOrderRows, now: number): PayPageState {
  const state = stateOf(rows, now);
  if (state === 'paid') return 'paid';
  if (isPayable(state)) return 'open';
  return rows.order.cancelledAt === null ? 'ended' : 'cancelled';
}

const CLOSED = {
  paid: { code: 'already_paid', message: 'This order is already paid.' },
  cancelled: { code: 'order_cancelled', message: 'This order was cancelled. Nothing was charged.' },
  ended: {
    code: 'hold_ended',
    message: 'The time to pay is over, and the places were given back. Nothing was charged.',
  },
} as const satisfies Record<Exclude<PayPageState, 'open'>, { code: string; message: string }>;

/** Throws NotFound, UnsuitableFood, Conflict (already_paid, order_cancelled, hold_ended) or Unavailable. */
async function openPayLink(context: Context, token: string): Promise<CheckoutReply> {
  const rows = await readPhoneOrder(context.db, { token });
  const state = pageStateOf(rows, context.clock());
  if (state !== 'open') {
    const { code, message } = CLOSED[state];
    throw new Conflict(code, message);
  }
  refuseUnsuitable(rows.checkout.frozenOrder, await context.site.current());
  return describeCheckout(context, rows.checkout);
}

type Request = { orderData: PreparedOrder; sendBy: PayLinkWay; evenIfClosed: boolean };

/**
 * Checks and prices an order as for a customer, and in one transaction holds its places and writes the message with the
 * link to pay. The payment itself is opened when the caller opens that link, so a silent gateway stops nobody on the
 * phone. The same basket returns to its order; a changed one gives up the order that was taken before. Throws
 * InvalidRequest, UnsuitableFood, Conflict (sale_closed, quote_changed, slot_full, past_cutoff, meal_unavailable, already_paid,
 * payment_in_progress) or Unavailable.
 */
async function takePhoneOrder(
  context: Context,
  staff: StaffMember,
  { orderData, sendBy, evenIfClosed }: Request,
): Promise<PhoneOrderReply> {
  const contentHash = createHash('sha256').update(JSON.stringify(orderData)).digest('base64url');
  const existing = orderData.cartKey
    ? await findLiveCheckout(context, orderData.cartKey)
    : undefined;
  if (existing) refuseElsewhere(existing);
  const isSame = existing?.state === 'open' && existing.contentHash === contentHash;
  if (existing && isSame && existing.holdUntil.getTime() > context.clock())
    return findPhoneOrderReply(context, existing.id);
  const { frozen, site } = await pricePreparedOrder(context, orderData, { evenIfClosed });
  refuseUnanswered(frozen, site);
  requireAgreedPrice({ amount: Number(orderData.total), orderData }, frozen, site);
  if (existing) await giveUpPhoneOrder(context, staff, { id: existing.id, notify: false });
  const checkout = await openCheckout(context, {
    cartKey: orderData.cartKey ?? randomUUID(),
    contentHash,
    frozen,
    business: site.business,
    holder: null,
    byPhone: (tx, opened) =>
      record(context, tx, opened, { staff, sendBy, timeZone: site.business.timeZone }),
  });
  noteCheckout(checkout.id);
  return findPhoneOrderReply(context, checkout.id);
}

function refuseElsewhere({ byPhone, state }: CheckoutRow): void {
  if (!byPhone) throw new Conflict('payment_in_progress', 'This basket is being paid online.');
  if (state === 'paid') throw new Conflict('already_paid', 'The customer has paid this order.');
}

async function record(
  context: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  { staff, sendBy, timeZone }: { staff: StaffMember; sendBy: PayLinkWay; timeZone: string },
): Promise<void> {
  const now = context.clock();
  const { id: checkoutId, holdUntil, totalCents } = checkout;
  const remindedFrom = remindAt(now, holdUntil.getTime());
  const order = {
    checkoutId,
    tokenHash: hashTrackingToken(payTokenFor(checkoutId, context.trackingSecret)),
    takenBy: staff.email,
    sendBy,
    sends: 1,
    remindAt: remindedFrom === null ? null : new Date(remindedFrom),
    createdAt: new Date(now),
  };
  await tx.insert(phoneOrders).values(order);
  await recordChange(tx, context, {
    staff,
    action: 'phone_order.take',
    entityId: checkoutId,
    after: {
      total: formatAmount(totalCents),
      heldUntil: payUntilText(holdUntil.getTime(), timeZone),
      linkBy: sendBy.replaceAll('_', ' '),
    },
  });
  await writePhoneMessage(tx, context, 'phone_order_link', { checkout, order });
}

type GivenUp = { id: string; notify: boolean };

/** Gives up an order that is not paid. Again: the same. Throws as `giveUpPhoneOrder`. */
async function cancelPhoneOrder(
  context: Context,
  staff: StaffMember,
  which: GivenUp,
): Promise<PhoneOrderReply> {
  await giveUpPhoneOrder(context, staff, which);
  return findPhoneOrderReply(context, which.id);
}

/**
 * Decides first and then asks the gateway, so that what fails half-way is finished by the expiry job. The places are free
 * once the gateway confirms that nobody can pay any more; anyone who paid before has an order. Throws NotFound, Conflict
 * (already_paid, payment_in_progress, not_open) or Unavailable.
 */
async function giveUpPhoneOrder(
  context: Context,
  staff: StaffMember,
  which: GivenUp,
): Promise<void> {
  const checkout = await decide(context, staff, which);
  if (!checkout) return;
  const ended = await endCheckout(context, checkout, 'replaced');
  if (ended === 'paid') throw justPaid();
  if (ended === 'processing')
    throw new Conflict(
      'payment_in_progress',
      'The customer’s bank is deciding on their payment right now. If it fails, the order is cancelled.',
    );
}

/** Null: it is cancelled already. */
async function decide(
  context: Context,
  staff: StaffMember,
  { id, notify }: GivenUp,
): Promise<CheckoutRow | null> {
  return context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    const state = stateOf({ order, checkout }, context.clock());
    if (state === 'paid') throw justPaid();
    if (state === 'cancelled') return null;
    if (state === 'not_paid')
      throw new Conflict('not_open', 'Its time is over, and its places were given back.');
    if (order.cancelledAt !== null) return checkout;
    await tx
      .update(phoneOrders)
      .set({
        cancelledAt: new Date(context.clock()),
        cancelledBy: staff.email,
        tellsCancelled: notify,
      })
      .where(eq(phoneOrders.checkoutId, id));
    await recordChange(tx, context, {
      staff,
      action: 'phone_order.cancel',
      entityId: id,
      after: { customerTold: notify },
    });
    return checkout;
  });
}

function justPaid(): Conflict {
  return new Conflict('already_paid', 'The customer has just paid. It is an order now.');
}
