import { formatAmount } from '#platform/rules/money.ts';
import type { OrderAmounts } from '#areas/order-book/rules/order-pricing.ts';

/** What an order costs, as it goes over the wire. */
export function amountsOf(price: OrderAmounts) {
  return {
    subtotal: formatAmount(price.subtotalCents),
    deliveryFee: formatAmount(price.deliveryFeeCents),
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  };
}
