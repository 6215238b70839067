/** Snapshot of what a printout says, saved to tell later if it is out of date. */
import { checksum } from '#platform/rules/checksum.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { giftCardText } from '#areas/order-book/rules/gift-card.ts';
import { stopMarks } from './run-sheet.ts';
import {
  isHeldBack,
  type KitchenBag,
  type KitchenItem,
} from '#areas/order-book/rules/kitchen-bag.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';

export const PRINTOUT_KINDS = ['prep_sheet', 'run_sheet', 'labels'] as const;
export type PrintoutKind = (typeof PRINTOUT_KINDS)[number];

/** A meal as printouts name it. */
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
  prep_sheet: (bag) => ({
    ...sharedFacts(bag),
    ...foodFacts(bag),
    Suburb: bag.suburb,
  }),
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
  ingredients,
  shelfLifeDays,
  freezable,
}: KitchenItem['meal']) {
  const recipe = checksum(`${ingredients}|${shelfLifeDays}|${freezable}`);
  return `${name} (recipe ${recipe}): ${allergenStatement(allergens)}`;
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
