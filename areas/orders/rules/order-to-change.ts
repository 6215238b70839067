/** A paid order as the browser of its customer holds it while they change it. Ours. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import type { SentChange } from '#areas/order-book/rules/customer-change.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { type DeliveryModeFacts, earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import type {
  CustomerDraft,
  OrderDraft,
  RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';
import {
  type OrderedFor,
  otherWindows,
  seatPeople,
} from '#areas/order-book/rules/ordered-items.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { matchItems, type NeedsChange } from '#areas/order-book/rules/people-after.ts';
import { type PreparedOrder, prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import { type Person, type MealAssignment, mealsAt } from '#areas/order-book/rules/people.ts';

export type ItemToChange = CheckedItem & {
  id: number;
  /** False: its delivery stays as it is, and so does the meal. */
  isOpen: boolean;
};

export type OrderToChange = {
  deliveryType: DeliveryType;
  /** Neither the email address, which stays, nor the phone number, which the link does not show. */
  customer: Omit<CustomerDraft, 'email' | 'phone'>;
  /** Null: the food is for the customer. */
  recipient: RecipientDraft | null;
  /** In the wizard's order. */
  people: readonly OrderedFor[];
  /** For all deliveries that are not cancelled. */
  items: readonly ItemToChange[];
};

/**
 * The meals that can be changed on the wizard's table. An empty phone number is the one that the order has. What no table
 * can show, two windows on one date, is put right by `changeOfDraft`, as long as nobody touches it.
 */
export function draftOfOrder(
  { deliveryType, customer, recipient, people, items }: OrderToChange,
  { cartKey, weekStart }: Pick<OrderDraft, 'cartKey' | 'weekStart'>,
): OrderDraft {
  const open = openItems(items);
  const [first] = open;
  const seated = seatPeople(people, open);
  const deliveryWindow = first?.deliveryWindow ?? null;
  return {
    cartKey,
    weekStart,
    people: seated,
    deliveryType,
    weeklyDeliveryDay:
      deliveryType === 'weekly' ? (first?.deliveryDate ?? null) : earliestMealDate(seated),
    deliveryWindow,
    windowByDate: otherWindows(open, deliveryWindow),
    customer: { ...customer, email: '', phone: '' },
    ...(recipient && { recipient }),
  };
}

/** In the order of eating; a second helping behind the first. */
export function openItems(items: readonly ItemToChange[]): ItemToChange[] {
  return items
    .filter(({ isOpen }) => isOpen)
    .toSorted(
      (a, b) =>
        compareDates(a.mealDate, b.mealDate) ||
        compareMealTypes(a.mealType, b.mealType) ||
        a.id - b.id,
    );
}

function compareDates(a: PlainDate, b: PlainDate): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * An order goes on coming as it was bought: of a type that is offered no longer, on days on which nothing else is delivered
 * by now, or daily with fewer meals than that needs, because staff left it so.
 */
export function termsOfOrder<Facts extends DeliveryModeFacts>(
  { deliveryType, items }: Pick<OrderToChange, 'deliveryType' | 'items'>,
  today: Facts,
): Facts {
  const isOffered = offeredDeliveryTypes(today).includes(deliveryType);
  const facts = {
    ...today,
    broughtOn: openItems(items).map(({ deliveryDate }) => deliveryDate),
    deliveryTypes: isOffered ? today.deliveryTypes : [deliveryType],
  };
  if (deliveryType !== 'daily') return facts;
  const counts = Map.groupBy(openItems(items), ({ personName }) => personKey(personName));
  const fewest = Math.min(facts.dailyFromMeals, ...[...counts.values()].map((its) => its.length));
  return { ...facts, dailyFromMeals: fewest };
}

/** The same order without some of its meals; without all of them it is cancelled. */
export function changeWithout(
  { deliveryType, items }: Pick<OrderToChange, 'deliveryType' | 'items'>,
  isTakenOff: (item: ItemToChange) => boolean,
): Pick<SentChange, 'orderItems' | 'deliveryType'> {
  const kept = items.filter((item) => !item.isOpen || !isTakenOff(item));
  if (kept.length === 0) return { orderItems: [] };
  return { deliveryType, orderItems: kept.map(toSentItem) };
}

/** As it is in the order. */
export function toSentItem({
  isOpen: _isOpen,
  ...item
}: ItemToChange): CheckedItem & { id: number } {
  return item;
}

// What a customer changed on the table, as it goes over the wire: nothing but the difference. Ours.

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
  const slotBefore = new Map(
    was.orderItems.map((item) => [item.mealDate ?? item.deliveryDate, slotText(item)]),
  );
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
    const itemsOfPerson = items.filter(({ personName }) => personKey(personName) === key);
    const [first] = itemsOfPerson;
    if (!first) return [];
    // Someone renamed is known by their meals.
    const ids = itemsOfPerson.map(({ id }) => names.get(id ?? 0));
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

