/**
 * A change that a customer makes to a paid order by the secret link: what it may be, and until when. The same rules as in
 * the wizard, at the terms at which the order was sold. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { type SentRecipient, tidyRecipient } from '#areas/business/rules/recipient.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import type { FieldProblem } from '#areas/order-book/rules/check-customer.ts';
import { checkDeliveryType } from '#areas/order-book/rules/check-order.ts';
import { checkItems } from '#areas/order-book/rules/check-items.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { DeliveryModeFacts } from '#areas/order-book/rules/delivery-mode.ts';
import { changedItemsOf, whyPastCutoff } from '#areas/order-book/rules/change/customer-changes.ts';
import {
  checkEdit,
  type ChangedItem,
  type ChangedOrder,
  type OrderChange,
} from '#areas/order-book/rules/change/edit-order.ts';
import { matchItems, type SentItem } from '#areas/order-book/rules/change/eats-again.ts';
import type { NeedsChange } from '#areas/order-book/rules/change/people-after.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import {
  type SaleCards,
  type SaleFacts,
  saleSentence,
  saleStateAt,
} from '#areas/business/rules/sale-state.ts';

type WholeOrder = Pick<Order, 'customer' | 'recipient' | 'deliveries' | 'deliveryType'>;

/** As it goes over the wire. Whatever is left out stays; `orderItems` are all meals that shall be in the order. */
export type SentChange = {
  customer?: { [Field in keyof PreparedOrder['customer']]?: string | undefined } | undefined;
  /** Null: the food is for the customer after all. */
  recipient?: SentRecipient | null | undefined;
  people?: readonly NeedsChange[] | undefined;
  orderItems?: readonly SentItem[] | undefined;
  deliveryType?: DeliveryType | undefined;
  foodAnswers?: readonly FoodAnswer[] | undefined;
};

/** The order's customer in the shape in which they are sent. */
function sentCustomer({ customer }: WholeOrder): PreparedOrder['customer'] {
  const { line1, line2, suburb } = customer.address;
  return { ...customer, address: joinAddress({ line1, line2, suburb: suburb.name }) };
}

/** What was sent as a change of this order. What cancelled deliveries held stays where it is, as history. */
export function readSentChange(
  { customer = {}, recipient, people, orderItems, deliveryType, foodAnswers }: SentChange,
  order: WholeOrder,
): OrderChange {
  const was = sentCustomer(order);
  const { deliveryPreference, specialInstructions, ...contact } = {
    ...was,
    ...Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== undefined)),
  };
  const isSameContact = (Object.keys(contact) as (keyof typeof contact)[]).every(
    (field) => contact[field].trim() === was[field].trim(),
  );
  const items = orderItems && allItems(orderItems, order);
  return {
    ...(!isSameContact && { contact }),
    ...(recipient !== undefined && !isSameRecipient(recipient, order) && { recipient }),
    ...(deliveryPreference !== was.deliveryPreference && { deliveryPreference }),
    ...(specialInstructions.trim() !== was.specialInstructions && {
      specialInstructions: specialInstructions.trim(),
    }),
    ...(items && { items, deliveryType: deliveryType ?? typeOf(items, order) }),
    ...(people && people.length > 0 && { people }),
    ...(foodAnswers && foodAnswers.length > 0 && { foodAnswers }),
  };
}

function isSameRecipient(sent: SentRecipient | null, { recipient: was }: WholeOrder): boolean {
  if (sent === null || was === null) return sent === was;
  const is = tidyRecipient(sent);
  return (Object.keys(was) as (keyof typeof was)[]).every((field) => is[field] === was[field]);
}

function allItems(sent: readonly SentItem[], order: WholeOrder) {
  return withCancelled(matchItems(sent, itemsByState(order).live), order);
}

/** What cancelled deliveries held stays where it is. */
export function withCancelled<Item>(
  live: readonly Item[],
  order: Pick<Order, 'deliveries'>,
): (Item | (OrderItem & { isCancelled: true }))[] {
  const cancelled = itemsByState(order).cancelled;
  return [...live, ...cancelled.map((item) => ({ ...item, isCancelled: true as const }))];
}

function itemsByState({ deliveries }: Pick<Order, 'deliveries'>) {
  const of = (isCancelled: boolean): OrderItem[] =>
    deliveries
      .filter(({ status }) => (status === 'cancelled') === isCancelled)
      .flatMap(itemsOfDelivery);
  return { live: of(false), cancelled: of(true) };
}

/** The dates say it, as in a payload without a type: what is eaten later came weekly. */
function typeOf(
  items: readonly (SentItem | OrderItem)[],
  { deliveryType }: WholeOrder,
): DeliveryType {
  const dates = new Set(items.map((item) => item.deliveryDate));
  if (dates.size > 1) return 'daily';
  const isSameDay = items.every(
    ({ mealDate, deliveryDate }) => (mealDate ?? deliveryDate) === deliveryDate,
  );
  return isSameDay ? deliveryType : 'weekly';
}

