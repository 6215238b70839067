import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { exchangeMeals } from '#areas/orders/server/exchange-meals.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import {
  type AlertedMeal,
  type OrderToSettle,
  portionIds,
} from '#areas/orders/server/alerted-meals.ts';
import { newsOf } from '#areas/orders/server/customer-news.ts';

/**
 * Takes the meals off the order and refunds what it then costs less; an order with nothing left is cancelled. Returns the
 * refund, to be sent after the commit. Throws Conflict `dispute_open` or `refund_too_large`.
 */
export async function refundMeals(
  context: Context,
  tx: Transaction,
  settled: OrderToSettle,
): Promise<number | null> {
  const { row, order, alerted } = settled;
  const reason = `Recipe changed: ${mealNames(alerted)}`;
  const gone = portionIds(alerted);
  const { refund, isCancelled } = await exchangeMeals(context, tx, {
    ...settled,
    gone,
    reason,
    news: null,
  });
  const all = isCancelled ? ' Nothing else was in the order, so we cancelled it.' : '';
  const { kind, facts } = newsOf(alerted, (whose) => `We took it off ${whose} order.${all}`);
  await writeMessage(tx, context, {
    kind,
    facts: { ...facts, refundIds: refund?.ids ?? [], itemIds: [...gone] },
    about: `${order.id}:${row.version + 1}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
  return refund?.id ?? null;
}

function mealNames(alerted: readonly AlertedMeal[]): string {
  const names = alerted.flatMap(({ portions }) => portions.map(({ meal }) => meal.name));
  return [...new Set(names)].join(', ');
}
