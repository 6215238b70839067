/** What the next step of a delivery is judged by, whichever door it comes through. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { giftCardIn, giftCardText } from '#areas/order-book/rules/kitchen-bag.ts';
import { isUnchecked } from '#areas/order-book/rules/pack-bag.ts';
import type { StepGate } from '#areas/order-book/rules/judge-step.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type FoodBar, whyFoodWaits } from './follow-food.ts';
import { whyHeld } from '#areas/order-book/server/holds.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { type NewPackCheck, packChecks } from '#areas/order-book/server/tables/packing.ts';

/** `at`: when the step is taken. */
export async function readGate(
  tx: Transaction,
  { id, orderId, date, window, madeOn }: DeliveryRow,
  {
    at,
    business,
    foodBars,
  }: { at: Instant; business: BusinessFacts; foodBars: readonly FoodBar[] },
): Promise<StepGate> {
  const [order] = await loadOrdersToCook(tx, { orderIds: [orderId], withCancelled: true });
  const delivery = order?.deliveries.find((one) => one.id === id);
  const { startMinute } = minutesOf(window);
  const opens = instantOf({ date, minuteOfDay: startMinute }, business.timeZone);
  const road = {
    minutesEarly: (opens - at) / MINUTE_MS,
    opensAt: startMinute,
    mayLeaveEarly: business.runStartsEarlyMinutes,
  };
  if (!order || !delivery) {
    const portions = { open: 0, missing: [], all: 0 };
    return {
      ...road,
      portions,
      held: null,
      failedFood: null,
      isUndecided: false,
      unchecked: [],
      lacksCard: false,
    };
  }
  const { peopleOf, cardCheckedBy } = await readPacking(tx, [id]);
  const people = peopleOf(delivery);
  const items = people.flatMap((person) => person.items);
  const card = giftCardIn(order, id);
  return {
    ...road,
    held: await whyHeld(tx, order, { deliveryId: id, facts: business }),
    failedFood: await whyFoodWaits(tx, foodBars, {
      date: madeOn ?? date,
      window: madeOn === null ? window : null,
      mealIds: [...new Set(items.map(({ mealId }) => mealId))],
    }),
    isUndecided: order.status === 'pending',
    portions: {
      open: items.filter(({ state }) => state === 'open').length,
      missing: items
        .filter(({ state }) => state === 'missing')
        .map(({ id: itemId, meal, personName }) => ({ itemId, mealName: meal.name, personName })),
      all: items.length,
    },
    unchecked: people.filter(isUnchecked).map(({ name }) => name),
    lacksCard: card !== null && cardCheckedBy(id, giftCardText(card)) === null,
  };
}

/** Anyone who confirms that a bag goes without a check has looked themselves: everyone in it counts as checked by them. */
export async function checkAll(
  tx: Transaction,
  { id, orderId }: DeliveryRow,
  said: Pick<NewPackCheck, 'at' | 'staffId' | 'staffName' | 'changeId'>,
): Promise<void> {
  const [order] = await loadOrdersToCook(tx, { orderIds: [orderId], withCancelled: true });
  const delivery = order?.deliveries.find((one) => one.id === id);
  if (!delivery) return;
  const { peopleOf, reopenedOf } = await readPacking(tx, [id]);
  const checks = peopleOf(delivery)
    .filter(isUnchecked)
    .map(({ id: personId, food }) => ({
      ...said,
      deliveryId: id,
      personId,
      food,
      reopened: reopenedOf(id),
    }));
  if (checks.length > 0) await tx.insert(packChecks).values(checks);
}
