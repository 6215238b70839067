import type { BusinessFacts } from '#areas/business/rules/facts.ts';

/** How many bags a delivery is carried in; at least one. */
export function bagCount(
  portions: number,
  { portionsPerBag }: Pick<BusinessFacts, 'portionsPerBag'>,
): number {
  return Math.max(1, Math.ceil(portions / portionsPerBag));
}
