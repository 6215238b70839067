/** Snapshot of what a printout says, saved to tell later if it is out of date. */
import { checksum } from '#platform/rules/checksum.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import {
  giftCardText,
  isHeldBack,
  type KitchenBag,
  type KitchenItem,
} from '#areas/order-book/rules/kitchen-bag.ts';
import { tracesFor } from '#areas/order-book/rules/special-people.ts';
import { stopMarks } from './run-sheet.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

export const PRINTOUT_KINDS = ['prep_sheet', 'run_sheet', 'labels'] as const;
export type PrintoutKind = (typeof PRINTOUT_KINDS)[number];

export type PrintoutMeal = Pick<KitchenItem, 'personName' | 'mealDate' | 'mealType' | 'mealId'> & {
  name: string;
  /** What it was called; a printout of an earlier release says none. */
  key?: string;
};

/** One bag on a printout. `facts` are the texts beside the meals, by name: "Phone" -> "0412 345 678". */
export type PrintoutBag = Pick<KitchenBag, 'orderId' | 'orderNumber' | 'window'> & {
  facts: Record<string, string>;
  /** What its bag was called; a printout of an earlier release says none. */
  key?: string;
  meals: PrintoutMeal[];
};

/** Sorted by window and order. Two states are equal exactly when their JSON is. */
export type PrintoutState = PrintoutBag[];

/**
 * What a printout of this kind says about these bags; a null `window` means the whole day. Cancelled
 * deliveries are left out.
 */
export function printoutState(
  kind: PrintoutKind,
  bags: readonly KitchenBag[],
  window: DeliveryWindow | null,
): PrintoutState {
  return bags
    .filter(
      (bag) => bag.deliveryStatus !== 'cancelled' && (window === null || bag.window === window),
    )
    .map((bag) => ({
      orderId: bag.orderId,
      orderNumber: bag.orderNumber,
      window: bag.window,
      key: bag.key,
      facts: FACTS[kind](bag),
      meals: hasMeals(kind, bag) ? bag.items.map(printoutMeal).toSorted(comparePrintoutMeals) : [],
    }))
    .toSorted((a, b) => compareText(a.window, b.window) || a.orderId - b.orderId);
}

/** Nobody cooks for a test order, whose labels say that it is one. */
function hasMeals(kind: PrintoutKind, { isTest = false }: Pick<KitchenBag, 'isTest'>): boolean {
  return kind === 'labels' || (kind === 'prep_sheet' && !isTest);
}

const FACTS: Record<PrintoutKind, (bag: KitchenBag) => Record<string, string>> = {
  prep_sheet: (bag) => ({ ...sharedFacts(bag), ...foodFacts(bag), Suburb: bag.suburb }),
  run_sheet: (bag) => ({
    ...sharedFacts(bag),
    ...deliveryFacts(bag),
    Phone: formatPhone(bag.phone),
    ...(stopMarks(bag).length > 0 && { Hold: stopMarks(bag).join('. ') }),
  }),
  labels: (bag) => ({
    ...sharedFacts(bag),
    ...foodFacts(bag),
    ...deliveryFacts(bag),
    ...labelFacts(bag),
    ...(bag.card && { Card: giftCardText(bag.card) }),
  }),
};

/**
 * The orders of which a printout says otherwise than their bags are: on hold, or not. Asked of one that counts as up to
 * date.
 */
export function saysOtherwise(
  kind: PrintoutKind,
  printed: PrintoutState,
  bags: readonly KitchenBag[],
): string[] {
  return bags
    .filter(({ deliveryStatus }) => deliveryStatus !== 'cancelled')
    .flatMap(({ orderId, orderNumber, window, items, ...marks }) => {
      const bag = printed.find((one) => one.orderId === orderId && one.window === window);
      const isHeld = kind === 'run_sheet' ? stopMarks(marks).length > 0 : items.some(isHeldBack);
      return bag && (bag.facts['Hold'] !== undefined) !== isHeld ? [orderNumber] : [];
    });
}

function sharedFacts(bag: KitchenBag): Record<string, string> {
  return {
    Window: windowLabel(bag.window),
    ...(bag.stop !== null && { Stop: String(bag.stop) }),
    Name: bag.customerName,
    'Warm or cold': bag.temperature,
    Instructions: bag.specialInstructions,
  };
}

/** Left out where there is nothing to say, so that printouts made before stay as they are. */
function foodFacts({ people, items }: KitchenBag): Record<string, string> {
  const held = items
    .flatMap(({ personName, meal, onHold }) =>
      onHold === undefined ? [] : [`${meal.name} for ${personName}: ${onHold}`],
    )
    .toSorted(compareText);
  const needs = people.filter(hasFoodNeeds).map(needsLine).toSorted(compareText);
  const traces = items
    .map((item) => ({ item, may: tracesFor(item, people) }))
    .flatMap(({ item: { personName, meal }, may }) =>
      may.length > 0 ? [`${personName}: ${meal.name} may contain ${may.join(', ')}`] : [],
    )
    .toSorted(compareText);
  const agreed = items
    .flatMap(({ personName, meal, override }) =>
      override
        ? [`${personName}: ${meal.name} with ${override.allergens.join(', ')} (${override.reason})`]
        : [],
    )
    .toSorted(compareText);
  return {
    ...(held.length > 0 && { Hold: held.join('. ') }),
    ...(needs.length > 0 && { 'Food needs': needs.join('. ') }),
    ...(traces.length > 0 && { Traces: traces.join('. ') }),
    ...(agreed.length > 0 && { Agreed: agreed.join('. ') }),
  };
}

