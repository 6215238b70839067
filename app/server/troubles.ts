/** What goes wrong in the story, and what the office does about it. */
import { HOUR_MS, DAY_MS } from '#platform/rules/durations.ts';
import { and, asc, desc, eq, gt, ne, sql, lt } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { type Stage, todayAt, seededRandom, type Scene } from '#app/server/stage.ts';
import { toStaffMealReply } from '#areas/menu/server/meal-queries.ts';
import { updateMeal } from '#areas/menu/server/save-meal.ts';
import { servedTypes, type ServiceFacts } from '#areas/business/rules/services.ts';
import { MealRequest } from '#areas/menu/calls/meals.ts';
import { cancelOrder } from '#areas/orders/server/change-order-status.ts';
import { refundOrder } from '#areas/orders/server/refund-order.ts';
import { reviewRecipe } from '#areas/orders/server/review-recipe.ts';
import { syncDisputes } from '#areas/order-book/server/sync-refunds.ts';
import { sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import { runOut } from '#areas/orders/server/run-out.ts';
import { updateSlot } from '#areas/places/server/delivery-slots.ts';
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { decideProblem, reportProblem } from '#areas/customers/server/problems.ts';
import { rateMeals } from '#areas/customers/server/meal-ratings.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';

const PLACES_LEFT = [0, 2];

/** For either service, a meal without milk whose recipe could change. */
const CHANGED_MEALS = {
  lunch: 'chicken-corn-and-brown-rice-soup',
  dinner: 'chicken-cacciatore-with-soft-polenta',
} as const;

/** The address of the meal whose recipe changes: of a service that this kitchen has. */
export function changedMealSlug(business: ServiceFacts): string {
  return CHANGED_MEALS[servedTypes(business).at(-1) ?? 'dinner'];
}

async function deliveredOrder({ context: { db } }: Stage, nth: number) {
  const [row] = await db
    .select({ id: orders.id, paymentIntentId: payments.paymentIntentId })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.status, 'delivered'))
    .orderBy(asc(orders.id))
    .offset(nth)
    .limit(1);
  if (!row) throw new Error('The demo has no delivered order');
  return row;
}

/** A portion that was missing: part of the money goes back. */
export async function refundPortion(stage: Stage): Promise<void> {
  const { id } = await deliveredOrder(stage, 2);
  const [item] = await stage.context.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.id))
    .limit(1);
  await refundOrder(stage.context, stage.crew.phone, id, {
    part: { items: item ? [item.id] : [] },
    reason: 'A portion was missing from the bag',
    notify: true,
  });
}

/** The bank turns the money down: staff have to settle it otherwise. */
export async function failRefund(stage: Stage): Promise<void> {
  const { id } = await deliveredOrder(stage, 5);
  await stage.bank.setRefundOutcome('failed');
  try {
    await refundOrder(stage.context, stage.crew.manager, id, {
      amount: '9.50',
      reason: 'Soup leaked in the bag',
      notify: false,
    });
    await sweepRefunds(stage.context);
  } finally {
    await stage.bank.setRefundOutcome('succeeded');
  }
}

export async function disputePayment(stage: Stage): Promise<void> {
  const { paymentIntentId } = await deliveredOrder(stage, 8);
  await stage.bank.openDispute(paymentIntentId, 'product_not_received');
  await syncDisputes(stage.context, paymentIntentId);
}

/** The nth oldest order that is still to come, after today. */
export async function findToCome({ context, now, business }: Stage, nth: number): Promise<number> {
  const [row] = await context.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(eq(orders.status, 'confirmed'))
    .groupBy(orders.id)
    .having(gt(sql`min(${deliveries.date})`, sql`${todayAt(now, business)}::date`))
    .orderBy(asc(orders.id))
    .offset(nth)
    .limit(1);
  if (!row) throw new Error('The demo has too few orders that are still to come');
  return row.id;
}

/** All of the money goes back. */
export async function cancelOne(stage: Stage): Promise<void> {
  const { context, crew } = stage;
  await cancelOrder(
    context,
    crew.phone,
    { id: await findToCome(stage, 0) },
    {
      refund: 'full',
    },
  );
}

/** What the supplier sends for it has butter in it now. */
export async function changeRecipe({ context, crew, business }: Stage): Promise<void> {
  const slug = changedMealSlug(business);
  const [meal] = await context.db.select().from(meals).where(eq(meals.slug, slug));
  if (!meal) throw new Error('The demo misses a meal of the sample menu');
  const { version: _, archivedAt: __, id: ___, ...facts } = toStaffMealReply(meal);
  const sent = MealRequest.parse({
    ...facts,
    ingredients: `${facts.ingredients ?? ''}, butter (milk)`,
    allergens: ['milk'],
    dietaryTags: facts.dietaryTags?.filter((tag) => tag !== 'dairy free') ?? [],
  });
  await updateMeal(context, crew.kitchen, meal.id, sent, (tx, change) =>
    reviewRecipe(context, tx, { staff: crew.kitchen, facts: business, cooked: 'also' }, change),
  );
}