// The order has changed while its customer was changing it, in another tab or by staff: what they chose is put on top of
// what it is by now. Ours.

type Versions = {
  /** The order as it was when the customer began. */
  before: OrderDraft;
  /** What they made of it. */
  mine: OrderDraft;
  /** The order as it is by now. */
  now: OrderDraft;
};

/** Whatever the customer did not touch is as it is now; where both changed the same, the customer's choice stands. */
export function rebaseDraft({ before, mine, now }: Versions): OrderDraft {
  const windows = new Set([before, mine, now].flatMap((draft) => Object.keys(draft.windowByDate)));
  const windowByDate = [...windows].map(
    (date) =>
      [
        date,
        chosen(before.windowByDate[date], mine.windowByDate[date], now.windowByDate[date]),
      ] as const,
  );
  return {
    ...now,
    deliveryType: chosen(before.deliveryType, mine.deliveryType, now.deliveryType),
    weeklyDeliveryDay: chosen(
      before.weeklyDeliveryDay,
      mine.weeklyDeliveryDay,
      now.weeklyDeliveryDay,
    ),
    deliveryWindow: chosen(before.deliveryWindow, mine.deliveryWindow, now.deliveryWindow),
    windowByDate: Object.fromEntries(
      windowByDate.flatMap(([date, window]) => (window === undefined ? [] : [[date, window]])),
    ),
    customer: rebaseFields(before.customer, mine.customer, now.customer),
    ...(now.recipient && {
      recipient: rebaseFields(before.recipient, mine.recipient, now.recipient),
    }),
    people: rebasePeople(before.people, mine.people, now.people),
  };
}

function chosen<Value>(before: Value, mine: Value, now: Value): Value {
  return JSON.stringify(mine) === JSON.stringify(before) ? now : mine;
}

function rebaseFields<Fields extends object>(
  before: Fields | undefined,
  mine: Fields | undefined,
  now: Fields,
): Fields {
  if (!before || !mine) return now;
  const fields = Object.keys(now) as (keyof Fields)[];
  return {
    ...now,
    ...Object.fromEntries(
      fields.map((field) => [field, chosen(before[field], mine[field], now[field])]),
    ),
  };
}

function rebasePeople(
  before: readonly Person[],
  mine: readonly Person[],
  now: readonly Person[],
): Person[] {
  const named = (people: readonly Person[], name: string) =>
    people.find((person) => personKey(person.name) === personKey(name));
  const stayed = now.flatMap((person): Person[] => {
    const was = named(before, person.name);
    if (!was) return [person];
    const own = named(mine, person.name) ?? renamed(was, before, mine);
    // The customer took them off.
    if (!own) return [];
    return [
      {
        ...person,
        name: chosen(was.name, own.name, person.name),
        calorieTarget: chosen(was.calorieTarget, own.calorieTarget, person.calorieTarget),
        allergens: chosen(was.allergens, own.allergens, person.allergens),
        avoid: chosen(was.avoid, own.avoid, person.avoid),
        diets: chosen(was.diets, own.diets, person.diets),
        note: chosen(was.note, own.note, person.note),
        mealAssignments: rebaseMeals(was, own, person),
      },
    ];
  });
  const taken = new Set(stayed.map(({ name }) => personKey(name)));
  const added = mine.filter(
    (person) =>
      !named(before, person.name) &&
      !taken.has(personKey(person.name)) &&
      !before.some((was) => renamed(was, before, mine) === person),
  );
  return [...stayed, ...added];
}

/** People have no id: a new name in the place of a missing one counts as a rename. */
function renamed(
  was: Person,
  before: readonly Person[],
  mine: readonly Person[],
): Person | undefined {
  const isGone = !mine.some(({ name }) => personKey(name) === personKey(was.name));
  const there = before.length === mine.length ? mine[before.indexOf(was)] : undefined;
  const isNew = there && !before.some(({ name }) => personKey(name) === personKey(there.name));
  return isGone && isNew ? there : undefined;
}

/** Cell by cell. */
function rebaseMeals(was: Person, own: Person, person: Person): MealAssignment[] {
  const cells = new Map(
    [was, own, person]
      .flatMap(({ mealAssignments }) => mealAssignments)
      .map(({ date, mealType }) => [`${date} ${mealType}`, { date, mealType }]),
  );
  return [...cells.values()].flatMap((cell) =>
    chosen(mealsAt(was, cell), mealsAt(own, cell), mealsAt(person, cell)),
  );
}
