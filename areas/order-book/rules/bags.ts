/** In how many bags a delivery is carried, and how warm they are. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

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

export type Bag = { temperature: 'warm' | 'cold'; portions: number };

/** What is warm and what is cold are never in one bag; at least one. `portions`: in all bags of its temperature. */
export function bagsToCarry(
  portions: Portions,
  { portionsPerBag }: Pick<BusinessFacts, 'portionsPerBag'>,
): Bag[] {
  const warm = portions.filter(({ isWarm }) => isWarm).length;
  const bagsOf = (temperature: Bag['temperature'], count: number) =>
    Array.from({ length: Math.ceil(count / portionsPerBag) }, () => ({
      temperature,
      portions: count,
    }));
  const bags = [...bagsOf('warm', warm), ...bagsOf('cold', portions.length - warm)];
  return bags.length > 0 ? bags : [{ temperature: 'cold', portions: 0 }];
}
