/** Who eats what an edited order holds, and what each of them may not eat. Ours. */
import { itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { personKey } from '#platform/rules/customer-name.ts';

/** What is said again of a person; whatever is left out stays. */
export type NeedsChange = { name: string; calorieTarget?: number | undefined } & {
  [Need in keyof FoodNeeds]?: FoodNeeds[Need] | undefined;
};

export type EditedPerson = { name: string; calorieTarget: number | null } & FoodNeeds;

/** Someone renamed keeps their allergens: the item says whose it was. */
export function peopleAfter(
  order: Pick<Order, 'deliveries'>,
  items: readonly { id: number | null; personName: string }[],
  changes: readonly NeedsChange[] = [],
): EditedPerson[] {
  const before = order.deliveries.flatMap(({ people }) => people);
  const people = new Map<string, EditedPerson>();
  for (const item of items) {
    const key = personKey(item.personName);
    if (people.has(key)) continue;
    const was =
      before.find(({ name }) => personKey(name) === key) ??
      before.find(({ items: theirs }) => theirs.some(({ id }) => id === item.id));
    const change = changes.find(({ name }) => personKey(name) === key);
    people.set(key, {
      name: item.personName,
      calorieTarget: change?.calorieTarget ?? was?.calorieTarget ?? null,
      ...said(was ?? NO_FOOD_NEEDS, change),
    });
  }
  return [...people.values()];
}

function said(was: FoodNeeds, change: NeedsChange | undefined): FoodNeeds {
  const allergens = change?.allergens ?? was.allergens;
  return {
    ...(change?.avoid
      ? withAvoided({ allergens, avoid: [] }, change.avoid)
      : { allergens, avoid: was.avoid }),
    diets: change?.diets ?? was.diets,
    note: change?.note ?? was.note,
  };
}

/** For an order that was agreed: every person once, in the wizard's order. */
export function peopleOf(order: Pick<Order, 'deliveries'>): EditedPerson[] {
  return peopleAfter(order, itemsOf(order));
}