/** Nothing is left to bring: the order is cancelled as a whole. */
export function takesEverything({ items }: OrderChange, order: WholeOrder): boolean {
  if (!items) return false;
  const cancelled = new Set(itemsByState(order).cancelled.map(({ id }) => id));
  return items.every(({ id }) => id !== null && id !== undefined && cancelled.has(id));
}

type CustomerFacts = Parameters<typeof checkEdit>[3] &
  SaleFacts &
  Pick<BusinessFacts, 'phone'> &
  DeliveryModeFacts;

export type CustomerCheck =
  | { outcome: 'ok'; order: ChangedOrder }
  | { outcome: 'past_cutoff' | 'sale_closed'; message: string }
  | { outcome: 'invalid'; problems: FieldProblem[] };

/** `now`: when it was asked for; a change that is paid for later keeps that time. */
export function checkCustomerChange(
  change: OrderChange,
  order: WholeOrder,
  now: Instant,
  facts: CustomerFacts,
  cards: SaleCards,
): CustomerCheck {
  const week = orderingWeekAt(now, facts);
  const before = itemsOf(order);
  const edit = checkEdit(change, { ...order, items: before }, week.today, facts);
  const after = edit.outcome === 'ok' ? edit.order.items : changedItemsOf(change, before);
  const message = whyPastCutoff(change, { order, after }, now, facts);
  if (message !== null) return { outcome: 'past_cutoff', message };
  const sale = saleStateAt(now, facts, cards);
  if (sale.state !== 'open' && needsNewDelivery(after, order))
    return { outcome: 'sale_closed', message: saleSentence(sale, facts) };
  const problems = edit.outcome === 'invalid' ? [...edit.problems] : [];
  if (change.contact && !isSameEmail(change.contact.email, order.customer.email))
    problems.push({
      field: 'customer.email',
      message: `To change your email address, call us on ${facts.phone}`,
    });
  if (edit.outcome === 'ok' && change.items) {
    const cancelled = new Set(itemsByState(order).cancelled.map(({ id }) => id));
    const booked = itemsByState(order).live;
    const live = edit.order.items.filter(({ id }) => id === null || !cancelled.has(id));
    // In their own sequence, so that a field names the meal as it was sent.
    checkItems(
      live,
      problems,
      {
        first: week.weekStart,
        last: week.weekEnd,
        // What is booked may be changed until the cutoff that was promised for it, whatever week is open now.
        isException: (item, field) => booked.some((was) => was[field] === item[field]),
      },
      { facts, isBooked: () => true },
    );
    problems.push(...newTypeProblems(edit.order.deliveryType, live, order, facts));
  }
  problems.push(...strangers(change, after));
  if (problems.length > 0 || edit.outcome === 'invalid') return { outcome: 'invalid', problems };
  return { outcome: 'ok', order: edit.order };
}

/** While the kitchen is closed, meals can still be added to a delivery that stands, and taken off. */
function needsNewDelivery(
  after: readonly Partial<Pick<ChangedItem, 'deliveryDate' | 'deliveryWindow' | 'id'>>[],
  order: WholeOrder,
): boolean {
  const standing = order.deliveries.filter(({ status }) => status !== 'cancelled');
  const history = new Set(itemsByState(order).cancelled.map(({ id }) => id));
  return after.some(
    ({ id, deliveryDate, deliveryWindow }) =>
      !history.has(id ?? -1) &&
      !standing.some(
        ({ date, window }) => date === deliveryDate && (deliveryWindow ?? window) === window,
      ),
  );
}

/** What was wrong with it before is not held against its customer: staff left it so, or daily delivery needs more since. */
function newTypeProblems(
  deliveryType: DeliveryType,
  live: readonly ChangedItem[],
  order: WholeOrder,
  facts: CustomerFacts,
): FieldProblem[] {
  const [before, after]: [FieldProblem[], FieldProblem[]] = [[], []];
  checkDeliveryType(order.deliveryType, itemsByState(order).live, facts, before);
  checkDeliveryType(deliveryType, live, facts, after);
  const known = new Set(before.map(({ message }) => message));
  return after.filter(({ message }) => !known.has(message));
}

function isSameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** People of whom something is said, and who get no meal. */
function strangers(
  { people = [] }: OrderChange,
  items: readonly { personName?: string | undefined }[],
): FieldProblem[] {
  const eats = new Set(items.map(({ personName = '' }) => personKey(personName)));
  return people.flatMap(({ name, allergens = [], avoid = [], diets = [], note = '' }, index) => {
    const saysSomething = hasFoodNeeds({ allergens, avoid, diets, note: note.trim() });
    if (!saysSomething || eats.has(personKey(name))) return [];
    const message = `${name} has no meals in this order, so we don’t need to know what they eat`;
    return [{ field: `people.${index}.allergens`, message }];
  });
}
