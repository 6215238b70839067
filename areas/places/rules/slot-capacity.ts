/** How many deliveries staff may set for a slot: 0 to 100, 20 for non-numeric input. Spec 5, 9. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

type CapacityFacts = Pick<BusinessFacts, 'slotCapacity'>;

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Parses a field's value; anything non-numeric becomes the default. */
export function readSlotCapacity(typed: string | number | null, facts: CapacityFacts): number {
  if (typeof typed === 'number') return typed;
  const text = typed?.trim() ?? '';
  return NUMBER.test(text) ? Number(text) : facts.slotCapacity.default;
}

export function slotCapacityProblem(capacity: number, facts: CapacityFacts): string | null {
  const { min, max } = facts.slotCapacity;
  if (Number.isInteger(capacity) && capacity >= min && capacity <= max) return null;
  return `Please enter a whole number from ${min} to ${max}`;
}
