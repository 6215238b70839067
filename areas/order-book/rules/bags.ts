/** In how many bags a delivery is carried, and how warm they are. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { portionsIn } from '#areas/order-book/rules/order.ts';

/** Of a delivery; `both`: in bags apart. */
export const TEMPERATURES = ['warm', 'cold', 'both'] as const;
export type Temperature = (typeof TEMPERATURES)[number];

/** On paper and on phones. */
export const TEMPERATURE_MARKS: Record<Temperature, string> = {
  warm: 'WARM',
  cold: 'COLD',
  both: 'WARM + COLD',
};

type Portions = readonly { isWarm: boolean }[];

export function temperatureOf(portions: Portions): Temperature {
  if (!portions.some(({ isWarm }) => isWarm)) return 'cold';
  return portions.every(({ isWarm }) => isWarm) ? 'warm' : 'both';
}

export type BagToCarry = { temperature: 'warm' | 'cold'; portions: number };

/** What is warm and what is cold are never in one bag; at least one. `portions`: in all bags of its temperature. */
export function bagsToCarry(
  portions: Portions,
  { portionsPerBag }: Pick<BusinessFacts, 'portionsPerBag'>,
): BagToCarry[] {
  const warm = portions.filter(({ isWarm }) => isWarm).length;
  const bagsOf = (temperature: BagToCarry['temperature'], count: number) =>
    Array.from({ length: Math.ceil(count / portionsPerBag) }, () => ({
      temperature,
      portions: count,
    }));
  const bags = [...bagsOf('warm', warm), ...bagsOf('cold', portions.length - warm)];
  return bags.length > 0 ? bags : [{ temperature: 'cold', portions: 0 }];
}

/** What packer and driver read of a delivery. */
export function carriedIn(
  order: Parameters<typeof portionsIn>[0],
  delivery: Parameters<typeof portionsIn>[1],
  facts: Pick<BusinessFacts, 'portionsPerBag'>,
): { bags: number; temperature: Temperature } {
  const portions = portionsIn(order, delivery);
  return { bags: bagsToCarry(portions, facts).length, temperature: temperatureOf(portions) };
}
