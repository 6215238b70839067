/** What one order gets in one delivery, with all that any kitchen paper and label says of it. */
import { type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type LabelledMeal, labelledMeal } from '#areas/menu/rules/meal-snapshot.ts';
import { type Temperature, temperatureOf } from '#areas/order-book/rules/pack-bag.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { placeOf } from './check-items.ts';
import {
  customerName,
  type OrderItem,
  type OrderToCook,
  type Order,
  type FoodOverride,
} from '#areas/order-book/rules/order.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  type FoodNeeds,
  needsIn,
  hasFoodNeeds,
  isCareful,
  NO_FOOD_NEEDS,
} from '#areas/needs/rules/food-needs.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { parseInstant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

export type KitchenItem = Pick<
  OrderItem,
  'id' | 'mealId' | 'mealType' | 'mealDate' | 'personName' | 'helping' | 'override'
> & {
  /** How it is called on labels, sheets and screens: "20 Mia 9Q2X". */
  key: string;
  /** Their position in the wizard, from 1. */
  personPosition: number;
  /** The food that it is, under the name it was sold by. */
  meal: LabelledMeal;
  /** It goes out warm: in another bag than what is cold. */
  isWarm: boolean;
  /** Why it is neither cooked nor packed: "contains MILK"; left out: it may be. */
  onHold?: string;
};

export type PersonInBag = { name: string } & FoodNeeds;

export type KitchenBag = {
  orderId: number;
  orderNumber: string;
  /** For the whole order; `pending`: it needs a decision. */
  status: OrderStatus;
  deliveryId: number;
  /** How its bag is called: "20 Sarah 9Q2X". */
  key: string;
  deliveryStatus: DeliveryStatus;
  /** 1 is the first stop of its window; null: not numbered yet. */
  stop: number | null;
  nearStop?: number | null;
  date: PlainDate;
  window: DeliveryWindow;
  /** Cooked for that earlier day and kept cold: it counts among the bags, not among the meals to cook. Null: for `date`. */
  madeOn?: PlainDate | null;
  /** Whom it is handed to, and their phone as +61 and nine digits. */
  customerName: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  suburb: string;
  postcode: string;
  temperature: Temperature;
  specialInstructions: string;
  /** A present's card, in the order's first bag alone; left out: none. */
  card?: GiftCard;
  /** By position: those who get a meal in this bag, and what they may not eat. */
  people: readonly PersonInBag[];
  items: readonly KitchenItem[];
  /** For a test order: neither cooked nor brought, and everything printed of it says so. Left out: it is real. */
  isTest?: boolean;
  /** A portion on hold is in it, and nobody left it out: it is neither packed nor taken along. Left out: none is. */
  isOnHold?: boolean;
};

/** On everything that is printed of a test order. */
export const TEST_ORDER = 'TEST, NOT FOR DELIVERY';
/** The same where there is room for a word. */
export const TEST_BADGE = 'TEST';

/** One for each delivery. `keyOf`: as all of its windows are called. */
export function bagsOf(
  order: OrderToCook,
  keyOf: (portion: KeyedPortion & SlotKey) => string,
): KitchenBag[] {
  const { customer } = order;
  const receiver = handedTo(order);
  const { line1, line2, suburb } = customer.address;
  return order.deliveries.map((delivery) => {
    const { id, status, stop, nearStop, date, window, madeOn, people } = delivery;
    const keyed = { stop, date, window, orderNumber: order.number };
    const portions = people.flatMap(({ name, position, items: itemsOfPerson }) =>
      itemsOfPerson.map(({ id: itemId, mealId, mealType, mealDate, helping, override, meal }) => ({
        id: itemId,
        mealId,
        mealType,
        mealDate,
        helping,
        override,
        personName: name,
        personPosition: position,
        meal: labelledMeal(meal),
        isWarm: isWarmIn(customer.deliveryPreference, delivery, { mealType, mealDate }),
        ...(order.isTest && { onHold: TEST_ORDER }),
      })),
    );
    const items = portions.map((item) => ({
      ...item,
      key: keyOf({ ...keyed, name: item.personName, helping: helpingText(item, portions) }),
    }));
    return {
      deliveryId: id,
      key: keyOf({ ...keyed, name: receiver.firstName }),
      deliveryStatus: status,
      stop,
      nearStop,
      orderId: order.id,
      orderNumber: order.number,
      status: order.status,
      date,
      window,
      madeOn,
      customerName: customerName(receiver),
      phone: receiver.phone,
      addressLine1: line1,
      addressLine2: line2,
      suburb: suburb.name,
      postcode: suburb.postcode,
      temperature: temperatureOf(items),
      specialInstructions: customer.specialInstructions,
      ...(order.isTest && { isTest: order.isTest }),
      ...withCard(giftCardIn(order, id)),
      people: people.map((person) => ({ name: person.name, ...needsIn(person) })),
      items,
    };
  });
}

function withCard(card: GiftCard | null): Pick<KitchenBag, 'card'> {
  return card ? { card } : {};
}

/** Where a bag still is in the kitchen. */
export const IN_KITCHEN = ['planned', 'cooked', 'packed'] as const satisfies DeliveryStatus[];

/** Its order is pending: nothing of it is cooked, packed or driven until staff decide. */
export function isUndecided({
  status,
  deliveryStatus,
}: Pick<KitchenBag, 'status' | 'deliveryStatus'>): boolean {
  return status === 'pending' && IN_KITCHEN.some((one) => one === deliveryStatus);
}

