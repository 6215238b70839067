/** The page where a caller pays what staff took on the phone. The token alone opens it; it cannot change the order. */
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { PAY_PAGE_STATES, PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { isPayable } from '#areas/order-book/rules/phone-order.ts';
import { describeCheckout } from '#areas/checkout/server/create-payment-intent.ts';
import { stateOf } from '#areas/checkout/server/phone/describe-phone-order.ts';
import {
  type PhoneOrderRows,
  readPhoneOrder,
} from '#areas/checkout/server/phone/phone-order-rows.ts';
import { refuseUnsuitable, toQuoteReply } from '#areas/checkout/server/price-prepared-order.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict } from '#platform/server/errors.ts';

type PayPageState = (typeof PAY_PAGE_STATES)[number];

/**
 * Links get passed on to whoever pays: once it is paid or over, the page says that alone, and never the secret of the
 * order's own page. Throws NotFound, alike for every token that is not one.
 */
export async function describePayPage(context: Context, token: string): Promise<PayPageReply> {
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

const CLOSED: Record<Exclude<PayPageState, 'open'>, { code: string; message: string }> = {
  paid: { code: 'already_paid', message: 'This order is already paid.' },
  cancelled: { code: 'order_cancelled', message: 'This order was cancelled. Nothing was charged.' },
  ended: {
    code: 'hold_ended',
    message: 'The time to pay is over, and the places were given back. Nothing was charged.',
  },
};

/** Throws NotFound, UnsuitableFood, Conflict (already_paid, order_cancelled, hold_ended) or Unavailable. */
export async function openPayLink(context: Context, token: string): Promise<CheckoutReply> {
  const rows = await readPhoneOrder(context.db, { token });
  const state = pageStateOf(rows, context.clock());
  if (state !== 'open') {
    const { code, message } = CLOSED[state];
    throw new Conflict(code, message);
  }
  refuseUnsuitable(rows.checkout.frozenOrder, await context.site.current());
  return describeCheckout(context, rows.checkout);
}
