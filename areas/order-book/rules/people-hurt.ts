import type { FoodReaction } from '#areas/order-book/rules/order.ts';
import { personKey } from '#platform/rules/customer-name.ts';

/**
 * Whom a reaction is about among the people of any order of its customer: who is called so; else everyone whom the order of
 * the reaction does not know as somebody else, since households write their names anew. Ours.
 */
export function peopleHurt<Person extends { name: string }>(
  { personName, others }: Pick<FoodReaction, 'personName' | 'others'>,
  people: readonly Person[],
): Person[] {
  const named = people.filter(({ name }) => personKey(name) === personKey(personName));
  if (named.length > 0) return named;
  const known = new Set(others.map(personKey));
  return people.filter(({ name }) => !known.has(personKey(name)));
}
