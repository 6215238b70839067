/** What the software says of portions, bags, matters and messages, in the words of the cases. */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { expect } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { isHeld, type Verdict, verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { agreedToIn, careOf, tracesFor } from '#areas/order-book/rules/special-people.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { HOLD_SLIP, labelsOf } from '#areas/printouts/rules/label-content.ts';
import { isHeldBack } from '#areas/order-book/rules/kitchen-bag.ts';
import { listOrdersThatMayHold } from '#areas/order-book/server/holds.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { idOf, type Kitchen } from '#quality/food/kitchen.ts';

export type SaidOfPortion = ReturnType<typeof flat> & {
  held: boolean;
  versions: number[];
  eaten: string;
  /** The day from which it has to keep. */
  cookedFor: string;
  /** Cold, from an earlier delivery: it is not cooked again, be it for the same day. */
  isKept: boolean;
  label: object;
  /** The cook's row, without its number; null: it is cooked like any other. */
  bench: string | null;
};

/** By "A/Mia/curry". */
export async function readPortions(k: Kitchen): Promise<Map<string, SaidOfPortion>> {
  const { db, site } = k.t.context;
  const { business } = await site.current();
  const orderIds = [...k.orders.values()].map(({ id }) => id);
  if (orderIds.length === 0) return new Map();
  const which = { orderIds, withCancelled: true };
  const loaded = await loadOrdersToCook(db, which);
  const bags = await listBags(db, { ...which, withUndecided: true }, business);
  const rows = await db.select().from(orderItems).where(inArray(orderItems.orderId, orderIds));
  const versions = new Map(rows.map(({ id, cookedVersions }) => [id, cookedVersions]));
  const label = labelReader(bags, business);
  const said = loaded.flatMap((order) => {
    const people = order.deliveries.flatMap((delivery) => delivery.people);
    const questions = questionsOf({ ...order, people });
    return order.deliveries.flatMap(({ madeOn, people: peopleInIt }) =>
      peopleInIt.flatMap((person) =>
        person.items.map((item): [string, SaidOfPortion] => {
          const { mealDate, deliveryDate, override: agreed } = item;
          const meal = mealKey(k, item.mealId);
          const tags = k.meals.get(meal)?.facts.dietaryTags as Diet[] | null;
          const eaten = { mealDate, deliveryDate: madeOn ?? deliveryDate, agreed, questions };
          const food = { ...item.meal, dietaryTags: tags };
          const verdict = verdictOf(person, food, eaten, business);
          const key = [orderKey(k, order.id), person.name, meal].join('/');
          return [
            item.helping > 1 ? `${key}/${item.helping}` : key,
            {
              ...flat(verdict),
              held: isHeld(verdict),
              versions: versions.get(item.id) ?? [],
              eaten: mealDate,
              cookedFor: eaten.deliveryDate,
              isKept: madeOn !== null,
              ...label(item.id),
            },
          ];
        }),
      ),
    );
  });
  // What is cancelled is neither counted nor cooked.
  const standing = bags.filter(({ deliveryStatus }) => deliveryStatus !== 'cancelled');
  const held = standing.filter(({ items }) => items.some(isHeldBack)).map(({ orderId }) => orderId);
  const days = new Set(bags.map(({ date }) => date));
  const mayHold = await Promise.all(
    [...days].map((date) => listOrdersThatMayHold(db, date, business)),
  );
  expect(mayHold.flat(), 'orders that may hold').toEqual(expect.arrayContaining(held));
  return new Map(said);
}

function flat(verdict: Verdict) {
  if (verdict.verdict !== 'question') return verdict;
  const { allergens, words } = verdict.question;
  return { verdict: 'question' as const, allergens, words };
}

type Bags = Awaited<ReturnType<typeof listBags>>;

/** For a portion: what is stuck on it, and what the cook reads. */
function labelReader(bags: Bags, business: BusinessFacts) {
  return (itemId: number): Pick<SaidOfPortion, 'label' | 'bench'> => {
    const bag = bags.find(({ items }) => items.some(({ id }) => id === itemId));
    const item = bag?.items.find(({ id }) => id === itemId);
    if (!bag || !item) throw new Error(`no bag with portion ${itemId}`);
    const { labels, meals } = labelsOf([bag], {
      business,
      kind: 'food',
      mealUrl: () => '',
      stopUrl: () => '',
      isAskedFor: ({ id }) => id === itemId,
    });
    const [label] = labels;
    // What is cancelled has none.
    if (label?.kind !== 'food') return { label: {}, bench: null };
    const { hold, allergyBand: band, agreed, personName } = label;
    const part = meals[label.meal];
    const slip = [HOLD_SLIP.title, personName.toUpperCase(), part?.name, hold, HOLD_SLIP.ask];
    const { people } = bag;
    const said = { agreedTo: agreedToIn(item, people), traces: tracesFor(item, people) };
    const person = people.find(({ name }) => personKey(name) === personKey(item.personName));
    const care = person && careOf(person, { ...item, ...said }, bag);
    return {
      label: hold === null ? { band, contains: part?.allergens, agreed } : { slip },
      bench: care?.text ?? null,
    };
  };
}

/** "2 + 1 on hold" of "2026-01-13 16:00-18:00 curry". */
export async function readTotal(k: Kitchen, which: string): Promise<string> {
  const [date = '', window, meal = ''] = which.split(' ');
  const { trays } = await k.office.dayToCook(date);
  const mealId = idOf(k, meal);
  const total = trays.find((tray) => tray.window === window && tray.mealId === mealId);
  if (!total) return '0';
  return total.held > 0 ? `${total.count} + ${total.held} on hold` : `${total.count}`;
}

/** "open clash A/Mia/curry", "settled left_held A@2026-01-13", "open told A". */
export async function readMatters(k: Kitchen): Promise<string[]> {
  const rows = await k.t.context.db.select().from(foodMatters).orderBy(asc(foodMatters.id));
  const dates = await datesOf(k);
  const mealOf = new Map([...k.meals].map(([meal, { facts }]) => [facts.name, meal]));
  return rows
    .map(({ kind, orderId, deliveryId, itemId, personName, mealName, settledAt }) => {
      const key = orderKey(k, orderId);
      const about =
        itemId !== null
          ? [key, personName, mealOf.get(mealName)].join('/')
          : deliveryId === null
            ? key
            : `${key}@${dates.get(deliveryId)}`;
      return `${settledAt === null ? 'open' : 'settled'} ${kind} ${about}`;
    })
    .toSorted();
}

/** What customers hear of their deliveries, in its sequence: "delivery_out | A@2026-01-13 | your meal". */
export async function readTold(k: Kitchen): Promise<string[]> {
  const { db } = k.t.context;
  k.t.advanceMinutes(1);
  await sendMessages(k.t.context);
  const rows = await db
    .select()
    .from(messages)
    .where(and(ne(messages.state, 'withdrawn'), eq(messages.channel, 'email')))
    .orderBy(asc(messages.id));
  const dates = await datesOf(k);
  const told = rows
    .filter(({ kind }) => /^delivery_|^food_/.test(kind) && kind !== 'food_alert')
    .map(({ kind, orderId, deliveryId, mail }) => {
      const where = `${orderKey(k, orderId ?? 0)}@${dates.get(deliveryId ?? 0)}`;
      const said = mail?.text.replaceAll(/\s+/g, ' ').split('Hi ').at(-1) ?? '';
      const what = /\d+ of your \d+ meals|your (?:\d+ )?meals?\b/.exec(said)?.[0];
      return [kind, where, ...(kind === 'delivery_out' ? [what] : [])].join(' | ');
    });
  return [...new Set(told)];
}

/** For an order, or of each of its deliveries by "A@2026-01-13". */
export async function readStatuses(k: Kitchen): Promise<Map<string, string>> {
  const rows = await k.t.context.db.select().from(deliveries).orderBy(asc(deliveries.date));
  return new Map(
    rows.toReversed().flatMap(({ orderId, date, status }) => {
      const key = orderKey(k, orderId);
      return [
        [`${key}@${date}`, status],
        [key, status],
      ] as const;
    }),
  );
}

export async function readOrders(k: Kitchen): Promise<Map<string, string>> {
  const rows = await k.t.context.db.select().from(orders);
  return new Map(rows.map(({ id, status }) => [orderKey(k, id), status]));
}

async function datesOf(k: Kitchen): Promise<Map<number, string>> {
  const rows = await k.t.context.db.select().from(deliveries);
  return new Map(rows.map(({ id, date }) => [id, date]));
}

export function orderKey({ orders: known }: Pick<Kitchen, 'orders'>, orderId: number): string {
  return [...known].find(([, { id }]) => id === orderId)?.[0] ?? `order ${orderId}`;
}

export function mealKey({ meals }: Pick<Kitchen, 'meals'>, mealId: number): string {
  return [...meals].find(([, { id }]) => id === mealId)?.[0] ?? `meal ${mealId}`;
}
