/**
 * Which meal of an order each one in a customer's change is: the wizard sends what the table holds and knows no ids. A meal
 * that is found again keeps its agreed price. Ours.
 */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type SentItem = Pick<CheckedItem, 'mealId' | 'mealType' | 'deliveryDate' | 'personName'> & {
  id?: number | null | undefined;
  mealDate?: CheckedItem['mealDate'] | undefined;
  deliveryWindow?: DeliveryWindow | undefined;
};

/** A meal of the order. */
type Agreed = Pick<OrderItem, 'id' | 'mealId' | 'mealType' | 'mealDate' | 'personName'>;

type Same = (sent: SentItem, was: Agreed) => boolean;

const isSamePerson: Same = (sent, was) => personKey(sent.personName) === personKey(was.personName);
const isSameMeal: Same = (sent, was) => sent.mealId === was.mealId;
const isSameCell: Same = (sent, was) =>
  sent.mealType === was.mealType && (sent.mealDate ?? sent.deliveryDate) === was.mealDate;

/** The surest first: the same meal at the same time, the same meal at another time, another meal in its place. */
const PASSES: readonly Same[] = [
  (sent, was) => isSamePerson(sent, was) && isSameMeal(sent, was) && isSameCell(sent, was),
  (sent, was) => isSamePerson(sent, was) && isSameMeal(sent, was),
  (sent, was) => isSamePerson(sent, was) && isSameCell(sent, was),
];

/** In the sequence sent. `id` null: new. An id that was sent stays as it is, also a wrong one. */
export function matchItems<Sent extends SentItem>(
  sent: readonly Sent[],
  agreed: readonly Agreed[],
): (Sent & { id: number | null })[] {
  const ids = sent.map(({ id }) => id ?? null);
  const taken = new Set(ids.filter((id) => id !== null));
  const stays = new Set(sent.map(({ personName }) => personKey(personName)));
  // Somebody who is no longer there was renamed, if the same meal is on the table under a new name.
  const isRenamed: Same = (item, was) =>
    !stays.has(personKey(was.personName)) && isSameMeal(item, was) && isSameCell(item, was);
  const known = new Set(agreed.map(({ personName }) => personKey(personName)));
  for (const isSame of [...PASSES, isRenamed]) {
    sent.forEach((item, index) => {
      if (ids[index] !== null) return;
      if (isSame === isRenamed && known.has(personKey(item.personName))) return;
      const found = agreed.find((was) => !taken.has(was.id) && isSame(item, was));
      if (!found) return;
      ids[index] = found.id;
      taken.add(found.id);
    });
  }
  return sent.map((item, index) => ({ ...item, id: ids[index] ?? null }));
}
