/** Changes of a paid order: checked like a new one, but without the cutoff, and past deliveries can be corrected. */
import { foodInName } from '#areas/order-book/rules/people.ts';
import { parseAddress, type StreetAddress } from '#areas/business/rules/street-address.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { tidyName, personKey } from '#platform/rules/customer-name.ts';
import type { Recipient, SentRecipient } from '#areas/business/rules/recipient.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  checkCustomer,
  type FieldProblem,
  checkRecipient,
} from '#areas/order-book/rules/check-customer.ts';
import {
  type CheckedItem,
  checkItems,
  checkPreference,
  checkServed,
} from '#areas/order-book/rules/check-items.ts';
import { type CheckedOrder, slotsOf } from '#areas/order-book/rules/check-order.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { NeedsChange } from '#areas/order-book/rules/people-after.ts';
import type { Order, OrderItem } from '#areas/order-book/rules/order.ts';

/** What staff or the customer change. Whatever is left out stays as it was. */
export type OrderChange = {
  contact?: Omit<PreparedOrder['customer'], 'deliveryPreference' | 'specialInstructions'>;
  /** Null: nobody else, the food is for the customer. */
  recipient?: SentRecipient | null;
  deliveryPreference?: CheckedOrder['customer']['deliveryPreference'] | undefined;
  specialInstructions?: string | undefined;
  /** On top of those that the order has. */
  foodAnswers?: readonly FoodAnswer[] | undefined;
  /** All items of the order: one that is missing is removed. */
  items?: readonly ItemChange[];
  /** Left out: as agreed, or daily when the meals now come on several dates. */
  deliveryType?: DeliveryType | undefined;
  /** What some of its people may not eat. */
  people?: readonly NeedsChange[];
  /** Clashes that staff have settled with the person. */
  overrides?: readonly OverrideRequest[];
  /** Another meal in place of one costs what was agreed for it. */
  keepsPrices?: boolean;
};

/** For every meal `mealId` of the person that declares no other of their allergens. */
type OverrideRequest = {
  mealId: number;
  personName: string;
  allergens: readonly string[];
  reason: string;
};

/** Whatever is left out stays as it was; for a new item it follows from the rest of the order. */
export type ItemChange = Pick<CheckedItem, 'mealId' | 'mealType' | 'deliveryDate'> & {
  id?: number | null | undefined;
  mealDate?: PlainDate | undefined;
  deliveryWindow?: DeliveryWindow | undefined;
  personName?: string | undefined;
  /** It stays where it was, as history. */
  isCancelled?: boolean;
  /** For a new one: brought again after a problem, without charge. */
  isFree?: boolean;
};

type AgreedItem = CheckedItem & Pick<OrderItem, 'id'> & Partial<Pick<OrderItem, 'priceCents'>>;

type AgreedOrder = Pick<Order, 'customer' | 'recipient' | 'deliveryType'> & {
  items: readonly AgreedItem[];
};

/** `id` is that of the item it was; null for a new one. `isFree`: neither it nor its delivery costs anything. */
export type ChangedItem = CheckedItem & { id: number | null; isFree?: boolean };

export type ChangedOrder = Omit<CheckedOrder, 'people' | 'items' | 'recipient'> & {
  recipient: Recipient | null;
  items: ChangedItem[];
};

type EditCheck =
  | { outcome: 'ok'; order: ChangedOrder }
  | { outcome: 'invalid'; problems: FieldProblem[] };

type EditFacts = Pick<
  BusinessFacts,
  'suburbs' | 'people' | 'defaultWindow' | 'deliveryWindows' | 'closures' | 'services'
>;

/** So far back and ahead staff move a delivery. */
export const REACH_DAYS = 366;

export function checkEdit(
  change: OrderChange,
  agreed: AgreedOrder,
  today: PlainDate,
  facts: EditFacts,
): EditCheck {
  const problems: FieldProblem[] = [];
  const customer = changedCustomer(change, agreed, facts, problems);
  const recipient =
    change.recipient === undefined ? agreed.recipient : checkRecipient(change.recipient, problems);
  const items = change.items
    ? readItems(change.items, agreed, { today, facts, problems })
    : agreed.items.map((item) => withFreedom(item, item.priceCents));
  const known = new Set(agreed.items.map(({ personName }) => personKey(personName)));
  items.forEach(({ personName }, index) => {
    const message = known.has(personKey(personName)) ? null : foodInName(personName);
    if (message !== null) problems.push({ field: `orderItems.${index}.personName`, message });
  });
  const paidItems = items.filter(({ isFree }) => isFree !== true);
  const deliveryType = change.deliveryType ?? deliveryTypeOf(paidItems, agreed);
  checkPreference(deliveryType, wishesOf(change, agreed).deliveryPreference, problems);
  if (problems.length > 0 || !customer) return { outcome: 'invalid', problems };
  const order = { customer, recipient, items, deliveryType, drops: slotsOf(items) };
  return { outcome: 'ok', order };
}

function wishesOf(change: OrderChange, { customer }: AgreedOrder) {
  return {
    deliveryPreference: change.deliveryPreference ?? customer.deliveryPreference,
    specialInstructions: change.specialInstructions ?? customer.specialInstructions,
  };
}

/** What a change does not touch is not checked again: a suburb may have been renamed, or be served no longer. */
function changedCustomer(
  change: OrderChange,
  agreed: AgreedOrder,
  facts: EditFacts,
  problems: FieldProblem[],
): CheckedOrder['customer'] | null {
  const wishes = wishesOf(change, agreed);
  if (!change.contact) return { ...agreed.customer, ...wishes };
  const suburbs = isSamePlace(change.contact.address, agreed.customer.address)
    ? [agreed.customer.address.suburb]
    : facts.suburbs;
  return checkCustomer({ ...change.contact, ...wishes }, { suburbs }, problems);
}

