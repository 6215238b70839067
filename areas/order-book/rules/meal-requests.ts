/** What stands beside a meal in the totals: for whom some of its portions are made with care. Ours. */
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import type { PersonInBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { carefulPortions } from '#areas/order-book/rules/special-people.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type RequestedItem = {
  mealId: number;
  personName: string;
  isConcerned: boolean;
  onHold: string | null;
  agreedTo: readonly string[];
  traces: readonly string[];
};

type RequestingBag = {
  orderNumber: string;
  deliveryStatus: DeliveryStatus;
  stop: number | null;
  needs: readonly PersonInBag[];
  specialWords: readonly string[];
  items: readonly RequestedItem[];
};

/**
 * "1 for Mia (all tree nuts, peanut): clean bench", then what only the instructions ask for: "2 for Ben, stop 7 (onion):
 * read the instructions".
 */
export function mealRequests(mealId: number, bags: readonly RequestingBag[]): string[] {
  const careful = carefulPortions(
    mealId,
    bags.map((bag) => ({ ...bag, people: bag.needs })),
  );
  return [...careful.map(({ text }) => text), ...bags.flatMap((bag) => instructed(mealId, bag))];
}

function instructed(mealId: number, { stop, needs, specialWords, items }: RequestingBag): string[] {
  if (specialWords.length === 0) return [];
  const known = new Set(needs.map(({ name }) => personKey(name)));
  const concerned = items.filter(
    (item) => item.mealId === mealId && item.isConcerned && !known.has(personKey(item.personName)),
  );
  const where = stop === null ? '' : `, stop ${stop}`;
  return [...Map.groupBy(concerned, ({ personName }) => personName)].map(
    ([name, portions]) =>
      `${portions.length} for ${name}${where} (${specialWords.join(', ')}): read the instructions`,
  );
}