/** Neither cancelled nor kept cold from an earlier day, nor a test. */
export function isToCook({
  deliveryStatus,
  madeOn = null,
  isTest = false,
}: Pick<KitchenBag, 'deliveryStatus' | 'madeOn'> & { isTest?: boolean | undefined }): boolean {
  return deliveryStatus !== 'cancelled' && madeOn === null && !isTest;
}

/** Neither cooked nor packed until it is settled. */
export function isHeldBack({ onHold }: Pick<KitchenItem, 'onHold'>): boolean {
  return onHold !== undefined;
}

/** "1 of 2", where a person gets a second helping; null for an only portion. */
export function helpingText(
  item: Pick<KitchenItem, 'personName' | 'mealDate' | 'mealType' | 'helping'>,
  items: readonly Pick<KitchenItem, 'personName' | 'mealDate' | 'mealType'>[],
): string | null {
  const count = items.filter((other) => placeOf(other) === placeOf(item)).length;
  return count < 2 ? null : `${item.helping} of ${count}`;
}

/** For the people in this bag, each once. */
export function namesOf({ items }: Pick<KitchenBag, 'items'>): string[] {
  return [...new Set(items.map(({ personName }) => personName))];
}

/** The one name of a portion or bag on label, tablet, sheet and phone: "20 Mia 9Q2X". Ours. */

const MOST_NAME = 16;

export type KeyedPortion = {
  /** Null: not numbered yet. */
  stop: number | null;
  /** Among the person who eats it; of a bag, the first name of the person it is handed to. */
  name: string;
  orderNumber: string;
  /** "2 of 2", with a second helping. */
  helping?: string | null;
};

/** `orderNumbers`: of all orders of its window. Two that end alike show two groups each. */
export function portionKeyText(
  { stop, name, orderNumber, helping = null }: KeyedPortion,
  orderNumbers: Iterable<string>,
): string {
  const groups = orderNumber.split('-');
  const last = groups.at(-1) ?? '';
  const isShared = [...orderNumbers].some(
    (other) => other !== orderNumber && other.split('-').at(-1) === last,
  );
  const code = isShared ? groups.slice(-2).join('-') : last;
  const second = helping === null ? '' : ` ${helping.replace(' of ', '/')}`;
  return `${stop ?? '–'} ${shortName(name)} ${code}${second}`;
}

/** Its stop, which labels print larger, and the rest of it. */
export function splitKey(key: string): { stop: string; who: string } {
  const [stop = ''] = key.split(' ', 1);
  return { stop, who: key.slice(stop.length + 1) };
}

function shortName(name: string): string {
  const characters = [...name.trim()];
  return characters.length > MOST_NAME
    ? `${characters.slice(0, MOST_NAME - 1).join('')}…`
    : name.trim();
}

// The card that goes into the bag of a present. Ours.

export type GiftCard = {
  /** "Rose". */
  to: string;
  message: string;
  /** "Anna Lee"; empty: the payer would rather not be named. */
  from: string;
};

/** The card of this delivery: the order's first one carries it. Null: no present, one without a message, or a later delivery. */
export function giftCardIn(
  { customer, recipient, cardDeliveryId }: Pick<Order, 'customer' | 'recipient' | 'cardDeliveryId'>,
  deliveryId: number,
): GiftCard | null {
  if (recipient === null || recipient.message === '' || deliveryId !== cardDeliveryId) return null;
  const { firstName, message, namesPayer } = recipient;
  return { to: firstName, message, from: namesPayer ? customerName(customer) : '' };
}

/** What is on it, in one line for staff. */
export function giftCardText({ to, message, from }: GiftCard): string {
  const words = message.replaceAll(/\s+/g, ' ');
  return `For ${to}: “${words}”${from === '' ? '' : ` From ${from}`}`;
}

// What labels and lists say of a person's allergies, in words that stand out in black and white. Ours.

type NamedNeeds = { name: string } & Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** "ALLERGY  MIA: ALL TREE NUTS, PEANUT, CAPSICUM"; null without any. */
export function allergyBand(person: NamedNeeds): string | null {
  return isCareful(person) ? `ALLERGY  ${allergyLine(person)}` : null;
}

/** "MIA: ALL TREE NUTS, PEANUT, CAPSICUM". */
export function allergyLine({ name, allergens, avoid }: NamedNeeds): string {
  return `${name}: ${namesText([...allergens, ...avoid])}`.toUpperCase();
}

/** "Mia: Vegetarian. “hates mushrooms”"; empty without either. */
export function dietsAndNote({ name, diets, note }: { name: string } & FoodNeeds): string {
  const rest = { name, ...NO_FOOD_NEEDS, diets, note };
  return hasFoodNeeds(rest) ? needsLine(rest) : '';
}

/** "CONTAINS PEANUT, AGREED: her mother says a trace is fine, kim, Tue 13 Jan". */
export function agreedText(
  { allergens, reason, staffEmail, at }: FoodOverride,
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
): string {
  const [who = staffEmail] = staffEmail.split('@');
  const on = formatDayAndMonth(wallTimeAt(parseInstant(at), timeZone).date);
  return `${clashWords(allergens).toUpperCase()}, AGREED: ${reason}, ${who}, ${on}`;
}

/** "Contains peanut, as agreed with you: her mother says a trace is fine". */
export function agreedWithCustomer({
  allergens,
  reason,
}: Pick<FoodOverride, 'allergens' | 'reason'>): string {
  return `${clashWords(allergens)}, as agreed with you${reason === '' ? '' : `: ${reason}`}`;
}

function clashWords(names: readonly string[]): string {
  const named = namesText(names);
  return named === '' ? 'Allergens not declared' : `Contains ${named}`;
}
