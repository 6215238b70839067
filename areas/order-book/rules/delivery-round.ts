/** The driver's route: from suburb to neighbouring suburb where we know the round, and along each street. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';
import { compareStreets, streetKey } from '#areas/order-book/rules/street-key.ts';

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
