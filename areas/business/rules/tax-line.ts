import type { BusinessFacts } from './facts.ts';
import { formatAmount, includedGst, parseAmount } from '#platform/rules/money.ts';

/**
 * The tax in an amount, wherever amounts stand below each other: "Includes GST" of a business that is registered, otherwise
 * "Tax". `tax` of the wire stays "0.00" either way. `gst`: of what is sold, as its documents say; null: it was sold without.
 */
export function taxLine(
  { gstRegistered }: Pick<BusinessFacts, 'gstRegistered'>,
  { tax, total, gst }: { tax: string; total: string; gst?: string | null | undefined },
): { label: string; amount: string } {
  const today = gstRegistered ? formatAmount(includedGst(parseAmount(total) ?? 0)) : null;
  const included = gst === undefined ? today : gst;
  return included === null
    ? { label: 'Tax', amount: tax }
    : { label: 'Includes GST', amount: included };
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
