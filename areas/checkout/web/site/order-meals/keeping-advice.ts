import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { formatAdvice, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';

/** What to do on arrival with each meal that comes too early to be eaten fresh, if all come on `deliveryDate`. */
export function keepingAdvice(
  menu: OrderMenu,
  people: readonly Person[],
  deliveryDate: PlainDate,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): { date: PlainDate; words: string }[] {
  return people.flatMap(({ mealAssignments }) =>
    mealAssignments.flatMap(({ date, mealId }) => {
      const { shelfLifeDays = null, freezable = null } = menu.find(mealId) ?? {};
      const kept = { deliveryDate, mealDate: date, shelfLifeDays, freezable };
      const words = formatAdvice(storageAdvice(kept, facts));
      return words === null ? [] : [{ date, words }];
    }),
  );
}
