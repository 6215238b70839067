/** What must be true of messages about orders after any event. */
import { type SQL, sql, and, eq, gte, inArray, isNull, max, ne, not, or } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { readFacts } from '#areas/business/server/load-business.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { eatByOf } from '#areas/needs/rules/gate/fits-diet.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { type FoodMatter, isHold } from '#areas/order-book/rules/food-matters.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { findHolds, type FoodHold, findQuestions } from '#areas/order-book/server/holds.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { type PackedPerson, readPacking } from '#areas/order-book/server/read-packing.ts';
import { foodMarks } from '#areas/order-book/server/tables/packing.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { newQuestions } from '#areas/needs/rules/gate/open-questions.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

export const ordersChecks: Readonly<Record<string, SQL>> = {
  // Beyond those that staff sent once more.
  'I7 every order has exactly one confirmation in the outbox, once its money is taken': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    left join ${messages} m on m.order_id = o.id and m.kind = 'order_confirmation'
      and m.dedupe_key not like '%:again:%'
    group by o.id, c.state having count(m.id) <> (c.state = 'paid')::int`,
  'I7 a message about an order or a delivery has it': sql`
    select m.id from ${messages} m
    where (m.order_id is not null and not exists (select from ${orders} o where o.id = m.order_id))
      or (m.delivery_id is not null and not exists (
        select from ${deliveries} d where d.id = m.delivery_id))`,
};

// What must be true of portions and bags after any event, judged by the same functions as every step and page: the nightly
// check, the health check and the tests ask here.

/** Nobody eats of what is older than this: the most that a meal may keep. */
const LOOKS_BACK_DAYS = 31;
const AT_ONCE = 500;

type Bag = {
  order: OrderToCook;
  delivery: OrderDelivery;
  people: readonly PackedPerson[];
  /** By portion. */
  holds: ReadonlyMap<number, FoodHold>;
  matters: readonly FoodMatterRow[];
  /** When someone packed it last; null: nobody did. */
  packedAt: Date | null;
  /** Its food changed, and `followFood` has not come to it yet. */
  isMarked: boolean;
  /** A warning not to eat something of it was written. */
  isWarned: boolean;
  /** For its order, in the first of its bags: words that someone had to answer before they were saved. */
  unanswered: readonly string[];
};

/** What breaks it, in words; nothing: it is kept. */
type FoodRule = (bag: Bag, asOf: { today: string; facts: BusinessFacts }) => string[];

const FOOD_RULES: Readonly<Record<string, FoodRule>> = {
  'G1 what is out on hold is called about': ({ delivery, holds, matters }) =>
    delivery.status === 'out' && inBag(holds).length > 0 && !isKnown(matters, 'left_held', null)
      ? inBag(holds).map(({ text }) => text)
      : [],
  'G1 nothing goes into a bag while it is on hold': ({ delivery, holds, matters, packedAt }) =>
    delivery.status !== 'packed' || packedAt === null
      ? []
      : inBag(holds)
          .filter(({ item }) =>
            matters.some(
              ({ kind, itemId, openedAt, settledAt }) =>
                isHold(kind) && itemId === item.id && settledAt === null && openedAt < packedAt,
            ),
          )
          .map(({ text }) => text),
  'G4 a portion on hold has one open matter, and such a matter a portion on hold': (bag) => {
    // Followed within the minute.
    if (bag.isMarked) return [];
    const held = isEnded(bag.delivery.status) ? [] : [...bag.holds.entries()];
    const open = bag.matters.filter(({ kind, settledAt }) => settledAt === null && isHold(kind));
    return [
      ...held.flatMap(([id, { text }]) =>
        open.filter(({ itemId }) => itemId === id).length === 1 ? [] : [text],
      ),
      ...open.flatMap(({ itemId, mealName, personName }) =>
        held.some(([id]) => id === itemId) ? [] : [`${mealName} for ${personName} is not on hold`],
      ),
    ];
  },
  'G5 who was given food on hold is warned and called': (bag, { today, facts }) =>
    bag.delivery.status !== 'delivered'
      ? []
      : bag.people.flatMap(({ name, items }) =>
          items
            .filter(({ id }) => bag.holds.get(id)?.isLeftOut === false)
            .filter(({ meal, deliveryDate }) => eatByOf(meal, deliveryDate, facts) >= today)
            .filter(({ id }) => !bag.isWarned || !isKnown(bag.matters, 'given_held', id))
            .map(({ meal }) => `${meal.name} for ${name}`),
        ),
  'G6 nothing is paid or changed with an open question, unless it began with one': ({
    unanswered,
  }) => unanswered.map((quote) => `“${quote}”`),
  'G7 a bag of someone with needs was packed after someone checked them': (bag) =>
    // One that left unchecked and was brought back is known; one kept cold after a miss may never have been packed.
    bag.delivery.status !== 'packed' ||
    bag.delivery.madeOn !== null ||
    bag.matters.some(({ kind }) => kind === 'left_unchecked')
      ? []
      : bag.people
          .filter((person) => isCareful(person) && !person.wasChecked)
          .filter(({ items }) => items.some(({ state }) => state !== 'missing'))
          .map(({ name }) => name),
  'G10 what is to be settled says why it is on hold, as every door does': (bag) =>
    bag.isMarked || isEnded(bag.delivery.status)
      ? []
      : bag.matters
          .filter(({ kind, settledAt }) => settledAt === null && isHold(kind))
          .flatMap(({ kind, itemId, why }) => {
            const hold = bag.holds.get(itemId ?? 0);
            return !hold || (hold.verdict.verdict === kind && hold.why === why) ? [] : [hold.text];
          }),
  'G11 a portion left out of a bag that went is called about': (bag) =>
    bag.delivery.status !== 'out' && bag.delivery.status !== 'delivered'
      ? []
      : bag.people.flatMap(({ name, items }) =>
          items
            .filter(({ id, state }) => state === 'missing' && !isKnown(bag.matters, 'short', id))
            .map(({ meal }) => `${meal.name} for ${name}`),
        ),
};

/** Each names the order and what is wrong in it. Of everything that has not ended, or may still be eaten. */
export async function findFoodFaults(
  db: Database | Transaction,
  now: Instant,
): Promise<{ rule: string; example: string }[]> {
  const facts = await readFacts(db);
  const today = wallTimeAt(now, facts.timeZone).date;
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        ne(deliveries.status, 'cancelled'),
        or(
          not(inArray(deliveries.status, ['delivered', 'missed'])),
          gte(deliveries.date, addDays(today, -LOOKS_BACK_DAYS)),
        ),
      ),
    )
    .orderBy(deliveries.id);
  const faults: { rule: string; example: string }[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const ids = rows.slice(start, start + AT_ONCE).map(({ id }) => id);
    for (const bag of await loadBags(db, ids, facts))
      for (const [rule, isBroken] of Object.entries(FOOD_RULES))
        for (const what of isBroken(bag, { today, facts }))
          faults.push({ rule, example: `${bag.order.number} on ${bag.delivery.date}: ${what}` });
  }
  return faults;
}

async function loadBags(
  db: Database | Transaction,
  deliveryIds: readonly number[],
  facts: BusinessFacts,
): Promise<Bag[]> {
  const leaving = await loadOrdersToCook(db, { deliveryIds });
  const holds = await findHolds(db, leaving, facts);
  const packing = await readPacking(db, deliveryIds);
  const ids = [...deliveryIds];
  const matters = await db.select().from(foodMatters).where(inArray(foodMatters.deliveryId, ids));
  const packed = await db
    .select({ deliveryId: deliveryEvents.deliveryId, at: max(deliveryEvents.receivedAt) })
    .from(deliveryEvents)
    .where(
      and(
        inArray(deliveryEvents.deliveryId, ids),
        eq(deliveryEvents.status, 'packed'),
        // One that comes back, or is kept cold, was packed before.
        inArray(deliveryEvents.statusBefore, ['planned', 'cooked']),
        eq(deliveryEvents.isDecisive, true),
        isNull(deliveryEvents.undoes),
      ),
    )
    .groupBy(deliveryEvents.deliveryId);
  const marked = await db.select().from(foodMarks);
  const warned = await db
    .select({ deliveryId: messages.deliveryId })
    .from(messages)
    .where(and(inArray(messages.deliveryId, ids), eq(messages.kind, 'food_warning')));
  const unanswered = await findUnanswered(db, leaving);
  return leaving.flatMap((order) =>
    order.deliveries.map((delivery, index) => ({
      order,
      delivery,
      people: packing.peopleOf(delivery),
      holds: new Map([...holds].filter(([, hold]) => hold.deliveryId === delivery.id)),
      matters: matters.filter(({ deliveryId }) => deliveryId === delivery.id),
      packedAt: packed.find(({ deliveryId }) => deliveryId === delivery.id)?.at ?? null,
      isMarked: marked.some(({ orderId }) => orderId === order.id),
      // Its messages go with a customer who is erased.
      isWarned:
        order.customer.email === '' || warned.some(({ deliveryId }) => deliveryId === delivery.id),
      unanswered: index === 0 ? (unanswered.get(order.id) ?? []) : [],
    })),
  );
}

function inBag(holds: Bag['holds']): FoodHold[] {
  return [...holds.values()].filter(({ isLeftOut }) => !isLeftOut);
}

/** Someone was or is asked to call about it. What was taken back never was so. */
function isKnown(matters: Bag['matters'], kind: FoodMatter, itemId: number | null): boolean {
  return matters.some(
    (matter) =>
      matter.kind === kind &&
      matter.itemId === itemId &&
      matter.settledHow !== 'taken_back' &&
      matter.settledHow !== 'put_right',
  );
}

/** Orders that were paid or changed although what is written in them was not answered: nobody but a fact may do that. */

/** A job opens a question that nobody asked within a minute. One that opens later was found by a newer reader. */
const AT_BIRTH_MS = 5 * 60_000;

/** By order: the words nobody answered. Born with them, it waited for a decision; see `settlePayment`. */
async function findUnanswered(
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

/** Since it was paid. Not where someone has left it, with what they cannot have. */
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