/** The meal that most people are still to get after today: swapped for the nearest, or refunded. */
export async function runOutOfMeal({ context, crew, now, business }: Stage): Promise<void> {
  const tomorrow = addDays(todayAt(now, business), 1);
  const [most] = await context.db
    .select({ mealId: orderItems.mealId, date: deliveries.date })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(meals, eq(meals.id, orderItems.mealId))
    .where(
      and(
        sql`${deliveries.date} >= ${tomorrow}::date`,
        eq(deliveries.status, 'planned'),
        ne(meals.slug, changedMealSlug(business)),
      ),
    )
    .groupBy(orderItems.mealId, deliveries.date)
    .orderBy(asc(deliveries.date), desc(sql`count(*)`), asc(orderItems.mealId))
    .limit(1);
  if (!most) return;
  const what = {
    from: most.date,
    to: most.date,
    action: 'swap' as const,
    otherwise: 'refund' as const,
  };
  const { previewHash } = await runOut(context, crew.manager, most.mealId, {
    ...what,
    dryRun: true,
  });
  await runOut(context, crew.manager, most.mealId, { ...what, previewHash });
}

/** For the week that customers can order, the busiest window takes no more, and the next two more. */
export async function fillWindows({ context, crew }: Stage, from: PlainDate): Promise<void> {
  const busiest = await context.db
    .select()
    .from(deliverySlots)
    .where(
      and(
        sql`${deliverySlots.date} between ${from}::date and ${addDays(from, 6)}::date`,
        eq(deliverySlots.isActive, true),
      ),
    )
    .orderBy(desc(deliverySlots.booked), asc(deliverySlots.date), asc(deliverySlots.window))
    .limit(PLACES_LEFT.length);
  if (busiest.length === 0) throw new Error('The demo has no order of the open week');
  for (const [index, { id, booked, held }] of busiest.entries())
    await updateSlot(context, crew.manager, id, {
      maxDeliveries: booked + held + (PLACES_LEFT[index] ?? 0),
    });
}

const RATING = 0.7;
const WORDS = 0.25;

const PRAISE = [
  'Tasted like home cooking.',
  'The kids asked for it again.',
  'Plenty of vegetables, and still hot enough after the microwave.',
  'My favourite of the week.',
];
const CRITICISM = ['A little salty for me.', 'The rice was dry.', 'Smaller than I expected.'];

/** Ratings of what arrived more than a day ago, and a few problems: two decided, two open. */
export function aftercareStory(stage: Stage): Scene[] {
  const { now } = stage;
  return [
    { at: now - 24 * HOUR_MS, play: () => rateEverything(stage) },
    { at: now - 23 * HOUR_MS, play: () => refundMissing(stage) },
    { at: now - 22 * HOUR_MS, play: () => answerLate(stage) },
    {
      at: now - 3 * HOUR_MS,
      play: async () =>
        void (await report(
          stage,
          14,
          'damaged',
          'The lid was open and the sauce ran into the bag.',
        )),
    },
    {
      at: now - 2 * HOUR_MS,
      play: async () =>
        void (await report(stage, 17, 'missing', 'Only one of our two meals was there.')),
    },
  ];
}

async function listDelivered({ context, now }: Stage) {
  const rows = await context.db
    .select({
      id: orders.id,
      checkoutId: orders.checkoutId,
      itemId: orderItems.id,
      mealId: orderItems.mealId,
    })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .innerJoin(orderItems, eq(orderItems.deliveryId, deliveries.id))
    .where(
      and(
        eq(orders.status, 'delivered'),
        eq(deliveries.status, 'delivered'),
        lt(deliveries.statusAt, new Date(now - 2 * DAY_MS)),
      ),
    )
    .orderBy(asc(orders.id), asc(orderItems.id));
  return [...Map.groupBy(rows, ({ id }) => id).values()];
}

function tokenOf({ context }: Stage, checkoutId: string): string {
  return trackingTokenFor(checkoutId, context.trackingSecret);
}

async function rateEverything(stage: Stage): Promise<void> {
  for (const items of await listDelivered(stage)) {
    const [first] = items;
    const random = seededRandom(`${stage.seed}:rating:${first?.id}`);
    if (!first || !random.chance(RATING)) continue;
    const mealIds = [...new Set(items.map(({ mealId }) => mealId))];
    const ratings = mealIds.map((mealId) => {
      const stars = random.pick([5, 5, 5, 4, 4, 3, 2]);
      const comment = random.pick(stars > 3 ? PRAISE : CRITICISM);
      return {
        mealId,
        stars,
        ...(random.chance(WORDS) && { comment, mayShow: random.chance(0.5) }),
      };
    });
    await rateMeals(stage.context, tokenOf(stage, first.checkoutId), ratings);
  }
}

/** About the first meal of the nth oldest order that has arrived; null: the story is too short for it. */
async function report(
  stage: Stage,
  nth: number,
  kind: ProblemKind,
  text: string,
): Promise<{ id: number; itemId: number } | null> {
  const [first] = (await listDelivered(stage))[nth] ?? [];
  if (!first) return null;
  const problem = await reportProblem(stage.context, tokenOf(stage, first.checkoutId), {
    itemIds: [first.itemId],
    kind,
    text,
  });
  return { id: problem.id, itemId: first.itemId };
}

async function refundMissing(stage: Stage): Promise<void> {
  const problem = await report(stage, 11, 'missing', 'One meal was not in the bag.');
  if (!problem) return;
  await decideProblem(stage.context, stage.crew.phone, problem.id, {
    decision: 'refund',
    itemIds: [problem.itemId],
    answer: 'It stayed on our bench. We’ve talked it through with our packers.',
  });
}

async function answerLate(stage: Stage): Promise<void> {
  const problem = await report(stage, 12, 'late', 'We waited until half past one.');
  if (!problem) return;
  await decideProblem(stage.context, stage.crew.phone, problem.id, {
    decision: 'answer',
    answer: 'Finucane Road was closed after an accident. Thank you for waiting.',
  });
}
