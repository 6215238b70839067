/**
 * Whether a prepared order may be placed, and what it means for the kitchen. The browser is never trusted: the server
 * checks again. Spec 4, 5.
 */
import { foodInName } from '#areas/order-book/rules/people.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { isName, tidyName } from '#platform/rules/customer-name.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  checkCustomer,
  type CheckedCustomer,
  type FieldProblem,
  checkRecipient,
} from './check-customer.ts';
import { type CheckedItem, checkItems, checkPreference, checkServed } from './check-items.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import {
  type DeliveryMode,
  deliveryModeOf,
  type DeliveryModeFacts,
  effectiveDeliveryType,
} from './meal-dates.ts';
import { isPastCutoff, type OrderingWeek } from '#areas/business/rules/ordering-week.ts';
import { hasFoodNeeds, type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

export type CheckedOrder = {
  customer: CheckedCustomer;
  recipient?: Recipient | null;
  deliveryType: DeliveryType;
  people: CheckedPerson[];
  items: CheckedItem[];
  /** To what the instructions and notes say of food. */
  foodAnswers?: FoodAnswer[];
  /** Its deliveries, in the order in which slots are locked. */
  drops: SlotKey[];
};

export type CheckedPerson = { name: string; calorieTarget: number } & FoodNeeds;

export type OrderCheck =
  | { outcome: 'ok'; order: CheckedOrder }
  /** Nothing else is wrong with it. */
  | { outcome: 'past_cutoff'; order: CheckedOrder }
  | { outcome: 'invalid'; problems: FieldProblem[] };

type CheckFacts = Pick<
  BusinessFacts,
  'suburbs' | 'people' | 'defaultCaloriePlan' | 'closures' | 'services'
> &
  DeliveryModeFacts;

export function checkOrder(
  order: PreparedOrder,
  week: OrderingWeek,
  facts: CheckFacts,
): OrderCheck {
  const problems: FieldProblem[] = [];
  const customer = checkCustomer(order.customer, facts, problems);
  const recipient = checkRecipient(order.recipient, problems);
  const items = readItems(order, facts);
  if (items.length === 0) {
    problems.push({ field: 'orderItems', message: 'Please choose at least one meal' });
  }
  const isTooLate = items.some((item) => isPastCutoff(item.deliveryDate, week));
  checkItems(
    items,
    problems,
    {
      first: week.weekStart,
      last: week.weekEnd,
      isException: (item, field) => isTooLate && isPlainDate(item[field]),
    },
    { facts, isBooked: (item) => isPastCutoff(item.deliveryDate, week) },
  );
  checkServed(items, problems, facts);
  const people = checkPeople(order, items, facts, problems);
  const deliveryType = checkDelivery(order, items, facts, problems);
  if (problems.length > 0 || !customer) return { outcome: 'invalid', problems };
  const who = { customer, ...(recipient && { recipient }) };
  const answers = order.foodAnswers && { foodAnswers: order.foodAnswers };
  const checked = { ...who, deliveryType, people, items, ...answers, drops: slotsOf(items) };
  return { outcome: isTooLate ? 'past_cutoff' : 'ok', order: checked };
}

/**
 * The spec's payload has one date an item. If the order is weekly and the dates differ, they are the days the meals are
 * eaten, and everything arrives on the first of them.
 */
function readItems(order: PreparedOrder, facts: CheckFacts): CheckedItem[] {
  const items = order.orderItems.map(toItem);
  const hasMealDates = order.orderItems.some((item) => item.mealDate !== undefined);
  const isWeekly = order.deliveryType === 'weekly' || modeOf(items, facts) === 'weekly';
  const [first] = items.toSorted((a, b) => compareText(a.deliveryDate, b.deliveryDate));
  if (!first || hasMealDates || !isWeekly || order.deliveryType === 'daily') return items;
  const { deliveryDate, deliveryWindow } = first;
  return items.map((item) => ({ ...item, deliveryDate, deliveryWindow }));
}

function modeOf(items: readonly CheckedItem[], facts: DeliveryModeFacts): DeliveryMode {
  const mealsPerPerson = new Map<string, number>();
  for (const item of items) {
    const key = personKey(item.personName);
    mealsPerPerson.set(key, (mealsPerPerson.get(key) ?? 0) + 1);
  }
  return deliveryModeOf([...mealsPerPerson.values()], facts);
}

function toItem(item: PreparedItem): CheckedItem {
  return {
    mealId: item.mealId,
    mealType: item.mealType,
    mealDate: item.mealDate ?? item.deliveryDate,
    deliveryDate: item.deliveryDate,
    deliveryWindow: item.deliveryWindow,
    personName: tidyName(item.personName),
  };
}

function checkPeople(
  order: PreparedOrder,
  items: readonly CheckedItem[],
  facts: Pick<BusinessFacts, 'people' | 'defaultCaloriePlan'>,
  problems: FieldProblem[],
): CheckedOrder['people'] {
  const peopleWithMeals = new Map(
    items.map((item) => [personKey(item.personName), item.personName]),
  );
  const tooMany = `Please order for ${facts.people.min} to ${facts.people.max} people`;
  if (peopleWithMeals.size > facts.people.max)
    problems.push({ field: 'orderItems', message: tooMany });
  for (const [key, name] of peopleWithMeals) {
    const message = foodInName(name);
    const index = order.people?.findIndex((person) => personKey(person.name) === key) ?? -1;
    const field = index < 0 ? 'orderItems' : `people.${index}.name`;
    if (message !== null) problems.push({ field, message });
  }
  if (!order.people) {
    return [...peopleWithMeals.values()].map((name) => ({
      name,
      calorieTarget: facts.defaultCaloriePlan,
      ...NO_FOOD_NEEDS,
    }));
  }
  const people = order.people.map(({ name, calorieTarget, diets, note, ...needs }) => ({
    name: tidyName(name),
    calorieTarget,
    ...withAvoided({ allergens: needs.allergens ?? [], avoid: [] }, needs.avoid ?? []),
    diets: diets ?? [],
    note: note?.trim() ?? '',
  }));
  const keys = new Set(people.map((person) => personKey(person.name)));
  if (people.length > facts.people.max) problems.push({ field: 'people', message: tooMany });
  if (keys.size < people.length) {
    problems.push({ field: 'people', message: 'Please give each person a different name' });
  }
  people.forEach((person, index) => {
    if (!isName(person.name))
      problems.push({ field: `people.${index}.name`, message: 'Please enter a name' });
    if (hasFoodNeeds(person) && !peopleWithMeals.has(personKey(person.name))) {
      const message = `${person.name} has no meals in this order, so we don’t need to know what they eat`;
      problems.push({ field: `people.${index}.allergens`, message });
    }
  });
  for (const [key, name] of peopleWithMeals) {
    if (!keys.has(key))
      problems.push({ field: 'people', message: `${name} has meals but isn’t listed as a person` });
  }
  return people;
}

function checkDelivery(
  order: PreparedOrder,
  items: readonly CheckedItem[],
  facts: DeliveryModeFacts,
  problems: FieldProblem[],
): DeliveryType {
  // The spec's payload has no delivery type: the dates tell what the customer chose.
  const meant = isEatenOnArrival(items) ? 'daily' : 'weekly';
  const deliveryType =
    order.deliveryType ?? effectiveDeliveryType(modeOf(items, facts), meant) ?? 'weekly';
  checkDeliveryType(deliveryType, items, facts, problems);
  checkPreference(deliveryType, order.customer.deliveryPreference, problems);
  return deliveryType;
}

/** Each meal arrives on the day it is eaten. */
export function isEatenOnArrival(items: readonly CheckedItem[]): boolean {
  return items.every((item) => item.deliveryDate === item.mealDate);
}

/** Daily delivery needs enough meals, each on its own day; weekly delivery comes on one day. */
export function checkDeliveryType(
  deliveryType: DeliveryType,
  items: readonly CheckedItem[],
  facts: DeliveryModeFacts,
  problems: FieldProblem[],
): void {
  const mode = modeOf(items, facts);
  if (mode === 'weekly' && deliveryType === 'daily') {
    const message = offeredDeliveryTypes(facts).includes('daily')
      ? `Daily delivery needs at least ${facts.dailyFromMeals} meals for everyone with meals. Choose weekly.`
      : 'We bring everything on one day. Choose weekly.';
    problems.push({ field: 'deliveryType', message });
  }
  if (mode === 'daily' && deliveryType === 'weekly') {
    const message = 'We bring each meal on its own day. Choose daily.';
    problems.push({ field: 'deliveryType', message });
  }
  if (deliveryType === 'daily' && !isEatenOnArrival(items)) {
    problems.push({
      field: 'orderItems',
      message: 'With daily delivery each meal arrives on the day it is eaten',
    });
  }
  if (deliveryType === 'weekly' && new Set(items.map((item) => item.deliveryDate)).size > 1) {
    problems.push({
      field: 'orderItems',
      message:
        'With weekly delivery everything arrives on one day; please choose one delivery date',
    });
  }
}

/** The deliveries of the items, in the order in which slots are locked. */
export function slotsOf(items: readonly CheckedItem[]): SlotKey[] {
  const slots = new Map(
    items.map((item) => [
      `${item.deliveryDate}|${item.deliveryWindow}`,
      { date: item.deliveryDate, window: item.deliveryWindow },
    ]),
  );
  return [...slots.values()].toSorted(compareSlotKeys);
}
