/**
 * Whether an order comes daily or weekly. Spec 4: five meals make a person daily-eligible, one to four force weekly on
 * everyone.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

export type DeliveryType = 'daily' | 'weekly';

/** `none`: no meals yet; `choice`: the customer chooses; `weekly`: someone has too few meals for daily. */
export type DeliveryMode = 'none' | 'choice' | 'weekly';

export function deliveryModeOf(
  mealsPerPerson: readonly number[],
  facts: Pick<BusinessFacts, 'dailyFromMeals'>,
): DeliveryMode {
  if (mealsPerPerson.every((count) => count === 0)) return 'none';
  return mealsPerPerson.every((count) => count === 0 || count >= facts.dailyFromMeals)
    ? 'choice'
    : 'weekly';
}

/** The type that applies: the customer's choice, unless weekly is forced. */
export function effectiveDeliveryType(
  mode: DeliveryMode,
  chosen: DeliveryType | null,
): DeliveryType | null {
  if (mode === 'none') return null;
  return mode === 'weekly' ? 'weekly' : chosen;
}
