import type { BusinessFacts } from '#domain/business.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatAdvice, storageAdvice } from '#domain/kitchen/storage-advice.ts';
import type { Person } from '#domain/people/people.ts';
import type { OrderMenu } from '../state/order-menu.ts';

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
