import { asc, eq, and, isNull, inArray, lte, or } from 'drizzle-orm';
import { isHold, whyNotToEat } from '#areas/order-book/rules/food-matters.ts';
import type { Context } from '#platform/server/context.ts';
import { announceHolds, tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { followFood, openMatters } from '#areas/order-book/server/follow-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { foodMarks } from '#areas/order-book/server/tables/packing.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { clashSentence, type FoodClash } from '#areas/order-book/rules/food-check.ts';
import { UnsuitableFood } from '#platform/server/errors.ts';
import { orderIdOf, loadOrder } from '#areas/order-book/server/load-orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { whyDeliveryUnchangeable } from '#areas/order-book/rules/customer-change.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { itemsOfDelivery, type Order } from '#areas/order-book/rules/order.ts';
import { heldForCustomer, nextOfHold } from '#areas/order-book/rules/recipe-change.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { HOLDS } from '#areas/needs/rules/gate/verdict.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { type AlertedMeal, mealsOfMatters } from '#areas/orders/server/alerted-meals.ts';
import { whyFor } from './plan-run-out.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

const MOST_AT_ONCE = 500;

/** Every order that a trigger has marked and nobody has followed: anyone who changed its food, its matters are open within a minute. */
export async function followMarkedFood(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<void> {
  const { business } = await context.site.current();
  const marked = await context.db
    .selectDistinct({ orderId: foodMarks.orderId })
    .from(foodMarks)
    .innerJoin(orders, eq(orders.id, foodMarks.orderId))
    .orderBy(asc(foodMarks.orderId))
    .limit(MOST_AT_ONCE);
  for (const { orderId } of marked)
    await context.db.transaction(async (tx) => {
      await lockOrder(tx, orderId, undefined);
      const news = await followFood(tx, context, [orderId], { facts: business });
      const held = news.filter(({ kind }) => isHold(kind));
      const about = `order ${orderId} at ${context.clock()}`;
      await announceHolds(tx, context, held, { about });
    });
}

// What a customer wrote of an allergy in a paid order, and was refused: staff hear of it, whether or not it is
// answered.

/** Does a customer's change; what it says of food and is refused stays as a matter. Throws as `change` does. */
export async function noteWhatIsTold<Result>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const told = error instanceof UnsuitableFood ? toldIn(error) : [];
    if (told.length > 0)
      await db.transaction(async (tx) => {
        const orderId = await orderIdOf(tx, token);
        const matters = told.map((matter) => ({ ...matter, kind: 'told' as const, orderId }));
        await openMatters(tx, matters, { now: new Date(clock()) });
      });
    throw error;
  }
}

type Told = { personName: string; mealName: string; why: string };

function toldIn({ code, details }: UnsuitableFood): Told[] {
  if (code === 'food_questions')
    return (details['questions'] as FoodQuestion[]).map(({ person, quote }) => ({
      personName: person ?? '',
      mealName: '',
      why: quote,
    }));
  if (code !== 'allergen_clash') return [];
  return (details['clashes'] as FoodClash[]).map((clash) => ({
    personName: clash.personName,
    mealName: clash.mealName,
    why: clashSentence(clash),
  }));
}

type Reader = {
  now: Instant;
  business: BusinessFacts;
  /** Another meal and the money back are the payer's to choose. */
  isPayer: boolean;
};

/** By portion: what its customer reads of a hold, or that they have it and may not eat it. */
export async function holdsForCustomer(
  db: Database | Transaction,
  order: Order,
  { now, business, isPayer }: Reader,
): Promise<(item: { id: number }) => string | null> {
  const holds = await findHolds(db, [order], business);
  const open = await db
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.orderId, order.id), isNull(foodMatters.settledAt)));
  const texts = order.deliveries.flatMap((delivery) =>
    itemsOfDelivery(delivery).flatMap(({ id, meal, personName }): [number, string][] => {
      const own = open.filter(({ itemId }) => itemId === id);
      const given = own.find(({ kind }) => kind === 'given_held');
      if (given) return [[id, `Please do not eat it: ${given.why}. Call ${business.phone}.`]];
      const hold = holds.get(id);
      if (!hold || isEnded(delivery.status)) return [];
      const { verdict } = hold;
      const isNew = own.some(({ kind, cause }) => kind === verdict.verdict && cause !== null);
      const canChange = whyDeliveryUnchangeable(delivery, now, business) === null;
      const next = isPayer ? nextOfHold(canChange, business.phone) : '';
      return [[id, heldForCustomer({ mealName: meal.name, personName, verdict, isNew, next })]];
    }),
  );
  const byItem = new Map(texts);
  return ({ id }) => byItem.get(id) ?? null;
}

// Customers hear that a portion of theirs is on hold, once staff have had the time to settle it.

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
