/** What holds for the meals of every order, whether a customer places it or staff edit it. Spec 4. */
import { MOST_HELPINGS } from '#areas/order-book/rules/people.ts';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { isName, personKey } from '#platform/rules/customer-name.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { slotProblem, type WindowFacts } from '#areas/business/rules/offered-windows.ts';
import type { FieldProblem } from '#areas/order-book/rules/check-customer.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import {
  type DeliveryType,
  isServed,
  notServed,
  serviceOf,
  type ServiceFacts,
} from '#areas/business/rules/services.ts';
import type { DeliveryPreference } from '#areas/order-book/rules/order-draft.ts';

export type CheckedItem = {
  mealId: number;
  mealType: MealType;
  mealDate: PlainDate;
  deliveryDate: PlainDate;
  deliveryWindow: DeliveryWindow;
  personName: string;
};

/** The days an item may be delivered and eaten on, both ends included. */
type DateRange<Item> = {
  first: PlainDate;
  last: PlainDate;
  /** A date outside that may stay all the same. */
  isException: (item: Item, field: 'deliveryDate' | 'mealDate') => boolean;
};

/** When the kitchen delivers; what is booked already may stay all the same. */
type Windows<Item> = { facts: WindowFacts & ServiceFacts; isBooked: (item: Item) => boolean };

/** Adds what is wrong with the items to `problems`: their dates, who eats what when, and names. */
export function checkItems<Item extends CheckedItem>(
  items: readonly Item[],
  problems: FieldProblem[],
  range: DateRange<Item>,
  windows: Windows<Item>,
): void {
  checkDates(items, range, problems);
  checkWindows(items, windows, problems);
  checkCells(items, windows.facts, problems);
  items.forEach((item, index) => {
    if (isName(item.personName)) return;
    problems.push({
      field: `orderItems.${index}.personName`,
      message: 'Please name the person this meal is for',
    });
  });
}

/** For a service that the kitchen does not have. What is booked may stay. */
export function checkServed<Item extends CheckedItem>(
  items: readonly Item[],
  problems: FieldProblem[],
  facts: ServiceFacts,
  isBooked: (item: Item) => boolean = () => false,
): void {
  items.forEach((item, index) => {
    if (isServed(item.mealType, facts) || isBooked(item)) return;
    const message = notServed(item.mealType, facts);
    problems.push({ field: `orderItems.${index}.mealType`, message });
  });
}

/** Warm meals would be eaten days later in a weekly delivery. */
export function checkPreference(
  deliveryType: DeliveryType,
  preference: DeliveryPreference,
  problems: FieldProblem[],
): void {
  if (deliveryType !== 'weekly' || preference !== 'warm') return;
  problems.push({
    field: 'customer.deliveryPreference',
    message: 'Warm meals are only available with daily delivery. Choose cold.',
  });
}

function checkDates<Item extends CheckedItem>(
  items: readonly Item[],
  { first, last, isException }: DateRange<Item>,
  problems: FieldProblem[],
): void {
  const message = `Please choose a date from ${formatDate(first)} to ${formatDate(last)}`;
  items.forEach((item, index) => {
    for (const field of ['deliveryDate', 'mealDate'] as const) {
      const date = item[field];
      const isInRange = isPlainDate(date) && date >= first && date <= last;
      if (isInRange || isException(item, field)) continue;
      problems.push({ field: `orderItems.${index}.${field}`, message });
    }
    if (item.deliveryDate > item.mealDate) {
      problems.push({
        field: `orderItems.${index}.deliveryDate`,
        message: 'A meal cannot be delivered after the day it is eaten',
      });
    }
  });
}

function checkWindows<Item extends CheckedItem>(
  items: readonly Item[],
  { facts, isBooked }: Windows<Item>,
  problems: FieldProblem[],
): void {
  items.forEach((item, index) => {
    if (!isPlainDate(item.deliveryDate) || isBooked(item)) return;
    const problem = slotProblem(facts, { date: item.deliveryDate, window: item.deliveryWindow });
    if (problem === null) return;
    const field = problem.about === 'date' ? 'deliveryDate' : 'deliveryWindow';
    problems.push({ field: `orderItems.${index}.${field}`, message: problem.message });
  });
}

/** One lunch and one dinner a person and date, each with a second helping at most; one window a date. */
function checkCells(
  items: readonly CheckedItem[],
  facts: ServiceFacts,
  problems: FieldProblem[],
): void {
  const placed = new Map<string, CheckedItem[]>();
  const windowOfDate = new Map<PlainDate, DeliveryWindow>();
  items.forEach((item, index) => {
    const others = placed.get(placeOf(item)) ?? [];
    placed.set(placeOf(item), [...others, item]);
    const service = serviceOf(item.mealType, facts).name;
    checkHelping(item, others, { field: `orderItems.${index}`, service }, problems);
    const window = windowOfDate.get(item.deliveryDate) ?? item.deliveryWindow;
    windowOfDate.set(item.deliveryDate, window);
    if (window !== item.deliveryWindow) {
      problems.push({
        field: `orderItems.${index}.deliveryWindow`,
        message: `Everything for ${formatDate(item.deliveryDate)} arrives in one delivery window`,
      });
    }
  });
}

function checkHelping(
  item: CheckedItem,
  others: readonly CheckedItem[],
  { field, service }: { field: string; service: string },
  problems: FieldProblem[],
): void {
  const time = `${service} on ${formatDate(item.mealDate)}`;
  if (others.length >= MOST_HELPINGS) {
    const message = `${item.personName} already has two helpings for ${time}`;
    problems.push({ field: `${field}.mealDate`, message });
  }
  if (others.some(({ deliveryDate }) => deliveryDate !== item.deliveryDate)) {
    const message = `Both helpings of ${item.personName}’s ${time} arrive together`;
    problems.push({ field: `${field}.deliveryDate`, message });
  }
}

// A second helping: one more portion for the same person at the same time. Ours.

type Placed = { personName: string; mealDate: PlainDate; mealType: MealType };

/** Items with the same place are eaten by one person at one time. */
export function placeOf({ personName, mealDate, mealType }: Placed): string {
  return `${personKey(personName)}|${mealDate}|${mealType}`;
}

/** For each item, which portion of its time it is: 1 or 2, in the order given. */
export function helpingsOf(items: readonly Placed[]): number[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const helping = (counts.get(placeOf(item)) ?? 0) + 1;
    counts.set(placeOf(item), helping);
    return helping;
  });
}
