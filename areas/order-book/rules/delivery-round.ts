/** The driver's route: from suburb to neighbouring suburb where we know the round, and along each street. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import { compareStreets, streetKey } from '#areas/order-book/rules/street-key.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';

/**
 * The default driver's round: a loop by land through the default suburbs, north to the bay and back inland. Each
 * suburb borders the next, except Thorneside behind Birkdale.
 */
const DEFAULT_ROUND: readonly string[] = [
  'Sheldon',
  'Capalaba',
  'Alexandra Hills',
  'Birkdale',
  'Thorneside',
  'Wellington Point',
  'Ormiston',
  'Cleveland',
  'Thornlands',
  'Victoria Point',
  'Redland Bay',
  'Mount Cotton',
];
const LOOP = DEFAULT_ROUND.map((suburb) => suburb.toLowerCase());

export type Stop = {
  suburb: string;
  addressLine1: string;
  addressLine2: string;
  orderNumber: string;
};

/** Suburbs around the loop, others after them by name; within each along the streets. */
export function compareStops(a: Stop, b: Stop): number {
  return (
    positionInLoop(a.suburb) - positionInLoop(b.suburb) ||
    compareText(a.suburb, b.suburb) ||
    compareStreets(
      streetKey(a.addressLine1, a.addressLine2),
      streetKey(b.addressLine1, b.addressLine2),
    ) ||
    compareText(a.orderNumber, b.orderNumber)
  );
}

function positionInLoop(suburb: string): number {
  const position = LOOP.indexOf(suburb.trim().toLowerCase());
  return position === -1 ? LOOP.length : position;
}

/**
 * Whether an order comes daily or weekly. Spec 4: five meals make a person daily-eligible, one to four force weekly on
 * everyone.
 */

/** `none`: no meals yet; `choice`: the customer chooses; else the only one that this order can have. */
export type DeliveryMode = 'none' | 'choice' | DeliveryType;

export type DeliveryModeFacts = Pick<
  BusinessFacts,
  'dailyFromMeals' | 'deliveryTypes' | 'deliveryWindows'
>;

export function deliveryModeOf(
  mealsPerPerson: readonly number[],
  facts: DeliveryModeFacts,
): DeliveryMode {
  if (mealsPerPerson.every((count) => count === 0)) return 'none';
  const [only, other] = offeredDeliveryTypes(facts);
  if (only !== undefined && other === undefined) return only;
  return mealsPerPerson.every((count) => count === 0 || count >= facts.dailyFromMeals)
    ? 'choice'
    : 'weekly';
}

/** The type that applies: the customer's choice, unless there is none. */
export function effectiveDeliveryType(
  mode: DeliveryMode,
  chosen: DeliveryType | null,
): DeliveryType | null {
  if (mode === 'none') return null;
  return mode === 'choice' ? chosen : mode;
}
