/** Writes the people, deliveries and items of an order again when it is edited. */
import { assertDefined } from '#platform/server/errors.ts';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { EditedPerson } from '#areas/order-book/rules/people-after.ts';
import { slotsOf } from '#areas/order-book/rules/check-order.ts';
import { placeOf } from '#areas/order-book/rules/check-items.ts';
import { itemsOfDelivery, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { goneItems, people } from '#areas/order-book/server/tables/orders.ts';
import { markCooked } from '#areas/order-book/server/item-food.ts';
import { mealsSoldOut, isCooked, movePortions } from '#areas/places/server/portions.ts';
import { movePlaces } from '#areas/places/server/places.ts';
import type { ItemToWrite } from '#areas/orders/server/edited-meals.ts';
import { slotFull } from '#areas/orders/server/slot-full.ts';

type SlotFacts = Pick<BusinessFacts, 'slotCapacity'> & Parameters<typeof cutoffFor>[1];

type Plates = {
  items: readonly ItemToWrite[];
  people: readonly EditedPerson[];
  /** Places that were held for this change and are booked already. */
  booked?: readonly SlotKey[] | undefined;
  /** The change for which portions are held. */
  changeId?: string | undefined;
  /** Portions are taken whatever is left. */
  isOverLimit?: boolean;
  /** Who takes off what is no longer among the items. */
  goneBy: (typeof goneItems.$inferInsert)['goneBy'];
  now: Instant;
};

/**
 * What stays in a delivery that was cancelled stays there, as history; the rest is in deliveries that are brought, also where
 * one was cancelled for the same window. Items keep their ids, but are inserted again: two that swap places would otherwise conflict. Throws Conflict
 * `slot_full` or `meal_sold_out`.
 */
export async function replaceItems(
  tx: Transaction,
  order: Order,
  { items, ...edited }: Plates,
  facts: SlotFacts & Pick<BusinessFacts, 'defaultCaloriePlan'>,
  today: PlainDate,
): Promise<void> {
  const stays = cancelledPlaces(order);
  const keptIn = ({ id, deliveryDate, deliveryWindow }: ItemToWrite) => {
    const kept = id === null ? undefined : stays.get(id);
    return kept?.date === deliveryDate && kept.window === deliveryWindow ? kept.id : undefined;
  };
  const slots = slotsOf(items.filter((item) => keptIn(item) === undefined));
  const before = await tx
    .delete(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .returning(PORTION_COLUMNS);
  const { booked = [] } = edited;
  const deliveryIds = await replaceDeliveries(tx, order, { slots, booked }, facts, today);
  const personIds = await replacePeople(tx, order, edited.people, facts);
  const takes = portionTaker(order, before);
  const cookedBefore = cookedIn(before);
  const deliveryOf = (item: ItemToWrite) =>
    assertDefined(
      keptIn(item) ?? deliveryIds.get(slotKey(item.deliveryDate, item.deliveryWindow)),
      `the delivery of ${item.deliveryDate}`,
    );
  const rows = items.map((item) => ({
    orderId: order.id,
    deliveryId: deliveryOf(item),
    personId: assertDefined(personIds.get(personKey(item.personName)), `person ${item.personName}`),
    mealId: item.mealId,
    meal: item.meal,
    mealDate: item.mealDate,
    mealType: item.mealType,
    priceCents: item.priceCents,
    feeDate: item.feeDate,
    helping: item.helping,
    override: item.override,
    takesPortion: takes(item, keptIn(item) !== undefined),
    ...cookedBefore(item, deliveryOf(item)),
  }));
  await takePortions(tx, order, { before, rows, items, ...edited }, facts);
  const kept = rows.flatMap((row, index) => {
    const id = items[index]?.id ?? null;
    return id === null ? [] : [{ ...row, id }];
  });
  const fresh = rows.filter((_, index) => items[index]?.id === null);
  if (kept.length > 0) await tx.insert(orderItems).overridingSystemValue().values(kept);
  if (fresh.length > 0) await tx.insert(orderItems).values(fresh);
  await recordGone(tx, order, { items, ...edited });
  const gone = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, order.id), inArray(deliveries.status, ['out', 'delivered'])));
  // The books are corrected after the event: what was eaten was cooked.
  for (const delivery of gone) await markCooked(tx, delivery);
}