function isSamePlace(sent: string, { line1, line2, suburb }: StreetAddress): boolean {
  const read = parseAddress(sent, [suburb]);
  return (
    'address' in read &&
    streetKeyText(read.address.line1, read.address.line2, '') === streetKeyText(line1, line2, '')
  );
}

function readItems(
  sent: readonly ItemChange[],
  agreed: AgreedOrder,
  { today, facts, problems }: { today: PlainDate; facts: EditFacts; problems: FieldProblem[] },
): ChangedItem[] {
  const items = sent.map((item) => completeItem(item, agreed, facts));
  checkIds(sent, agreed, problems);
  checkItems(
    items,
    problems,
    {
      first: addDays(today, -REACH_DAYS),
      last: addDays(today, REACH_DAYS),
      isException: ({ id, ...item }, field) =>
        agreed.items.find((was) => was.id === id)?.[field] === item[field],
    },
    {
      facts,
      isBooked: ({ deliveryDate, deliveryWindow }) =>
        agreed.items.some(
          (was) => was.deliveryDate === deliveryDate && was.deliveryWindow === deliveryWindow,
        ),
    },
  );
  checkServed(
    items,
    problems,
    facts,
    ({ id, isFree, mealType }) =>
      isFree === true || agreed.items.some((was) => was.id === id && was.mealType === mealType),
  );
  checkPeople(items, agreed, facts, problems);
  return items;
}

function completeItem(
  sent: ItemChange,
  order: AgreedOrder,
  facts: Pick<BusinessFacts, 'defaultWindow'>,
): ChangedItem {
  const agreed = order.items.find((item) => item.id === sent.id) ?? null;
  const { mealId, mealType, deliveryDate } = sent;
  const item = {
    id: agreed?.id ?? null,
    mealId,
    mealType,
    deliveryDate,
    mealDate: sent.mealDate ?? mealDateOf(deliveryDate, agreed, order.deliveryType),
    deliveryWindow: sent.deliveryWindow ?? windowOf(deliveryDate, agreed, order, facts),
    personName: tidyName(sent.personName ?? agreed?.personName ?? 'Person 1'),
  };
  return withFreedom(item, sent.isFree === true ? 0 : agreed?.priceCents);
}

/** Only what is brought again costs nothing: a meal on the menu has a price. */
function withFreedom<Item extends object>(
  item: Item,
  priceCents: number | undefined,
): Item & { isFree?: boolean } {
  return priceCents === 0 ? { ...item, isFree: true } : item;
}

/** A meal moved to another day is eaten on that day, unless a weekly delivery still comes before it. */
function mealDateOf(
  deliveryDate: PlainDate,
  agreed: AgreedItem | null,
  deliveryType: DeliveryType,
): PlainDate {
  if (!agreed) return deliveryDate;
  const stays = agreed.deliveryDate === deliveryDate;
  const stillCanBe = deliveryType === 'weekly' && agreed.mealDate >= deliveryDate;
  return stays || stillCanBe ? agreed.mealDate : deliveryDate;
}

/** The window in which the order already comes on that date, else the item's own, else the order's first. */
function windowOf(
  deliveryDate: PlainDate,
  agreed: AgreedItem | null,
  order: AgreedOrder,
  facts: Pick<BusinessFacts, 'defaultWindow'>,
): DeliveryWindow {
  const sameDate = order.items.find((item) => item.deliveryDate === deliveryDate);
  const nearest = sameDate ?? agreed ?? order.items[0];
  return nearest?.deliveryWindow ?? facts.defaultWindow;
}

function checkIds(
  sent: readonly ItemChange[],
  agreed: AgreedOrder,
  problems: FieldProblem[],
): void {
  const cancelled = new Set(sent.flatMap(({ id, isCancelled }) => (isCancelled ? [id] : [])));
  const known = new Set(agreed.items.map((item) => item.id));
  sent.forEach(({ id, isCancelled }, index) => {
    if (id === undefined || id === null || isCancelled) return;
    const isGone = cancelled.has(id);
    // Removed once found, so that the same item cannot be sent twice.
    if (known.delete(id) && !isGone) return;
    problems.push({
      field: `orderItems.${index}.id`,
      message: isGone
        ? 'This meal is cancelled. Add it as a new one.'
        : `Item ${id} does not belong to this order`,
    });
  });
}

/** As many as it was sold for may stay. */
function checkPeople(
  items: readonly CheckedItem[],
  agreed: AgreedOrder,
  facts: Pick<BusinessFacts, 'people'>,
  problems: FieldProblem[],
): void {
  if (countPeople(items) <= Math.max(facts.people.max, countPeople(agreed.items))) return;
  const message = `An order is for ${facts.people.min} to ${facts.people.max} people`;
  problems.push({ field: 'orderItems', message });
}

function countPeople(items: readonly CheckedItem[]): number {
  return new Set(items.map(({ personName }) => personKey(personName))).size;
}

/** As agreed; meals that now come on several dates are delivered daily, even if there are too few of them. */
function deliveryTypeOf(
  items: readonly Pick<CheckedItem, 'deliveryDate'>[],
  agreed: { deliveryType: DeliveryType },
): DeliveryType {
  const dates = new Set(items.map((item) => item.deliveryDate));
  return dates.size > 1 ? 'daily' : agreed.deliveryType;
}
