/**
 * What a receipt says, apart from how it is drawn. Prices include GST when the business is registered; totals are the
 * same either way.
 */
import type { ReceiptContent, ReceiptLine } from '#server/ports/drawer.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { joinAddress } from '#domain/customer/street-address.ts';
import { type DeliveryWindow, windowLabel } from '#domain/delivery/delivery-windows.ts';
import { type Cents, formatDollars, includedGst } from '#domain/money.ts';
import { explainFee, explainOffer } from '#domain/ordering/price/order-pricing.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';
import type { RefundRow } from '#server/db/schema/money/refunds.ts';

type ReceiptItem = {
  mealName: string;
  mealType: string;
  personName: string;
  mealDate: PlainDate;
  deliveryDate: PlainDate;
  window: DeliveryWindow;
  priceCents: Cents;
};

export type ReceiptFacts = {
  order: OrderRow;
  items: readonly ReceiptItem[];
  /** Null for an order without a card payment. */
  paidCents: Cents | null;
  refunds: readonly RefundRow[];
};

export function receiptContent(facts: ReceiptFacts, business: BusinessFacts): ReceiptContent {
  const { order } = facts;
  const isTaxInvoice = business.gstRegistered && business.abn !== null;
  return {
    title: isTaxInvoice ? 'Tax invoice' : 'Receipt',
    orderNumber: order.number,
    seller: [
      business.name,
      ...(business.abn === null ? [] : [`ABN ${business.abn}`]),
      business.location,
      business.phone,
      business.email,
    ],
    customer: [`${order.firstName} ${order.lastName}`, addressOf(order)],
    date: dayOf(order.createdAt, business),
    items: facts.items.map(describeItem),
    delivery: [
      ...order.fees.map((fee) => line(explainFee(fee), fee.amountCents)),
      ...order.offers.map((offer) => line(explainOffer(offer), offer.amountCents)),
    ],
    totals: [
      line('Meals', order.subtotalCents),
      line('Delivery', order.deliveryFeeCents),
      ...(business.gstRegistered ? [] : [line('Tax', order.taxCents)]),
      line('Total', order.totalCents),
    ],
    payments: describePayments(facts, business),
    gstNote: business.gstRegistered
      ? `The total includes GST of ${formatDollars(includedGst(order.totalCents))}.`
      : null,
  };
}

function line(label: string, amountCents: Cents): ReceiptLine {
  return { label, amount: formatDollars(amountCents) };
}

function describeItem(item: ReceiptItem): ReceiptLine {
  const delivered = `${formatDate(item.deliveryDate)}, ${windowLabel(item.window)}`;
  const eaten =
    item.mealDate === item.deliveryDate ? '' : ` for ${formatDayAndMonth(item.mealDate)}`;
  return {
    label: item.mealName,
    detail: `${item.personName}, ${item.mealType}${eaten}; delivery ${delivered}`,
    amount: formatDollars(item.priceCents),
  };
}

/** Only money that has moved, or is about to: failed refunds are left out. */
function describePayments(facts: ReceiptFacts, business: BusinessFacts): ReceiptLine[] {
  const { order, paidCents, refunds } = facts;
  // An order is created when its payment has succeeded.
  const paid =
    paidCents === null
      ? []
      : [line(`Paid by card on ${dayOf(order.createdAt, business)}`, paidCents)];
  const back = refunds
    .filter((refund) => refund.state !== 'failed')
    .map((refund) => {
      const words = refund.state === 'succeeded' ? 'Refunded' : 'Refund requested';
      return line(`${words} on ${dayOf(refund.createdAt, business)}`, -refund.amountCents);
    });
  return [...paid, ...back];
}

function addressOf(order: OrderRow): string {
  return joinAddress({
    line1: order.addressLine1,
    line2: order.addressLine2,
    suburb: `${order.suburb} ${order.postcode}`,
  });
}

function dayOf(moment: Date, { timeZone }: BusinessFacts): string {
  return formatDate(wallTimeAt(moment.getTime(), timeZone).date);
}