/** What was free leaves nothing behind. */
async function recordGone(
  tx: Transaction,
  order: Order,
  { items, goneBy, now }: Pick<Plates, 'items' | 'goneBy' | 'now'>,
): Promise<void> {
  const stays = new Set(items.map(({ id }) => id));
  const comes = items.filter(({ id }) => id === null).map(placeOf);
  // Each meal that comes takes the place of one that goes.
  const isSwapped = (item: OrderItem) => {
    const at = comes.indexOf(placeOf(item));
    if (at >= 0) comes.splice(at, 1);
    return at >= 0;
  };
  const rows = order.deliveries
    .flatMap(({ status, people: guests }) => guests.map((person) => ({ status, ...person })))
    .flatMap(({ id: personId, status, items: plates }) =>
      plates
        .filter(({ id, priceCents }) => !stays.has(id) && priceCents > 0)
        .map((plate) => ({
          id: plate.id,
          orderId: order.id,
          personId,
          mealName: plate.meal.name,
          deliveryDate: plate.deliveryDate,
          feeDate: plate.feeDate,
          priceCents: plate.priceCents,
          goneBy: status === 'cancelled' ? 'kitchen' : goneBy,
          isSwapped: isSwapped(plate),
          goneAt: new Date(now),
        })),
    );
  if (rows.length > 0) await tx.insert(goneItems).values(rows);
}

const PORTION_COLUMNS = {
  id: orderItems.id,
  mealId: orderItems.mealId,
  mealDate: orderItems.mealDate,
  deliveryId: orderItems.deliveryId,
  takesPortion: orderItems.takesPortion,
  cookedFor: orderItems.cookedFor,
  cookedVersions: orderItems.cookedVersions,
  isThrownOut: orderItems.isThrownOut,
};

type PortionOfItem = Pick<typeof orderItems.$inferSelect, keyof typeof PORTION_COLUMNS>;

/** The same meal in the same bag is the food it was; all else is to be cooked. */
function cookedIn(before: readonly PortionOfItem[]) {
  const byId = new Map(before.map((item) => [item.id, item]));
  return ({ id, mealId }: ItemToWrite, deliveryId: number) => {
    const was = id === null ? undefined : byId.get(id);
    const isSame = was?.mealId === mealId && was.deliveryId === deliveryId;
    if (!isSame) return { cookedFor: null, cookedVersions: [] };
    const { cookedFor, cookedVersions, isThrownOut } = was;
    return { cookedFor, cookedVersions, isThrownOut };
  };
}

/**
 * What is brought takes a portion; what stays in a cancelled delivery has given its own back or not. What a paid order waits
 * for without a portion, until staff decide, goes on waiting.
 */
function portionTaker(order: Order, before: readonly PortionOfItem[]) {
  const byId = new Map(before.map((item) => [item.id, item]));
  const statusOf = new Map(order.deliveries.map(({ id, status }) => [id, status]));
  return ({ id, mealId, mealDate }: ItemToWrite, isInCancelled: boolean): boolean => {
    const was = id === null ? undefined : byId.get(id);
    if (!was) return true;
    if (isInCancelled) return was.takesPortion;
    const isSame = was.mealId === mealId && was.mealDate === mealDate;
    const isWaiting = order.status === 'pending' && statusOf.get(was.deliveryId) !== 'cancelled';
    return was.takesPortion || !(isSame && isWaiting);
  };
}

type Taken = {
  before: readonly PortionOfItem[];
  rows: readonly Pick<PortionOfItem, 'mealId' | 'mealDate' | 'takesPortion'>[];
  items: readonly ItemToWrite[];
} & Pick<Plates, 'changeId' | 'isOverLimit'>;

/** Throws Conflict `meal_sold_out`. */
async function takePortions(
  tx: Transaction,
  order: Order,
  { before, rows, items, changeId, isOverLimit = false }: Taken,
  facts: Pick<BusinessFacts, 'orderWeekStart'>,
): Promise<void> {
  const cooked = new Set(order.deliveries.filter(isCooked).map(({ id }) => id));
  const taking = before.filter(({ takesPortion }) => takesPortion);
  const move = {
    orderId: order.id,
    before: taking,
    after: rows.filter(({ takesPortion }) => takesPortion),
    cooked: taking.filter(({ deliveryId }) => cooked.has(deliveryId)),
    changeId: changeId ?? null,
    isOverLimit,
  };
  const soldOut = await movePortions(tx, move, facts);
  if (soldOut.length === 0) return;
  throw mealsSoldOut(soldOut, (id) => items.find(({ mealId }) => mealId === id)?.meal.name);
}

