/** What a customer changed on the table, as it goes over the wire: nothing but the difference. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import type { SentChange } from '#areas/order-book/rules/change/customer-change.ts';
import {
  type ItemToChange,
  openItems,
  type OrderToChange,
  termsOfOrder,
  toSentItem,
} from '#areas/orders/rules/order-to-change.ts';
import { matchItems } from '#areas/order-book/rules/change/eats-again.ts';
import type { NeedsChange } from '#areas/order-book/rules/change/people-after.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { type PreparedOrder, prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import { type Person } from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type DraftFacts = Parameters<typeof prepareOrder>[2];

type Edited = {
  order: OrderToChange;
  /** `draftOfOrder(order)`. */
  before: OrderDraft;
  after: OrderDraft;
};

/**
 * The change that makes `order` what `after` shows; whatever was not touched is left out, and an untouched draft is no
 * change at all: `{}`. Meals keep their ids, and those of days that were not touched their deliveries.
 */
export function changeOfDraft({ order, before, after }: Edited, facts: DraftFacts): SentChange {
  const terms = termsOfOrder(order, facts);
  const was = prepareOrder(before, () => undefined, terms);
  const is = prepareOrder(after, () => undefined, terms);
  const open = openItems(order.items);
  const items = itemsAfter(is, { open, was });
  const customer = customerChange(was, is, after);
  const recipient = recipientChange(was, is);
  const people = peopleChange({ before, after, open, items });
  const fixed = order.items.filter(({ isOpen }) => !isOpen).map(toSentItem);
  const isSame = isSameItems(items, open) && was.deliveryType === is.deliveryType;
  return {
    ...(customer && { customer }),
    ...(recipient && { recipient }),
    ...(people.length > 0 && { people }),
    ...(after.foodAnswers?.length && { foodAnswers: after.foodAnswers }),
    ...(!isSame && {
      orderItems: [...items, ...fixed],
      ...(items.length > 0 && is.deliveryType && { deliveryType: is.deliveryType }),
    }),
  };
}

type ItemAfter = CheckedItem & { id: number | null };

function itemsAfter(
  is: PreparedOrder,
  { open, was }: { open: readonly ItemToChange[]; was: PreparedOrder },
): ItemAfter[] {
  const slotBefore = slotByMealDate(was);
  const items = is.orderItems.map(({ price: _price, mealDate, ...item }) => ({
    ...item,
    mealDate: mealDate ?? item.deliveryDate,
  }));
  return matchItems(items, open).map((item) => {
    // The table may show a day's delivery otherwise than the books have it: untouched, it stays theirs.
    if (slotBefore.get(item.mealDate) !== slotText(item)) return item;
    const own = open.find(({ id }) => id === item.id);
    const like =
      own?.mealDate === item.mealDate ? own : open.find((o) => o.mealDate === item.mealDate);
    if (!like) return item;
    const { deliveryDate, deliveryWindow } = like;
    return { ...item, deliveryDate, deliveryWindow };
  });
}

type ItemSlot = Pick<CheckedItem, 'deliveryDate' | 'deliveryWindow'>;

/** How the table brings the meals of each day. */
function slotByMealDate({ orderItems }: PreparedOrder): ReadonlyMap<PlainDate, string> {
  return new Map(orderItems.map((item) => [item.mealDate ?? item.deliveryDate, slotText(item)]));
}

function slotText({ deliveryDate, deliveryWindow }: ItemSlot): string {
  return `${deliveryDate} ${deliveryWindow}`;
}

function isSameItems(items: readonly ItemAfter[], open: readonly ItemToChange[]): boolean {
  const textOf = (item: ItemAfter) =>
    [item.id, item.mealId, item.mealType, item.mealDate, slotText(item), item.personName].join();
  const were = new Set(open.map(textOf));
  return items.length === open.length && items.every((item) => were.has(textOf(item)));
}

function customerChange(
  { customer: was }: PreparedOrder,
  { customer: is }: PreparedOrder,
  { customer: { phone } }: OrderDraft,
): SentChange['customer'] | null {
  const fields = ['firstName', 'lastName', 'address', 'deliveryPreference', 'specialInstructions'];
  const changed = (fields as (keyof PreparedOrder['customer'])[]).filter(
    (field) => was[field] !== is[field],
  );
  if (phone.trim() !== '') changed.push('phone');
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((field) => [field, is[field]]));
}

/** As a whole: what is left out of a recipient would be as for food that is no present. */
function recipientChange(
  { recipient: was }: PreparedOrder,
  { recipient: is }: PreparedOrder,
): SentRecipient | null {
  if (!was || !is) return null;
  const fields = Object.keys(is) as (keyof SentRecipient)[];
  return fields.some((field) => was[field] !== is[field]) ? is : null;
}

/** Only of those who get a meal: the kitchen need not know what anyone else may not eat. */
function peopleChange({
  before,
  after,
  open,
  items,
}: Pick<Edited, 'before' | 'after'> & {
  open: readonly ItemToChange[];
  items: readonly ItemAfter[];
}): NeedsChange[] {
  const names = new Map(open.map(({ id, personName }) => [id, personKey(personName)]));
  return after.people.flatMap((person): NeedsChange[] => {
    const key = personKey(person.name);
    const theirs = items.filter(({ personName }) => personKey(personName) === key);
    const [first] = theirs;
    if (!first) return [];
    // Someone renamed is known by their meals.
    const ids = theirs.map(({ id }) => names.get(id ?? 0));
    const was =
      before.people.find(({ name }) => personKey(name) === key) ??
      before.people.find(({ name }) => ids.includes(personKey(name)));
    if (was && needsText(was) === needsText(person)) return [];
    const { calorieTarget, note } = person;
    return [{ name: first.personName, calorieTarget, ...needsIn(person), note: note.trim() }];
  });
}

function needsText(person: Person): string {
  return JSON.stringify([person.calorieTarget, { ...needsIn(person), note: person.note.trim() }]);
}
