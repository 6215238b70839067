/** What the people of an edited order may not eat, and the clashes that staff have agreed with them. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { FoodClash } from '#areas/order-book/rules/food-check.ts';
import { type FoodNeeds, needsIn, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 200;

/** The part of an edit that this is about. */
export type FoodEdit = {
  items: readonly { id: number | null; personName: string }[];
  /** For people whose needs were changed, by `personKey`. */
  needs: Readonly<Partial<Record<string, FoodNeeds>>>;
  /** Clashes that were agreed with the person, by `clashKey`. */
  agreed: Readonly<Partial<Record<string, { clash: FoodClash; reason: string }>>>;
};

export type PersonOfEdit = { name: string } & FoodNeeds;

/** Everyone with a meal, once, in the order of their first; who was renamed keeps their needs. */
export function peopleOfEdit(edit: FoodEdit, order: AdminOrderReply): PersonOfEdit[] {
  const people = new Map<string, PersonOfEdit>();
  for (const item of edit.items) {
    const key = personKey(item.personName);
    if (people.has(key)) continue;
    people.set(key, { name: item.personName, ...needsInEdit(edit, order, item) });
  }
  return [...people.values()];
}

export function needsInEdit(
  edit: FoodEdit,
  order: AdminOrderReply,
  { id, personName }: FoodEdit['items'][number],
): FoodNeeds {
  const changed = edit.needs[personKey(personName)];
  const was = order.orderItems.find((item) => item.id === id)?.personName ?? personName;
  const known =
    order.people.find(({ name }) => personKey(name) === personKey(personName)) ??
    order.people.find(({ name }) => personKey(name) === personKey(was));
  return needsIn(changed ?? known ?? NO_FOOD_NEEDS);
}

export function editNeeds<Edit extends FoodEdit>(edit: Edit, name: string, needs: FoodNeeds): Edit {
  return { ...edit, needs: { ...edit.needs, [personKey(name)]: needs } };
}

/** For the same meal and person, however many portions. */
export function clashKey({ personName, mealId }: Pick<FoodClash, 'personName' | 'mealId'>): string {
  return `${mealId} ${personKey(personName)}`;
}

export function giveReason<Edit extends FoodEdit>(
  edit: Edit,
  clash: FoodClash,
  reason: string,
): Edit {
  const agreed = { ...edit.agreed, [clashKey(clash)]: { clash, reason } };
  return { ...edit, agreed };
}

/** What of this the request carries; nothing where nothing was changed. */
export function foodOfRequest({
  needs,
  items,
  agreed,
}: FoodEdit): Pick<EditOrderRequest, 'people' | 'overrides'> {
  const people = [...new Map(items.map((item) => [personKey(item.personName), item])).values()]
    .flatMap(({ personName }) => {
      const changed = needs[personKey(personName)];
      return changed ? [{ name: personName, ...changed }] : [];
    })
    .map((person) => ({ name: person.name, ...needsIn(person), note: person.note.trim() }));
  const overrides = Object.values(agreed)
    .filter((one) => one !== undefined)
    .filter(({ reason }) => reason.trim().length >= SHORTEST_REASON)
    .map(({ clash: { mealId, personName, allergens }, reason }) => ({
      mealId,
      personName,
      allergens: [...allergens],
      reason: reason.trim(),
    }));
  return {
    ...(people.length > 0 && { people }),
    ...(overrides.length > 0 && { overrides }),
  };
}
