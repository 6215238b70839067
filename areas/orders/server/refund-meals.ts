import { backOfTaking } from '#areas/order-book/rules/order-account.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
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
  const news = newsOf(alerted, takenOffWords(settled));
  const reason = `Recipe changed: ${mealNames(alerted)}`;
  const gone = portionIds(alerted);
  const { refund, isCancelled } = await exchangeMeals(context, tx, {
    ...settled,
    gone,
    reason,
    news,
  });
  if (isCancelled) {
    await writeMessage(tx, context, {
      ...newsOf(alerted, () => 'Nothing else was in the order, so we cancelled it.'),
      about: `${order.id}:${row.version + 1}`,
      orderId: order.id,
      recipient: order.customer.email,
    });
  }
  return refund?.id ?? null;
}

/** One after the other, as they are told: with the last of a person their delivery fee goes back. */
function takenOffWords({ order, site: { business } }: OrderToSettle) {
  const taken: AlertedMeal[] = [];
  return (whose: string, each: AlertedMeal): string => {
    const before = backOfTaking(order, portionIds(taken));
    taken.push(each);
    const cents = backOfTaking(order, portionIds(taken)) - before;
    if (cents > 0)
      return `We took it off ${whose} order and are refunding ${formatDollars(cents)} to the card you paid with.`;
    const on = paidBackOn(order, each, business.timeZone);
    const when = on === null ? '' : ` on ${formatDayAndMonth(on)}`;
    return `We took it off ${whose} order. It was paid back already${when}.`;
  };
}

function paidBackOn(
  { refunds }: Order,
  { portions }: AlertedMeal,
  timeZone: string,
): PlainDate | null {
  const ids = new Set(portions.map(({ id }) => `i${id}`));
  const refund = refunds.findLast(({ presents }) => presents.some(({ part }) => ids.has(part)));
  return refund ? wallTimeAt(refund.createdAt.getTime(), timeZone).date : null;
}

function mealNames(alerted: readonly AlertedMeal[]): string {
  const names = alerted.flatMap(({ portions }) => portions.map(({ meal }) => meal.name));
  return [...new Set(names)].join(', ');
}
