/** Which portions of a delivery may not be packed or leave. Ours. */
import type { OrderDelivery, OrderItem } from '#areas/order-book/rules/order.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import {
  clashNames,
  clashText,
  type Held,
  isHeld,
  namesText,
  verdictOf,
} from '#areas/needs/rules/gate/verdict.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

export type HeldPortion = { item: OrderItem; verdict: Held };

/** By the food that they are. */
export function heldPortions(
  { people }: Pick<OrderDelivery, 'people'>,
  facts: FreshFacts,
): HeldPortion[] {
  return people.flatMap((person) =>
    person.items.flatMap((item) => {
      // A diet never holds.
      const food = { ...item.meal, dietaryTags: null };
      const verdict = verdictOf(
        { ...person, diets: [] },
        food,
        { ...item, agreed: item.override },
        facts,
      );
      return isHeld(verdict) ? [{ item, verdict }] : [];
    }),
  );
}

/** "contains MILK", "keeps until Thu 14 Jan", "allergens not declared": what a cook reads across a bench. */
export function heldForCook({ verdict }: Pick<HeldPortion, 'verdict'>): string {
  if (verdict.verdict === 'will_not_keep') return `keeps until ${formatDayAndMonth(verdict.eatBy)}`;
  const names = namesText(clashNames(verdict));
  return names === '' ? clashText(verdict) : clashText(verdict).replace(names, names.toUpperCase());
}

/** "Curry for Mia contains milk", "Curry for Mia keeps until Thu 14 Jan". */
export function heldText({ item: { meal, personName }, verdict }: HeldPortion): string {
  const why =
    verdict.verdict === 'will_not_keep'
      ? `keeps until ${formatDayAndMonth(verdict.eatBy)}`
      : clashText(verdict);
  return verdict.verdict === 'undeclared'
    ? `${meal.name} for ${personName}: ${why}`
    : `${meal.name} for ${personName} ${why}`;
}
