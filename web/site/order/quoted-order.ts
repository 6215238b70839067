/** The order that goes to the payment: what the customer chose, at the amounts that the server has just quoted. */
import type { QuoteReply } from '#contract/ordering.ts';
import type { PreparedItem, PreparedOrder } from '#domain/ordering/prepared-order.ts';

type QuotedItem = QuoteReply['items'][number];

export function withQuotedAmounts(order: PreparedOrder, quote: QuoteReply): PreparedOrder {
  const priceAt = new Map(quote.items.map((item) => [placeKey(item), item.price]));
  return {
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      price: priceAt.get(placeKey(item)) ?? item.price,
    })),
    subtotal: quote.subtotal,
    deliveryFee: quote.deliveryFee,
    tax: quote.tax,
    total: quote.total,
  };
}

function placeKey(item: PreparedItem | QuotedItem): string {
  return [item.personName, item.mealDate ?? item.deliveryDate, item.mealType].join('|');
}
