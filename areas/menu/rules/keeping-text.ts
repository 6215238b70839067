/** How long a meal keeps and whether it freezes, as its page and sheet say it. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatFreshness } from '#areas/business/rules/service-text.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';

/** "Keeps 3 days in the fridge after delivery. You can freeze it on the day it arrives." */
export function keepingText(
  { shelfLifeDays, freezable }: Pick<MealFacts, 'shelfLifeDays' | 'freezable'>,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): string {
  const days =
    shelfLifeDays === null
      ? formatFreshness(facts)
      : `${shelfLifeDays} ${shelfLifeDays === 1 ? 'day' : 'days'}`;
  return `Keeps ${days} in the fridge after delivery. ${freezingText(freezable)}`;
}

function freezingText(freezable: boolean | null): string {
  if (freezable === null) return 'Ask us before you freeze it.';
  return freezable ? 'You can freeze it on the day it arrives.' : 'Do not freeze it.';
}
