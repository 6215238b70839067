import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { parseAddress } from '#areas/business/rules/street-address.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import {
  type CustomerDraft,
  newOrderDraft,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { newPerson } from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type Facts = Pick<
  BusinessFacts,
  'suburbs' | 'people' | 'defaultWindow' | 'defaultCaloriePlan' | 'orderWeekStart'
>;

type KnownItem = {
  mealId: number;
  mealType: MealType;
  personName: string;
  mealDate: PlainDate;
  deliveryDate: PlainDate;
  deliveryWindow: DeliveryWindow;
};

/** What is known of a caller, from an order of theirs. */
export type KnownCaller = {
  /** As orders are sent: the phone in any notation, the address as one string. */
  customer: PreparedOrder['customer'];
  people: readonly ({ name: string; calorieTarget?: number } & FoodNeeds)[];
  /** Who gets the food, when that is not the caller; the address is theirs then. */
  recipient?: Recipient | null;
  /** For an order that is taken up again. */
  items?: readonly KnownItem[];
  deliveryType?: DeliveryType;
};

/**
 * A new order for someone who has ordered before: their contact, their address, who eats and what they may not eat; with
 * `items` also what they chose, on its own days.
 */
export function callerDraft(
  /** `weekStart`: of the week that is open now. */
  start: { cartKey: string; weekStart: PlainDate },
  { customer, people, recipient = null, items = [], deliveryType }: KnownCaller,
  facts: Facts,
): OrderDraft {
  const firstDay = items.map(({ mealDate }) => mealDate).toSorted()[0];
  const base = newOrderDraft(
    {
      cartKey: start.cartKey,
      weekStart: firstDay === undefined ? start.weekStart : weekStartOf(firstDay, facts),
      calorieTarget: facts.defaultCaloriePlan,
    },
    facts,
  );
  const eating = people.slice(0, facts.people.max).map((person, index) => ({
    ...newPerson(index + 1, person.calorieTarget ?? facts.defaultCaloriePlan),
    name: person.name,
    ...needsIn(person),
    mealAssignments: items
      .filter(({ personName }) => personKey(personName) === personKey(person.name))
      .map(({ mealDate: date, mealType, mealId }) => ({ date, mealType, mealId })),
  }));
  const windowByDate = Object.fromEntries(
    items.map(({ deliveryDate, deliveryWindow }) => [deliveryDate, deliveryWindow]),
  );
  return {
    ...base,
    people: eating.length === 0 ? base.people : eating,
    deliveryType: deliveryType ?? null,
    weeklyDeliveryDay: deliveryType === 'weekly' ? (items[0]?.deliveryDate ?? null) : null,
    windowByDate,
    customer: customerDraft(customer, facts),
    recipient: recipient ? { ...recipient, phone: formatPhone(recipient.phone) } : undefined,
  };
}

/** An address that is not ours any more stays as it was written, to be put right. */
function customerDraft(
  { address, phone, ...customer }: PreparedOrder['customer'],
  facts: Facts,
): CustomerDraft {
  const parsed = parseAddress(address, facts.suburbs);
  const { line1, line2, suburb } =
    'address' in parsed
      ? { ...parsed.address, suburb: parsed.address.suburb.name }
      : { line1: address, line2: '', suburb: '' };
  return {
    ...customer,
    phone: formatPhone(phone),
    addressLine1: line1,
    addressLine2: line2,
    suburb,
  };
}