function deliveryFacts(bag: KitchenBag): Record<string, string> {
  const { addressLine1, addressLine2, suburb, postcode } = bag;
  const street = joinAddress({ line1: addressLine1, line2: addressLine2, suburb });
  return { Address: `${street} ${postcode}`, Portions: String(bag.items.length) };
}

/** What a changed recipe changes on a label. */
function labelFacts({ items }: KitchenBag): Record<string, string> {
  const recipes = items.map(({ meal }) => recipeText(meal));
  return {
    'On the labels': [...new Set(recipes)].toSorted(compareText).join('; '),
  };
}

/** "Butter Chicken (recipe 1x7k2): Contains: milk": another text for every recipe. */
function recipeText({
  name,
  allergens,
  mayContain,
  ingredients,
  shelfLifeDays,
  freezable,
}: KitchenItem['meal']) {
  const recipe = checksum(`${ingredients}|${shelfLifeDays}|${freezable}`);
  const traces = mayContain?.length ? `, may contain ${mayContain.join(', ')}` : '';
  return `${name} (recipe ${recipe}): ${allergenStatement(allergens)}${traces}`;
}

function printoutMeal(item: KitchenItem): PrintoutMeal {
  const { personName, mealDate, mealType, mealId, meal, key } = item;
  return { personName, mealDate, mealType, mealId, name: meal.name, key };
}

function comparePrintoutMeals(a: PrintoutMeal, b: PrintoutMeal): number {
  return (
    compareText(a.personName, b.personName) ||
    compareText(a.mealDate, b.mealDate) ||
    compareMealTypes(a.mealType, b.mealType) ||
    a.mealId - b.mealId ||
    compareText(a.name, b.name)
  );
}

// How orders differ from what a printout says: "+1 Chicken bowl, −2 Dal", and order by order.

/** `now`: portions after the change. */
export type MealChange = { mealId: number; name: string; change: number; now: number };

type FactChange = { fact: string; before: string; after: string };

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
  const left = Map.groupBy(other.meals, mealKey);
  return bag.meals.filter((meal) => left.get(mealKey(meal))?.pop() === undefined);
}

function mealKey({ personName, mealDate, mealType, mealId, name }: PrintoutMeal): string {
  return JSON.stringify([personName, mealDate, mealType, mealId, name]);
}

function countMealChanges(before: PrintoutState, after: PrintoutState): MealChange[] {
  const changes = new Map<number, MealChange>();
  const count = (state: PrintoutState, by: { change: 1 | -1; now: 1 | 0 }) => {
    for (const { mealId, name } of state.flatMap(({ meals }) => meals)) {
      const { change, now } = changes.get(mealId) ?? { change: 0, now: 0 };
      changes.set(mealId, { mealId, name, change: change + by.change, now: now + by.now });
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

// The pots and recipes that a prep sheet says, so that a plan which changes afterwards is noticed.

/** `id`: of the pot at the bench. */
type PrintedPot = { id: string; name: string; makes: string; startBy: string };
/** `recipe`: its version; null: none. */
type PrintedRecipe = { mealId: number; name: string; recipe: number | null };

export type PrintedWork = { pots: PrintedPot[]; recipes: PrintedRecipe[] };

export type WorkNow = PrintedWork & { madeIds: string[] };

/** A line for each pot and recipe that is otherwise by now, what falls away first. */
export function workChanges(was: PrintedWork, now: WorkNow): string[] {
  const isMade = new Set(now.madeIds);
  const printed = new Map(was.pots.map((pot) => [pot.id, pot]));
  const planned = new Map(now.pots.map((pot) => [pot.id, pot]));
  const gone = was.pots.filter(({ id }) => !planned.has(id) && !isMade.has(id));
  const others = now.pots.flatMap(({ id, name, makes, startBy }) => {
    const before = printed.get(id);
    if (!before) return [`+ ${name}: ${makes}, start by ${startBy}`];
    const change = [
      ...(before.makes === makes ? [] : [`${before.makes} → ${makes}`]),
      ...(before.startBy === startBy ? [] : [`start by ${before.startBy} → ${startBy}`]),
    ];
    return change.length === 0 ? [] : [`${name}: ${change.join(', ')}`];
  });
  const versions = new Map(was.recipes.map(({ mealId, recipe }) => [mealId, recipe]));
  const recipes = now.recipes
    .filter(({ mealId, recipe }) => versions.has(mealId) && versions.get(mealId) !== recipe)
    .map(({ name }) => `Trays of ${name}: the recipe has changed, weigh by the bench`);
  return [
    ...gone.map(({ name, makes }) => `− ${name}: ${makes}`),
    ...others.toSorted(compareText),
    ...recipes.toSorted(compareText),
  ];
}
