/**
 * What customers can still change in an order on their own: everything until the cutoff that was promised for its first
 * delivery, nothing after. Meals, day by day: until that of each delivery that the change is about. Spec 4, 9.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  type OrderDelivery,
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { cutoffFor, orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { type CheckedItem, checkItems } from '#areas/order-book/rules/check-items.ts';
import { type OrderChange, checkEdit, type ChangedItem, type ChangedOrder } from './edit-order.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { type SentRecipient, tidyRecipient } from '#areas/business/rules/recipient.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import type { FieldProblem } from '#areas/order-book/rules/check-customer.ts';
import { checkDeliveryType } from '#areas/order-book/rules/check-order.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { DeliveryModeFacts } from '#areas/order-book/rules/meal-dates.ts';
import { matchItems, type SentItem, type NeedsChange } from './people-after.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import {
  type SaleCards,
  type SaleFacts,
  saleSentence,
  saleStateAt,
} from '#areas/business/rules/sale-state.ts';

type ChangeFacts = Pick<BusinessFacts, 'timeZone' | 'phone'>;

type Promised = Pick<OrderDelivery, 'changeableUntil'>;

/** Changes close then. */
export function changeDeadline(deliveries: readonly Promised[]): Instant {
  return Math.min(...deliveries.map(({ changeableUntil }) => changeableUntil.getTime()));
}

/** Customer-facing reason that changes are closed; null while they are open. */
export function whyUnchangeable(
  { status, deliveries }: { status: OrderStatus; deliveries: readonly Promised[] },
  now: Instant,
  facts: ChangeFacts,
): string | null {
  if (!canCancelOrder({ status })) return `This order is already ${status}.`;
  const deadline = changeDeadline(deliveries);
  return now < deadline ? null : closedText('Changes to this order', deadline, facts);
}

const BEGUN: Partial<Record<DeliveryStatus, string>> = {
  cooked: 'is cooked',
  packed: 'is packed',
  out: 'is on its way',
  delivered: 'has arrived',
  missed: 'could not be left',
  cancelled: 'is cancelled',
};

/** Customer-facing reason that this delivery stays as it is; null while its meals can be changed. */
export function whyDeliveryUnchangeable(
  { date, status, changeableUntil }: Promised & Pick<OrderDelivery, 'date' | 'status'>,
  now: Instant,
  facts: ChangeFacts,
): string | null {
  const begun = BEGUN[status];
  if (begun)
    return `The delivery for ${formatDayAndMonth(date)} ${begun}. Call us on ${facts.phone}.`;
  return whyDateClosed({ date, until: changeableUntil.getTime() }, now, facts);
}

/** Customer-facing reason that nothing on this date can be changed from `until` on; null before. */
function whyDateClosed(
  { date, until }: { date: PlainDate; until: Instant },
  now: Instant,
  facts: ChangeFacts,
): string | null {
  return now < until ? null : closedText(`Changes for ${formatDayAndMonth(date)}`, until, facts);
}

function closedText(what: string, deadline: Instant, { timeZone, phone }: ChangeFacts): string {
  const { date, minuteOfDay } = wallTimeAt(deadline, timeZone);
  const closed = `${formatDate(date)} at ${formatMinuteOfDay(minuteOfDay)}`;
  return `${what} closed on ${closed}, when we started buying ingredients. Call us on ${phone}.`;
}

/** Which deliveries of an order a customer's change is about, and whether they can still be changed. Ours. */
type OrderWithDeliveries = Pick<Order, 'deliveries'>;

/** As sent, where it cannot be read. */
function changedItemsOf({ items }: OrderChange, before: readonly OrderItem[]) {
  return items ?? before;
}

/** The deliveries that an order has and that would change. */
export function changedDeliveries(
  change: OrderChange,
  order: OrderWithDeliveries,
): Order['deliveries'] {
  return order.deliveries.filter(
    aboutDelivery(change, order, changedItemsOf(change, itemsOf(order))),
  );
}

type Portion = Partial<Omit<CheckedItem, 'deliveryDate' | 'mealId'>> &
  Pick<CheckedItem, 'deliveryDate' | 'mealId'> & { id?: number | null | undefined };

/** Each delivery that would change is still open: where a meal was, and where it would be. */
function whyPastCutoff(
  change: OrderChange,
  { order, after }: { order: OrderWithDeliveries; after: readonly Portion[] },
  now: Instant,
  facts: ChangeFacts & Parameters<typeof cutoffFor>[1],
): string | null {
  const isAbout = aboutDelivery(change, order, after);
  for (const delivery of order.deliveries) {
    if (!isAbout(delivery)) continue;
    const why = whyDeliveryUnchangeable(delivery, now, facts);
    if (why !== null) return why;
  }
  const known = new Set(order.deliveries.map(({ date }) => date));
  for (const { deliveryDate: date } of after) {
    if (known.has(date)) continue;
    const why = whyDateClosed({ date, until: cutoffFor(date, facts) }, now, facts);
    if (why !== null) return why;
  }
  return null;
}

const ENDED = ['delivered', 'missed', 'cancelled'];

/** An address, a wish or what someone may not eat is about everything that is still to come. */
function aboutDelivery(change: OrderChange, order: OrderWithDeliveries, after: readonly Portion[]) {
  const isAboutAll =
    change.contact !== undefined ||
    change.recipient !== undefined ||
    change.deliveryPreference !== undefined ||
    change.specialInstructions !== undefined;
  const needy = new Set((change.people ?? []).map(({ name }) => personKey(name)));
  return ({ date, window, status, people }: Order['deliveries'][number]): boolean => {
    const isEnded = ENDED.includes(status);
    if (isAboutAll && !isEnded) return true;
    if (!isEnded && people.some(({ name }) => needy.has(personKey(name)))) return true;
    if (status === 'cancelled') return false;
    const were = itemsOfDelivery({ people });
    const ids = new Set(were.map(({ id }) => id));
    const are = after.filter(
      (item) =>
        item.deliveryDate === date &&
        (item.deliveryWindow ?? window) === window &&
        !isOfCancelled(item),
    );
    return (
      were.length !== are.length ||
      are.some((item) => !ids.has(item.id ?? -1)) ||
      are.some((item) => !were.some((was) => was.id === item.id && isSamePortion(was, item)))
    );
  };

  function isOfCancelled({ id }: Portion): boolean {
    const cancelled = order.deliveries.filter((delivery) => delivery.status === 'cancelled');
    return itemsOf({ deliveries: cancelled }).some((item) => item.id === id);
  }
}

function isSamePortion(was: OrderItem, item: Portion): boolean {
  return (
    was.mealId === item.mealId &&
    (item.mealDate ?? was.mealDate) === was.mealDate &&
    personKey(item.personName ?? was.personName) === personKey(was.personName)
  );
}

// A change that a customer makes to a paid order by the secret link: what it may be, and until when. The same rules as in
// the wizard, at the terms at which the order was sold. Ours.

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
  const items =
    orderItems && withCancelled(matchItems(orderItems, itemsByState(order).live), order);
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

type CustomerCheck =
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
