/** Customers hear that a portion of theirs is on hold, once staff have had the time to settle it. */
import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { HOLDS } from '#areas/needs/rules/gate/verdict.ts';
import { whyDeliveryUnchangeable } from '#areas/order-book/rules/change/customer-changes.ts';
import { whyNotToEat } from '#areas/order-book/rules/food-matters.ts';
import { nextOfHold } from '#areas/order-book/rules/recipe-words.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { type AlertedMeal, mealsOfMatters } from '#areas/orders/server/alerted-meals.ts';
import { whyFor } from '#areas/orders/server/tell-of-run-out.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';

/** Staff may be on the phone with them about it. On its day there is no time for that. */
const STAFF_FIRST_MS = 2 * 3_600_000;

/** Each matter once; all of an order in one message. */
export async function tellOfHolds(context: Pick<Context, 'db' | 'clock' | 'site'>): Promise<void> {
  const { business } = await context.site.current();
  const now = context.clock();
  const due = await context.db
    .selectDistinct({ orderId: foodMatters.orderId })
    .from(foodMatters)
    .innerJoin(deliveries, eq(deliveries.id, foodMatters.deliveryId))
    .where(
      and(
        isUntold(),
        or(
          lte(foodMatters.openedAt, new Date(now - STAFF_FIRST_MS)),
          lte(deliveries.date, wallTimeAt(now, business.timeZone).date),
        ),
      ),
    )
    .orderBy(asc(foodMatters.orderId));
  for (const { orderId } of due)
    await context.db.transaction((tx) => tellOf(tx, { orderId, now, business }));
}

function isUntold() {
  return and(
    inArray(foodMatters.kind, [...HOLDS]),
    isNull(foodMatters.settledAt),
    isNull(foodMatters.customerToldAt),
  );
}

async function tellOf(
  tx: Transaction,
  { orderId, now, business }: { orderId: number; now: Instant; business: BusinessFacts },
): Promise<void> {
  const row = await lockOrder(tx, orderId, undefined);
  const order = await loadOrder(tx, row);
  const open = await tx
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.orderId, orderId), isUntold()))
    .orderBy(asc(foodMatters.id));
  const found = await mealsOfMatters(tx, [order], open, business);
  // For what is on the road, nobody can say that it is not sent.
  const held = found
    .map(({ alerted }) => alerted)
    .filter(({ delivery }) => delivery.status !== 'out');
  const [first] = held;
  // Put right since: settled within a minute.
  if (!first?.verdict) return;
  const canChange = held.every(({ delivery }) => !whyDeliveryUnchangeable(delivery, now, business));
  await tx
    .update(foodMatters)
    .set({ customerToldAt: new Date(now) })
    .where(
      inArray(
        foodMatters.id,
        held.map(({ matter }) => matter.id),
      ),
    );
  await tellCustomer(
    tx,
    { clock: () => now },
    {
      kind: 'food_on_hold',
      order: row,
      deliveryId: null,
      attempt: first.matter.id,
      timeZone: business.timeZone,
      fields: {
        meal: [...new Set(held.map(({ meal }) => meal.name))].join(', '),
        day: [...new Set(held.map(dayOf))].join(', '),
        held: whyNotToEat(first.verdict, first.person),
        news: held.map(onHold).join(' '),
        next: nextOfHold(canChange, business.phone),
        phone: business.phone,
      },
    },
  );
}

/** "Your Curry for Mia on Tue 12 Jan is on hold. The recipe of Curry changed: it now contains milk." */
function onHold(alerted: AlertedMeal): string {
  const { meal, person } = alerted;
  return `Your ${meal.name} for ${person.name} on ${dayOf(alerted)} is on hold. ${whyFor(alerted)}`;
}

/** For the meal, as its customer chose it. */
function dayOf({ portions, delivery }: AlertedMeal): string {
  return formatDayAndMonth(portions[0]?.mealDate ?? delivery.date);
}
