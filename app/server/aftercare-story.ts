/** What customers say of the meals they got, and what was wrong with some. */
import { and, asc, eq, lt } from 'drizzle-orm';
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { decideProblem } from '#areas/customers/server/decide-problem.ts';
import { rateMeals } from '#areas/customers/server/meal-ratings.ts';
import { reportProblem } from '#areas/customers/server/report-problem.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { seededRandom, type Scene, type Stage } from '#app/server/stage.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
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
        void (await report(stage, 17, 'missing', 'Only one of our two lunches was there.')),
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
  const problem = await report(stage, 11, 'missing', 'One dinner was not in the bag.');
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
