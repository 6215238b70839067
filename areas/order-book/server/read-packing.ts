/** How far the packing of bags is, from what packers said of them. */
import { and, asc, eq, exists, gt, inArray, isNull, not, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  wordsOfFood,
  type MissingReason,
  type PortionState,
  type Temperature,
  temperatureOf,
} from '#areas/order-book/rules/pack-bag.ts';
import type { OrderDelivery, OrderItem, OrderPerson } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveryEvents, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import {
  CARD,
  type PackCheckRow,
  packChecks,
  packClaims,
  type PackTickRow,
  packTicks,
} from '#areas/order-book/server/tables/packing.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Context } from '#platform/server/context.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';

export type PackedItem = OrderItem & {
  state: PortionState;
  reason: MissingReason | null;
  by: string | null;
};

export type PackedPerson = Omit<OrderPerson, 'items'> & {
  items: PackedItem[];
  food: string;
  /** Null: nobody, by the words that it has now. */
  checkedBy: string | null;
  /** Since the bag was opened last, by whatever words. */
  wasChecked: boolean;
};

export async function readPacking(db: Database | Transaction, deliveryIds: readonly number[]) {
  const ids = [...deliveryIds];
  const [ticks, checks, reopened] = await Promise.all([
    db
      .select()
      .from(packTicks)
      .where(inArray(packTicks.deliveryId, ids))
      .orderBy(asc(packTicks.id)),
    db
      .select()
      .from(packChecks)
      .where(and(inArray(packChecks.deliveryId, ids), not(isTakenBack(db))))
      .orderBy(asc(packChecks.id)),
    countReopenings(db, ids),
  ]);
  const ticksOf = Map.groupBy(ticks, ({ deliveryId }) => deliveryId);
  const checksOf = Map.groupBy(checks, ({ deliveryId }) => deliveryId);
  return {
    peopleOf: (delivery: OrderDelivery): PackedPerson[] =>
      delivery.people.map((person) =>
        packedPerson(person, {
          ticks: ticksOf.get(delivery.id) ?? [],
          checks: checksOf.get(delivery.id) ?? [],
          reopened: reopened.get(delivery.id) ?? 0,
        }),
      ),
    /** Who put the card with these words into the bag; null: nobody since it was opened last. */
    cardCheckedBy: (deliveryId: number, text: string): string | null =>
      checksOf
        .get(deliveryId)
        ?.findLast(
          ({ personId, food, reopened: then }) =>
            personId === CARD && food === text && then === (reopened.get(deliveryId) ?? 0),
        )?.staffName ?? null,
    reopenedOf: (deliveryId: number) => reopened.get(deliveryId) ?? 0,
  };
}

/** The confirmation that a bag went without it was taken back. */
function isTakenBack(db: Database | Transaction): SQL {
  const undo = alias(deliveryEvents, 'undo');
  const undone = db
    .select({ id: undo.id })
    .from(deliveryEvents)
    .innerJoin(undo, eq(undo.undoes, deliveryEvents.id))
    .where(
      and(
        eq(deliveryEvents.changeId, packChecks.changeId),
        eq(deliveryEvents.deliveryId, packChecks.deliveryId),
      ),
    );
  return exists(undone);
}

type Said = { ticks: readonly PackTickRow[]; checks: readonly PackCheckRow[]; reopened: number };

function packedPerson(person: OrderPerson, { ticks, checks, reopened }: Said): PackedPerson {
  const food = wordsOfFood(person);
  const checksOfPerson = checks.filter(
    (one) => one.personId === person.id && one.reopened === reopened,
  );
  const check = checksOfPerson.findLast((one) => one.food === food);
  return {
    ...person,
    food,
    checkedBy: check?.staffName ?? null,
    wasChecked: checksOfPerson.length > 0,
    items: person.items.map((item) => {
      const last = ticks.findLast(({ itemId }) => itemId === item.id);
      const holds = last?.mealId === item.mealId && last.personId === person.id;
      if (!last || !holds || last.state === 'unticked')
        return { ...item, state: 'open', reason: null, by: null };
      return { ...item, state: last.state, reason: last.reason, by: last.staffName };
    }),
  };
}

/** How often each was opened again after it had been packed. Taking back a slip is none, and nor is one that is taken back. */
async function countReopenings(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const undo = alias(deliveryEvents, 'undo');
  const rows = await db
    .select({ deliveryId: deliveryEvents.deliveryId })
    .from(deliveryEvents)
    .leftJoin(undo, eq(undo.undoes, deliveryEvents.id))
    .where(
      and(
        inArray(deliveryEvents.deliveryId, [...ids]),
        eq(deliveryEvents.isDecisive, true),
        eq(deliveryEvents.statusBefore, 'packed'),
        inArray(deliveryEvents.status, ['cooked', 'planned']),
        isNull(deliveryEvents.undoes),
        isNull(undo.id),
      ),
    );
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map([...byDelivery].map(([id, reopenings]) => [id, reopenings.length]));
}

/** Who has which of these open, by delivery. */
export async function listClaims(
  db: Database,
  deliveryIds: readonly number[],
  now: Instant,
): Promise<Map<number, { staffId: string; staffName: string }>> {
  const rows = await db
    .select()
    .from(packClaims)
    .where(
      and(inArray(packClaims.deliveryId, [...deliveryIds]), gt(packClaims.until, new Date(now))),
    );
  return new Map(rows.map((claim) => [claim.deliveryId, claim]));
}

export type DaysToPack = { today: PlainDate; tomorrow: PlainDate };

/** Bags are packed on their day and the day before. */
export async function daysToPack(context: Pick<Context, 'clock' | 'site'>): Promise<DaysToPack> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  return { today, tomorrow: addDays(today, 1) };
}

/** How warm a delivery is, where its order is not read whole. */
export async function temperatureOfDelivery(
  db: Database,
  { deliveryPreference }: Pick<OrderRow, 'deliveryPreference'>,
  delivery: Pick<DeliveryRow, 'id' | 'date' | 'window' | 'madeOn'>,
): Promise<Temperature> {
  if (deliveryPreference === 'cold') return 'cold';
  const items = await db
    .select({ mealType: orderItems.mealType, mealDate: orderItems.mealDate })
    .from(orderItems)
    .where(eq(orderItems.deliveryId, delivery.id));
  return temperatureOf(
    items.map((item) => ({ isWarm: isWarmIn(deliveryPreference, delivery, item) })),
  );
}
