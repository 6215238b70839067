import type { Context } from '#server/context.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { staff } from '#server/db/schema/staff/staff.ts';

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
