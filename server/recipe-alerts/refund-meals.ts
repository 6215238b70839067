import { formatAmount, formatDollars, sumCents } from '#domain/money.ts';
import { itemsOf } from '#domain/ordering/order.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { getOrder } from '#server/order-book/load-orders.ts';
import { balanceOf } from '#server/orders/admin-order.ts';
import { applyChange } from '#server/orders/apply-change.ts';
import { setStatus } from '#server/orders/change-order-status.ts';
import { writeMessage } from '#server/outbox/write-message.ts';
import {
  type AlertedMeal,
  type OrderToSettle,
  portionIds,
} from '#server/recipe-alerts/alerted-meals.ts';
import { newsOf } from '#server/recipe-alerts/customer-news.ts';
import { requestRefund } from '#server/refunds/request-refund.ts';

/**
 * Takes the meals off the order and refunds what it then costs less; an order with nothing left is cancelled. Returns the
 * refund, to be sent after the commit. Throws Conflict `dispute_open` or `refund_too_large`.
 */
export async function refundMeals(
  context: Context,
  tx: Transaction,
  settled: OrderToSettle,
): Promise<number | null> {
  const { order, alerted, staff, site } = settled;
  const gone = portionIds(alerted);
  const items = itemsOf(order).filter(({ id }) => !gone.has(id));
  if (items.length === 0) return cancelAll(context, tx, settled);
  const news = newsOf(
    alerted,
    (whose, each) =>
      `We took it off ${whose} order and are refunding ${formatDollars(priceOf(each))} to the card you paid with.`,
  );
  await applyChange(context, tx, order, { items }, { staff, site, news });
  const after = await getOrder(tx, { id: order.id });
  const amountCents = Math.min(
    order.price.totalCents - after.price.totalCents,
    -balanceOf(after).balanceCents,
  );
  if (amountCents <= 0) return null;
  const reason = `Recipe changed: ${mealNames(alerted)}`;
  const refund = await requestRefund(tx, context, {
    orderId: order.id,
    amountCents,
    reason,
    itemIds: [...gone],
    staff,
  });
  if (!refund) return null;
  await recordChange(tx, context, {
    staff,
    action: 'order.refund',
    entity: 'order',
    entityId: order.id,
    before: { version: after.version },
    after: { version: after.version, refund: formatAmount(refund.amountCents), reason },
  });
  return refund.id;
}

async function cancelAll(
  context: Context,
  tx: Transaction,
  { row, order, alerted, staff, site: { business } }: OrderToSettle,
): Promise<number | null> {
  const refund = await setStatus(context, tx, row, {
    staff,
    business,
    status: 'cancelled',
    refund: 'full',
  });
  await writeMessage(tx, context, {
    ...newsOf(alerted, () => 'Nothing else was in the order, so we cancelled it.'),
    about: `${order.id}:${row.version + 1}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
  return refund?.id ?? null;
}

function priceOf({ portions }: AlertedMeal): number {
  return sumCents(portions.map(({ priceCents }) => priceCents));
}

function mealNames(alerted: readonly AlertedMeal[]): string {
  const names = alerted.flatMap(({ portions }) => portions.map(({ meal }) => meal.name));
  return [...new Set(names)].join(', ');
}
