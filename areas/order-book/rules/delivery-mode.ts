/**
 * Whether an order comes daily or weekly. Spec 4: five meals make a person daily-eligible, one to four force weekly on
 * everyone. Joined with the driver's round, street names would be in the first load of /order.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';

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
