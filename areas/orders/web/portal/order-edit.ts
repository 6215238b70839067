/** Staff's changes to an order before they are saved. Pure: the server checks and prices them. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { FoodClash } from '#areas/order-book/rules/food-check.ts';
import { type FoodNeeds, needsIn, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

type Customer = AdminOrderReply['customer'];

type Item = AdminOrderReply['orderItems'][number];

/** Dates are empty while none is chosen. */
export type ItemEdit = Pick<Item, 'mealType' | 'mealDate' | 'deliveryDate' | 'personName'> & {
  /** Stays the same while the item is edited. */
  key: string;
  /** Null: a new item. */
  id: number | null;
  /** Null: not chosen yet. */
  mealId: number | null;
  /** As ordered, or of the meal chosen instead. The server decides. */
  price: string;
};

export type OrderEdit = Pick<FoodEdit, 'needs' | 'agreed'> & {
  customer: Customer;
  recipient: AdminOrderReply['recipient'];
  items: readonly ItemEdit[];
  /** Everything for a date arrives in one window. */
  windows: Readonly<Record<PlainDate, DeliveryWindow>>;
  /** Why someone can eat again what they could not. */
  eatsAgain: string;
  /** To what its notes say of food. */
  foodAnswers: readonly FoodAnswer[];
  /** For new items, for their keys. */
  added: number;
};

export function editOf(order: AdminOrderReply): OrderEdit {
  return {
    customer: order.customer,
    recipient: order.recipient,
    items: byDeliveryAndPerson(order.orderItems).map(
      ({ id, mealId, mealType, mealDate, deliveryDate, price, personName }) => ({
        key: `item-${id}`,
        id,
        mealId,
        mealType,
        mealDate,
        deliveryDate,
        price,
        personName,
      }),
    ),
    windows: Object.fromEntries(
      order.orderItems.map(({ deliveryDate, deliveryWindow }) => [deliveryDate, deliveryWindow]),
    ),
    eatsAgain: '',
    foodAnswers: [],
    added: 0,
    needs: {},
    agreed: {},
  };
}

/** As an order is read, once: rows keep their places while they are edited. */
function byDeliveryAndPerson(items: readonly Item[]): Item[] {
  const people = items.map(({ personName }) => personKey(personName));
  const placeOf = ({ personName }: Item) => people.indexOf(personKey(personName));
  return items.toSorted(
    (a, b) => compareText(a.deliveryDate, b.deliveryDate) || placeOf(a) - placeOf(b),
  );
}

export function editCustomer(edit: OrderEdit, change: Partial<Customer>): OrderEdit {
  return { ...edit, customer: { ...edit.customer, ...change } };
}

function editItem(edit: OrderEdit, key: string, change: (item: ItemEdit) => Partial<ItemEdit>) {
  const items = edit.items.map((item) => (item.key === key ? { ...item, ...change(item) } : item));
  return { ...edit, items };
}

export function renamePerson(edit: OrderEdit, key: string, personName: string): OrderEdit {
  return editItem(edit, key, () => ({ personName }));
}

export function chooseMeal(
  edit: OrderEdit,
  key: string,
  { id, mealType, price }: Pick<MealReply, 'id' | 'mealType' | 'price'>,
): OrderEdit {
  return editItem(edit, key, () => ({ mealId: id, mealType, price }));
}

/** All of a day; a meal eaten on its delivery day moves with it, and so does one that would arrive too late. */
export function moveDelivery(edit: OrderEdit, from: PlainDate, date: PlainDate): OrderEdit {
  const items = edit.items.map((item) =>
    item.deliveryDate === from
      ? {
          ...item,
          deliveryDate: date,
          mealDate: item.mealDate === from || item.mealDate < date ? date : item.mealDate,
        }
      : item,
  );
  const window = edit.windows[from];
  return { ...edit, items, windows: { ...(window && { [date]: window }), ...edit.windows } };
}

/** With daily delivery, a meal arrives on the day it is eaten; it never arrives later. */
export function moveMeal(
  edit: OrderEdit,
  key: string,
  date: PlainDate,
  deliveryType: AdminOrderReply['deliveryType'],
): OrderEdit {
  return editItem(edit, key, ({ mealDate, deliveryDate }) => {
    const goesAlong = deliveryType === 'daily' && mealDate === deliveryDate;
    const comesTooLate = date !== '' && deliveryDate > date;
    return { mealDate: date, deliveryDate: goesAlong || comesTooLate ? date : deliveryDate };
  });
}

