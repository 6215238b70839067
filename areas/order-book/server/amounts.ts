import { formatAmount } from '#platform/rules/money.ts';
import type { OrderPrice } from '#areas/order-book/rules/order-pricing.ts';

/** What an order costs, as it goes over the wire. */
export function amountsOf(price: OrderPrice) {
  return {
    subtotal: formatAmount(price.subtotalCents),
    deliveryFee: formatAmount(price.deliveryFeeCents),
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  };
}
