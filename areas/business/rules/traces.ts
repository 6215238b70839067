/** What nobody can rule out in a kitchen: said wherever allergens are chosen or read. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

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