export function setDeliveryWindow(
  edit: OrderEdit,
  date: PlainDate,
  window: DeliveryWindow,
): OrderEdit {
  return { ...edit, windows: { ...edit.windows, [date]: window } };
}

/** Another meal for the last person of a day; without one, of the last. */
export function addItem(edit: OrderEdit, date?: PlainDate): OrderEdit {
  const last = edit.items.findLast(({ deliveryDate }) => deliveryDate === (date ?? deliveryDate));
  const item: ItemEdit = {
    key: `new-${edit.added}`,
    id: null,
    mealId: null,
    price: '',
    mealType: 'lunch',
    mealDate: last?.mealDate ?? '',
    deliveryDate: last?.deliveryDate ?? '',
    personName: last?.personName ?? 'Person 1',
  };
  return { ...edit, items: [...edit.items, item], added: edit.added + 1 };
}

export function removeItem(edit: OrderEdit, key: string): OrderEdit {
  return { ...edit, items: edit.items.filter((item) => item.key !== key) };
}

export type DayOfEdit = {
  date: PlainDate;
  window: DeliveryWindow;
  rows: { item: ItemEdit; index: number }[];
};

/** What comes together, with the places of its meals in the edit. */
export function daysOfEdit(edit: OrderEdit, defaultWindow: DeliveryWindow): DayOfEdit[] {
  const rows = edit.items.map((item, index) => ({ item, index }));
  return [...Map.groupBy(rows, ({ item }) => item.deliveryDate)].map(([date, some]) => ({
    date,
    window: edit.windows[date] ?? defaultWindow,
    rows: some,
  }));
}

export type FieldProblems = Readonly<Partial<Record<string, string>>>;

/** What must be filled in before sending, by the path in the request. */
export function missingItemFields({ items }: Pick<OrderEdit, 'items'>): FieldProblems {
  const missing: Record<string, string> = {};
  items.forEach(({ mealId, mealDate, deliveryDate }, index) => {
    const at = `orderItems.${index}`;
    if (mealId === null) missing[`${at}.mealId`] = 'Please choose a meal';
    if (mealDate === '') missing[`${at}.mealDate`] = 'Please choose a date';
    if (deliveryDate === '') missing[`${at}.deliveryDate`] = 'Please choose a date';
  });
  if (items.length === 0) {
    missing['orderItems'] = 'Please keep at least one meal or cancel the order';
  }
  return missing;
}

/** Null while anything is missing. */
export function requestOfEdit(
  edit: OrderEdit,
  version: number,
  defaultWindow: DeliveryWindow,
): EditOrderRequest | null {
  const { customer, recipient, items, windows } = edit;
  const orderItems: EditOrderRequest['orderItems'] = items.flatMap(
    ({ id, mealId, mealType, mealDate, deliveryDate, price, personName }) => {
      if (mealId === null || mealDate === '' || deliveryDate === '') return [];
      const deliveryWindow = windows[deliveryDate] ?? defaultWindow;
      return [{ id, mealId, mealType, mealDate, deliveryDate, deliveryWindow, price, personName }];
    },
  );
  if (items.length === 0 || orderItems.length < items.length) return null;
  const answers = edit.foodAnswers.length > 0 && { foodAnswers: [...edit.foodAnswers] };
  return { customer, recipient, orderItems, ...foodOfRequest(edit), ...answers, version };
}

export function isEdited(edit: OrderEdit, order: AdminOrderReply): boolean {
  return comparable(edit) !== comparable(editOf(order));
}

function comparable({ customer, recipient, items, windows, needs }: OrderEdit): string {
  const dates = items.map(({ deliveryDate }) => deliveryDate);
  const used = Object.entries(windows).filter(([date]) => dates.includes(date));
  return JSON.stringify([customer, recipient, items, used.toSorted(), needs]);
}

/**
 * The edit applied to an order that someone else has changed since: items they removed become new again, items they
 * added go.
 */
export function takeOver(edit: OrderEdit, now: AdminOrderReply): OrderEdit {
  const known = new Set(now.orderItems.map(({ id }) => id));
  const items = edit.items.map((item) =>
    item.id !== null && !known.has(item.id) ? { ...item, id: null } : item,
  );
  return { ...edit, items };
}

// What the people of an edited order may not eat, and the clashes that staff have agreed with them.

export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 200;

type FoodEdit = {
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
function foodOfRequest({
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