function cancelledPlaces({ deliveries: all }: Order): Map<number, SlotKey & { id: number }> {
  const cancelled = all.filter(({ status }) => status === 'cancelled');
  return new Map(
    cancelled.flatMap((delivery) =>
      itemsOfDelivery(delivery).map((item) => [item.id, delivery] as const),
    ),
  );
}

/** Returns the id of each delivery that is brought, by date and window. */
async function replaceDeliveries(
  tx: Transaction,
  order: Order,
  { slots, booked }: { slots: readonly SlotKey[]; booked: readonly SlotKey[] },
  facts: SlotFacts,
  today: PlainDate,
): Promise<Map<string, number>> {
  const before = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, order.id), ne(deliveries.status, 'cancelled')));
  const isNeeded = new Set(slots.map(({ date, window }) => slotKey(date, window)));
  const gone = before.filter((delivery) => !isNeeded.has(slotKey(delivery.date, delivery.window)));
  const isKnown = new Set(before.map((delivery) => slotKey(delivery.date, delivery.window)));
  const added = slots.filter(({ date, window }) => !isKnown.has(slotKey(date, window)));
  const from = gone
    .filter((delivery) => delivery.takesPlace)
    .map((delivery) => ({ date: delivery.date, window: delivery.window }));
  const isBooked = new Set(booked.map(({ date, window }) => slotKey(date, window)));
  const to = added.filter(({ date, window }) => !isBooked.has(slotKey(date, window)));
  const full = await movePlaces(tx, { from, to }, facts);
  if (full.length > 0) throw slotFull(full);
  const goneIds = gone.map((delivery) => delivery.id);
  if (goneIds.length > 0) {
    await tx
      .update(messages)
      .set({ deliveryId: null })
      .where(inArray(messages.deliveryId, goneIds));
    // Without meals, but there: the event of it in the customer's calendar is to be cancelled.
    await tx
      .update(deliveries)
      .set({
        status: 'cancelled',
        takesPlace: false,
        settledAt: null,
        version: sql`${deliveries.version} + 1`,
      })
      .where(inArray(deliveries.id, goneIds));
  }
  const rows = added.toSorted(compareSlotKeys).map(
    ({ date, window }) =>
      ({
        orderId: order.id,
        date,
        window,
        // The books are corrected after the event; anything else is still to be cooked.
        status: order.status === 'delivered' && date < today ? 'delivered' : 'planned',
        takesPlace: true,
        changeableUntil: new Date(cutoffFor(date, facts)),
      }) as const,
  );
  const made = rows.length > 0 ? await tx.insert(deliveries).values(rows).returning() : [];
  return new Map(
    [...before, ...made].map((delivery) => [slotKey(delivery.date, delivery.window), delivery.id]),
  );
}

/** Returns the id of each person by name; a person with no meals left is removed. */
async function replacePeople(
  tx: Transaction,
  order: Order,
  edited: readonly EditedPerson[],
  facts: Pick<BusinessFacts, 'defaultCaloriePlan'>,
): Promise<Map<string, number>> {
  const before = await tx
    .select()
    .from(people)
    .where(eq(people.orderId, order.id))
    .orderBy(asc(people.position));
  const ids = new Map(before.map((person) => [personKey(person.name), person.id]));
  let position = before.at(-1)?.position ?? 0;
  for (const { calorieTarget, ...person } of edited) {
    const id = ids.get(personKey(person.name));
    if (id !== undefined) {
      await tx
        .update(people)
        .set({ ...person, ...(calorieTarget !== null && { calorieTarget }) })
        .where(eq(people.id, id));
      continue;
    }
    position += 1;
    const [made] = await tx
      .insert(people)
      .values({
        ...person,
        calorieTarget: calorieTarget ?? facts.defaultCaloriePlan,
        orderId: order.id,
        position,
      })
      .returning({ id: people.id });
    ids.set(personKey(person.name), assertDefined(made?.id, 'the new person'));
  }
  const eats = new Set(edited.map(({ name }) => ids.get(personKey(name))));
  const hadMeals = order.deliveries.flatMap(({ people: guests }) => guests).map(({ id }) => id);
  const gone = hadMeals.filter((id) => !eats.has(id));
  if (gone.length > 0) await tx.delete(people).where(inArray(people.id, gone));
  return ids;
}

function slotKey(date: string, window: string): string {
  return `${date}|${window}`;
}
