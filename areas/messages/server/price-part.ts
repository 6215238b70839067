import type { ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { deliveryLines, type OrderPrice } from '#areas/order-book/rules/order-pricing.ts';
import { formatAmount, formatDollars, amountInDollars } from '#platform/rules/money.ts';
import { amounts } from './email-parts.ts';

/** What an order costs, line by line. */
export function pricePart(
  price: Pick<OrderPrice, 'subtotalCents' | 'taxCents' | 'totalCents' | 'fees' | 'offers'>,
  business: Pick<BusinessFacts, 'gstRegistered'>,
): ReactNode {
  const { label, amount } = taxLine(business, {
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
  });
  return amounts([
    { label: 'Meals', amount: formatDollars(price.subtotalCents) },
    ...deliveryLines(price).map((line) => ({
      label: line.label,
      amount: formatDollars(line.amountCents),
    })),
    { label, amount: amountInDollars(amount) },
    { label: 'Total', amount: formatDollars(price.totalCents), isTotal: true },
  ]);
}
