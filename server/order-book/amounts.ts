import { formatAmount } from '#domain/money.ts';
import type { OrderPrice } from '#domain/ordering/price/order-pricing.ts';

/** What an order costs, as it goes over the wire. */
export function amountsOf(price: OrderPrice) {
  return {
    subtotal: formatAmount(price.subtotalCents),
    deliveryFee: formatAmount(price.deliveryFeeCents),
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  };
}
