import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import type { Context } from '#platform/server/context.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { deliveryDays, type DemoWeek } from '#app/server/weeks.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/** One line for the operator. */
class DemoRefused extends Error {
  override name = 'DemoRefused';
}

/** Throws DemoRefused unless everything that the demo writes to is empty: nobody's business may be mixed with it. */
export async function refuseUsed({ db, gateway }: Pick<Context, 'db' | 'gateway'>): Promise<void> {
  if ((await db.$count(orders)) > 0)
    throw new DemoRefused(
      'The demo needs an empty database, and this one has orders. Start without --demo (and SEED=demo), or set DATA_DIR to a new folder.',
    );
  if ((await db.$count(staff)) > 1 || (await db.$count(meals)) === 0)
    throw new DemoRefused(
      'The demo needs an empty database, and this one has staff or no menu. Set DATA_DIR to a new folder.',
    );
  const paid = (await gateway.listIntentsSince(0)).filter(({ status }) => status === 'succeeded');
  if (paid.length > 0)
    throw new DemoRefused(
      'The demo needs a payment sandbox without payments, and this one has some. Set DATA_DIR to a new folder.',
    );
}

/** Last week and the week that is open have orders for its scenes; more is not needed. */
const FEWEST_PLACES = 20;

/** Throws DemoRefused for windows, closed days or places that leave too little to order. */
export function refuseFacts(weeks: readonly DemoWeek[], facts: BusinessFacts): void {
  for (const week of [weeks[0], weeks.at(-1)]) {
    if (!week) continue;
    const days = deliveryDays(week, facts);
    const from = `the week from ${formatDate(week.weekStart)}`;
    if (days.length === 0)
      throw new DemoRefused(
        `The demo needs a day with deliveries in ${from}, and your closed days leave none. Start without --demo (and SEED=demo), or open a day of that week in Settings.`,
      );
    const windows = days.reduce((sum, date) => sum + windowsOn(facts, date).length, 0);
    const places = windows * facts.slotCapacity.default;
    if (places < FEWEST_PLACES)
      throw new DemoRefused(
        `The demo needs ${FEWEST_PLACES} deliveries in ${from}, and your windows have ${places} places. Start without --demo (and SEED=demo), or raise the places of a window in Settings.`,
      );
  }
}
