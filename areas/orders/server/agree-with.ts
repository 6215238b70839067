import { canBeAgreed } from '#areas/order-book/rules/recipe-change.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { AlertedMeal, OrderToSettle } from '#areas/orders/server/alerted-meals.ts';
import { newsOf } from '#areas/orders/server/customer-news.ts';

/**
 * Staff spoke to the customer, and the meal stays. A clash is written on the item, to be printed. Throws InvalidRequest
 * for what nobody can agree to.
 */
export async function agreeWith(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  { order, alerted, staff, site }: OrderToSettle,
  note: string,
): Promise<void> {
  const refused = alerted.find(({ alert }) => !canBeAgreed(alert.finding));
  if (refused) {
    const name = refused.portions[0]?.meal.name ?? 'This meal';
    const why =
      refused.alert.finding.eatBy === null
        ? `Nobody knows what is in ${name}. Declare it, or swap or refund it.`
        : `${name} won’t keep until then. Swap or refund it.`;
    throw new InvalidRequest({ action: why });
  }
  const news = newsOf(alerted, (whose) => `We spoke with you, and it stays in ${whose} order.`);
  const overrides = alerted
    .filter(({ alert }) => alert.finding.clash.length > 0)
    .map((each) => overrideOf(each, note));
  if (overrides.length > 0) {
    const change = { items: itemsOf(order), overrides };
    await applyChange(context, tx, order, change, { staff, site, news });
    return;
  }
  await recordChange(tx, context, {
    staff,
    action: 'order.recipe_agreed',
    entity: 'order',
    entityId: order.id,
    before: null,
    after: { version: order.version, note },
  });
  await writeMessage(tx, context, {
    ...news,
    about: `${order.id}:alert ${alerted[0]?.alert.id ?? 0}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
}

function overrideOf({ alert, person }: AlertedMeal, reason: string) {
  return {
    mealId: alert.mealId,
    personName: person.name,
    allergens: alert.finding.clash,
    reason,
  };
}
