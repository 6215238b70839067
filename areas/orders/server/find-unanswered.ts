/** Orders that were paid or changed although what is written in them was not answered: nobody but a fact may do that. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { newQuestions } from '#areas/needs/rules/gate/open-questions.ts';
import type { OrderToCook } from '#areas/order-book/rules/order.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { findQuestions } from '#areas/order-book/server/holds.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

/** A job opens a question that nobody asked within a minute. One that opens later was found by a newer reader. */
const AT_BIRTH_MS = 5 * 60_000;

/** By order: the words nobody answered. Born with them, it waited for a decision; see `settlePayment`. */
export async function findUnanswered(
  db: Database | Transaction,
  all: readonly OrderToCook[],
): Promise<Map<number, string[]>> {
  const open = await findQuestions(db, all);
  const asked = all.flatMap((order) => {
    const questions = (open.get(order.id) ?? []).filter(({ holds }) => holds);
    return questions.length > 0 ? [{ order, questions }] : [];
  });
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ order }) => order.id);
  const frozen = await db
    .select({ id: orders.id, order: checkouts.frozenOrder })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(inArray(orders.id, ids));
  const waited = await listOnceWaiting(db, ids);
  const matters = await db.select().from(foodMatters).where(inArray(foodMatters.orderId, ids));
  return new Map(
    asked.map(({ order, questions }) => {
      const paid = frozen.find(({ id }) => id === order.id)?.order;
      if (!paid || isOfFirstRelease(paid)) return [order.id, []];
      const isBornSo = order.status === 'pending' || waited.has(order.id);
      const own = matters.filter(
        ({ orderId, kind }) => orderId === order.id && kind === 'question',
      );
      const found = !isBornSo && isFoundAtBirth(order, own) ? questions : [];
      const since = writtenSince(order, paid, questions);
      return [order.id, [...new Set([...found, ...since].map(({ quote }) => quote))]];
    }),
  );
}

function isFoundAtBirth({ createdAt }: OrderToCook, matters: readonly FoodMatterRow[]): boolean {
  const atBirth = createdAt.getTime() + AT_BIRTH_MS;
  return matters.length === 0 || matters.some(({ openedAt }) => openedAt.getTime() <= atBirth);
}

/** 0.1.0 asked nobody, and knew no recipes. */
function isOfFirstRelease({ meals }: FrozenOrder): boolean {
  return Object.values(meals).some((meal) => !('recipeList' in meal));
}

/** Since it was paid. Not where somebody has left it, with what they cannot have. */
function writtenSince(
  order: OrderToCook,
  paid: FrozenOrder,
  questions: readonly FoodQuestion[],
): FoodQuestion[] {
  const names = order.deliveries.flatMap(({ people }) => people.map(({ name }) => personKey(name)));
  const isWhole = paid.people.every(({ name }) => names.includes(personKey(name)));
  return isWhole ? newQuestions(questionsOf(paid), questions) : [];
}

async function listOnceWaiting(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectDistinct({ id: auditLog.entityId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'order'),
        inArray(auditLog.entityId, ids.map(String)),
        sql`${auditLog.before} ->> 'status' = 'pending'`,
      ),
    );
  return new Set(rows.map(({ id }) => Number(id)));
}
