/**
 * The order at the prices that the server has just quoted, offers included: what the customer agrees to and is charged.
 */
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

export type QuotedAmounts = Pick<PreparedOrder, 'subtotal' | 'deliveryFee' | 'tax' | 'total'> & {
  items: { mealId: number; price: string }[];
};

export function atQuotedPrices(order: PreparedOrder, quote: QuotedAmounts): PreparedOrder {
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
