/** How orders differ from what a printout says: "+1 Chicken bowl, −2 Dal", and order by order. */
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import {
  type PrintoutBag,
  type PrintoutMeal,
  type PrintoutState,
} from '#areas/printouts/rules/printout-state.ts';

/** `now`: portions after the change. */
export type MealChange = { mealId: number; name: string; change: number; now: number };

export type FactChange = { fact: string; before: string; after: string };

export type BagChange = Pick<KitchenBag, 'orderId' | 'orderNumber' | 'customerName' | 'window'> & {
  kind: 'added' | 'changed' | 'removed';
  /** What its bag is called; the order's number where a printout of an earlier release says no more. */
  key: string;
  facts: FactChange[];
  /** Portions added and removed; a swapped meal counts once in each. */
  mealsIn: PrintoutMeal[];
  mealsOut: PrintoutMeal[];
};

export type PrintoutChanges = {
  /** By meal, over all orders, without zeros; additions first. */
  meals: MealChange[];
  /** Removed ones first: food would be cooked or packed in vain. */
  orders: BagChange[];
  /** Pots and trays that are otherwise than a prep sheet says, a line each. */
  work: string[];
};

/** All lists are empty exactly when the two states, of one kind, are equal. */
export function printoutChanges(
  before: PrintoutState,
  after: PrintoutState,
  work: string[] = [],
): PrintoutChanges {
  const pairs = pairBags(before, after);
  return {
    meals: countMealChanges(before, after),
    work,
    orders: pairs
      .map(([was, is]) => changeOfBag(was, is))
      .filter((change) => change !== null)
      .toSorted(compareChanges),
  };
}

/** "2 orders and 1 pot or tray". */
export function countChangesText(orders: number, work: number): string {
  return [
    ...(orders === 0 ? [] : [orders === 1 ? '1 order' : `${orders} orders`]),
    ...(work === 0 ? [] : [work === 1 ? '1 pot or tray' : `${work} pots or trays`]),
  ].join(' and ');
}

/** The one answer to whether a printout is out of date. */
export function hasChanges({ orders, work }: Pick<PrintoutChanges, 'orders' | 'work'>): boolean {
  return orders.length + work.length > 0;
}

/** "+1 Chicken bowl, −2 Dal"; empty if no meal's number has changed. */
export function mealChangesText(changes: readonly MealChange[]): string {
  return changes
    .map(({ name, change }) => `${change > 0 ? '+' : '−'}${Math.abs(change)} ${name}`)
    .join(', ');
}

/** One line for each difference, for slip and screen. */
export function describeOrderChange(
  { facts, mealsIn, mealsOut }: BagChange,
  served: ServiceFacts,
): string[] {
  return [
    ...mealsOut.map((meal) => `− ${describeMeal(meal, served)}`),
    ...mealsIn.map((meal) => `+ ${describeMeal(meal, served)}`),
    ...facts.map(
      ({ fact, before, after }) => `${fact}: ${before || 'nothing'} → ${after || 'nothing'}`,
    ),
  ];
}

function describeMeal(
  { personName, mealDate, mealType, name, key }: PrintoutMeal,
  served: ServiceFacts,
): string {
  const service = serviceOf(mealType, served).name;
  return `${key ?? personName}: ${name} (${service}, ${formatDayAndMonth(mealDate)})`;
}

type Pair = [PrintoutBag | undefined, PrintoutBag | undefined];

/** A bag that moved to the day's other window is the same bag. */
function pairBags(before: PrintoutState, after: PrintoutState): Pair[] {
  const pairs: Pair[] = [];
  const gone: PrintoutBag[] = [];
  const left = [...after];
  const take = (isIt: (bag: PrintoutBag) => boolean) => {
    const index = left.findIndex(isIt);
    return index === -1 ? undefined : left.splice(index, 1)[0];
  };
  for (const was of before) {
    const is = take((bag) => bag.orderId === was.orderId && bag.window === was.window);
    if (is) pairs.push([was, is]);
    else gone.push(was);
  }
  for (const was of gone) pairs.push([was, take((bag) => bag.orderId === was.orderId)]);
  return [...pairs, ...left.map((is): Pair => [undefined, is])];
}

function changeOfBag(was: PrintoutBag | undefined, is: PrintoutBag | undefined): BagChange | null {
  const bag = is ?? was;
  if (!bag) return null;
  const known = {
    orderId: bag.orderId,
    orderNumber: bag.orderNumber,
    key: bag.key ?? bag.orderNumber,
    customerName: bag.facts['Name'] ?? '',
    window: bag.window,
  };
  if (!was) return { ...known, kind: 'added', facts: [], mealsIn: bag.meals, mealsOut: [] };
  if (!is) return { ...known, kind: 'removed', facts: [], mealsIn: [], mealsOut: bag.meals };
  const mealsIn = mealsOnlyIn(is, was);
  const mealsOut = mealsOnlyIn(was, is);
  const facts = Object.keys({ ...was.facts, ...is.facts })
    .map((fact) => ({ fact, before: was.facts[fact] ?? '', after: is.facts[fact] ?? '' }))
    .filter((change) => change.before !== change.after);
  if (mealsIn.length + mealsOut.length + facts.length === 0) return null;
  return { ...known, kind: 'changed', facts, mealsIn, mealsOut };
}

/** A second helping may be of the same meal: each portion there makes up for one here. */
function mealsOnlyIn(bag: PrintoutBag, other: PrintoutBag): PrintoutMeal[] {
  const left = Map.groupBy(other.meals, keyOf);
  return bag.meals.filter((meal) => left.get(keyOf(meal))?.pop() === undefined);
}

function keyOf({ personName, mealDate, mealType, mealId, name }: PrintoutMeal): string {
  return JSON.stringify([personName, mealDate, mealType, mealId, name]);
}

function countMealChanges(before: PrintoutState, after: PrintoutState): MealChange[] {
  const changes = new Map<number, MealChange>();
  const count = (state: PrintoutState, by: { change: 1 | -1; now: 1 | 0 }) => {
    for (const { mealId, name } of state.flatMap(({ meals }) => meals)) {
      const { change, now } = changes.get(mealId) ?? { change: 0, now: 0 };
      changes.set(mealId, {
        mealId,
        name,
        change: change + by.change,
        now: now + by.now,
      });
    }
  };
  count(before, { change: -1, now: 0 });
  count(after, { change: 1, now: 1 });
  return [...changes.values()]
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => b.change - a.change || compareText(a.name, b.name));
}

const KIND_ORDER = { removed: 0, changed: 1, added: 2 } as const;

function compareChanges(a: BagChange, b: BagChange): number {
  return (
    KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
    compareText(a.window, b.window) ||
    compareText(a.orderNumber, b.orderNumber)
  );
}
