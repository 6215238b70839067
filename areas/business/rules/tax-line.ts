import type { BusinessFacts } from './facts.ts';
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

// What nobody can rule out in a kitchen: said wherever allergens are chosen or read.

/** `used`: the allergens that the kitchen works with, in words; without, where the menu is not at hand. */
export function tracesText(used = 'many ingredients'): string {
  return `All meals are cooked in one kitchen that uses ${used}, so traces are possible.`;
}

/** Wherever allergens are read before an order. */
export function callFirst({ phone }: Pick<BusinessFacts, 'phone'>): string {
  return `If a trace could harm someone, please call us before you order: ${phone}.`;
}

/** At the foot of a food label, where a sentence has to be short. */
export const TRACES_ON_LABEL = 'Traces of other allergens are possible';
