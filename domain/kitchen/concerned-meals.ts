/** Which meals of a special order its needs and instructions concern. Ours. */
import type { KitchenItem } from '#domain/kitchen/kitchen-bag.ts';
import type { PackedBag } from '#domain/kitchen/daily-totals.ts';
import { heldAgainst } from '#domain/kitchen/special-people.ts';
import { readFoodNote } from '#domain/people/food-notes/read-food-note.ts';
import { personKey } from '#domain/people/people.ts';

type ConcernedItem = Pick<KitchenItem, 'personName' | 'override' | 'meal'>;

/** Instructions that name nobody concern every meal, unless they only speak of an ingredient. */
export function isConcerned(
  item: ConcernedItem,
  bag: Pick<
    PackedBag,
    'needs' | 'people' | 'items' | 'specialInstructions' | 'specialWords' | 'specialPeople'
  >,
  /** Reading a long note takes time: what the item holds, where it is known already. */
  holds = heldAgainst(item, bag),
): boolean {
  const { needs, specialPeople, specialWords, specialInstructions, people } = bag;
  const isAmong = (names: readonly string[]) =>
    names.some((name) => personKey(name) === personKey(item.personName));
  if (isAmong(needs.map(({ name }) => name)) || isAmong(specialPeople)) return true;
  if (holds.length > 0) return true;
  if (specialWords.length === 0 || specialPeople.length > 0) return false;
  const names = people.map(({ name }) => name);
  const { allergens, diets, severity } = readFoodNote(specialInstructions, names);
  if (allergens.length > 0 || diets.length > 0 || severity === 'severe') return true;
  return !bag.items.some((other) => heldAgainst(other, bag).length > 0);
}
