/**
 * What a receipt says, apart from how it is drawn. Prices include GST when the business is registered; totals are the
 * same either way.
 */
import type { ReceiptContent, ReceiptLine } from '#areas/printouts/server/drawer-port.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { type Cents, formatDollars, includedGst } from '#platform/rules/money.ts';
import { customerName, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { deliveryLines } from '#areas/order-book/rules/order-pricing.ts';

export function receiptContent(order: Order, business: BusinessFacts): ReceiptContent {
  const { customer, price } = order;
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
    customer: [customerName(customer), formatAddress(customer.address)],
    date: dayOf(order.createdAt, business),
    items: receiptItems(order).map(describeItem),
    delivery: deliveryLines(price).map(({ label, amountCents }) => line(label, amountCents)),
    totals: [
      line('Meals', price.subtotalCents),
      line('Delivery', price.deliveryFeeCents),
      ...(business.gstRegistered ? [] : [line('Tax', price.taxCents)]),
      line('Total', price.totalCents),
    ],
    payments: describePayments(order, business),
    gstNote: business.gstRegistered
      ? `The total includes GST of ${formatDollars(includedGst(price.totalCents))}.`
      : null,
  };
}

function line(label: string, amountCents: Cents): ReceiptLine {
  return { label, amount: formatDollars(amountCents) };
}

/** By delivery, person and day; the meals of a day as they were chosen. */
function receiptItems({ deliveries }: Order): OrderItem[] {
  return deliveries
    .flatMap(({ people }) => people)
    .flatMap(({ items }) =>
      items.toSorted((a, b) =>
        a.mealDate === b.mealDate ? a.id - b.id : compareText(a.mealDate, b.mealDate),
      ),
    );
}

function describeItem(item: OrderItem): ReceiptLine {
  const delivered = `${formatDate(item.deliveryDate)}, ${windowLabel(item.deliveryWindow)}`;
  const eaten =
    item.mealDate === item.deliveryDate ? '' : ` for ${formatDayAndMonth(item.mealDate)}`;
  return {
    label: item.meal.name,
    detail: `${item.personName}, ${item.mealType}${eaten}; delivery ${delivered}`,
    amount: formatDollars(item.priceCents),
  };
}

/** Only money that has moved, or is about to: failed refunds are left out. */
function describePayments(order: Order, business: BusinessFacts): ReceiptLine[] {
  const { payments, refunds } = order;
  const paid = payments.map(({ paidAt, amountCents }) =>
    line(`Paid by card on ${dayOf(paidAt, business)}`, amountCents),
  );
  const back = refunds
    .filter((refund) => refund.state !== 'failed')
    .map((refund) => {
      const words = refund.state === 'succeeded' ? 'Refunded' : 'Refund requested';
      return line(`${words} on ${dayOf(refund.createdAt, business)}`, -refund.amountCents);
    });
  return [...paid, ...back];
}

function dayOf(instant: Date, { timeZone }: BusinessFacts): string {
  return formatDate(wallTimeAt(instant.getTime(), timeZone).date);
}
