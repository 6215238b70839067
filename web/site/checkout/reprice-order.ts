import type { QuoteReply } from '#contract/ordering.ts';
import type { PreparedOrder } from '#domain/ordering/prepared-order.ts';

/** The same order at the prices of the quote. */
export function repriceOrder(order: PreparedOrder, quote: QuoteReply): PreparedOrder {
  const priceOf = new Map(quote.items.map((item) => [item.mealId, item.price]));
  return {
    ...order,
    orderItems: order.orderItems.map((item) => ({
      ...item,
      price: priceOf.get(item.mealId) ?? item.price,
    })),
    subtotal: quote.subtotal,
    deliveryFee: quote.deliveryFee,
    tax: quote.tax,
    total: quote.total,
  };
}
