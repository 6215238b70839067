import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { withAvoided } from '#areas/needs/rules/gate/avoided.ts';
import { peopleHurt } from '#areas/order-book/rules/people-hurt.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import { othersAtTable } from '#areas/order-book/server/find-reactions.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

export type Avoided = { [Need in 'allergens' | 'avoid']: FoodNeeds[Need] | undefined };

/**
 * What somebody had a reaction to is left out of all that they are still to get, in every order of that customer; what holds
 * it is on hold. Locks the orders before the caller locks the matter. Throws InvalidRequest with `allergens` when it names
 * nothing.
 */
export async function leaveOutAhead(
  context: Pick<Context, 'clock' | 'site' | 'trackingSecret'>,
  tx: Transaction,
  staff: StaffMember,
  { id, needs: { allergens = [], avoid = [] } }: { id: number; needs: Partial<Avoided> },
): Promise<void> {
  if (allergens.length + avoid.length === 0)
    throw new InvalidRequest({ allergens: 'Please choose what to leave out' });
  const site = await context.site.current();
  const [matter] = await tx
    .select({
      personName: foodMatters.personName,
      others: othersAtTable,
      email: orders.email,
    })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .where(eq(foodMatters.id, id));
  if (!matter) return;
  const reaction = { ...matter, others: matter.others ?? [] };
  for (const orderId of await listAhead(tx, matter.email)) {
    const order = await loadOrder(tx, await lockOrder(tx, orderId, undefined));
    const hurt = peopleHurt(reaction, peopleOf(order));
    if (order.status === 'cancelled' || hurt.length === 0) continue;
    const changed = hurt.map(({ name, allergens: known, avoid: avoided }) => ({
      name,
      ...withAvoided({ allergens: [...known, ...allergens], avoid: avoided }, avoid),
    }));
    await applyChange(context, tx, order, { people: changed }, { staff, site });
  }
}

async function listAhead(tx: Transaction, email: string): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        eq(sql`lower(${orders.email})`, email.toLowerCase()),
        notInArray(deliveries.status, ['delivered', 'missed', 'cancelled']),
      ),
    )
    .orderBy(asc(orders.id));
  return rows.map((row) => row.id);
}
