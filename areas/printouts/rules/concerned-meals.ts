/** Which meals of a special order its needs and instructions concern. Ours. */
import type { KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import type { PackedBag } from '#areas/printouts/rules/daily-totals.ts';
import { heldIn } from '#areas/order-book/rules/special-people.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type ConcernedItem = Pick<KitchenItem, 'personName' | 'override' | 'meal'>;

type NotedBag = Pick<
  PackedBag,
  'needs' | 'people' | 'items' | 'specialInstructions' | 'specialWords' | 'specialPeople'
>;

/** Instructions that name nobody concern every meal, unless they only speak of an ingredient. */
export function concernIn(bag: NotedBag, held = heldIn(bag)): (item: ConcernedItem) => boolean {
  const { needs, specialPeople } = bag;
  const named = new Set([...needs.map(({ name }) => name), ...specialPeople].map(personKey));
  const isAboutAll = concernsAll(bag, held);
  return (item) => named.has(personKey(item.personName)) || held(item).length > 0 || isAboutAll;
}

function concernsAll(
  { specialPeople, specialWords, specialInstructions, people, items }: NotedBag,
  held: (item: ConcernedItem) => string[],
): boolean {
  if (specialWords.length === 0 || specialPeople.length > 0) return false;
  const names = people.map(({ name }) => name);
  const { allergens, diets, severity } = readFoodNote(specialInstructions, names);
  if (allergens.length > 0 || diets.length > 0 || severity === 'severe') return true;
  return !items.some((item) => held(item).length > 0);
}
