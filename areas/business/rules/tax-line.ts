import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Cents, formatAmount, includedGst, parseAmount } from '#platform/rules/money.ts';

/**
 * The tax in an amount, wherever amounts stand below each other: "Includes GST" of a business that is registered, otherwise
 * "Tax". `tax` of the wire stays "0.00" either way.
 */
export function taxLine(
  { gstRegistered }: Pick<BusinessFacts, 'gstRegistered'>,
  { tax, total }: { tax: string; total: string },
): { label: string; amount: string } {
  if (!gstRegistered) return { label: 'Tax', amount: tax };
  const totalCents: Cents = parseAmount(total) ?? 0;
  return { label: 'Includes GST', amount: formatAmount(includedGst(totalCents)) };
}
