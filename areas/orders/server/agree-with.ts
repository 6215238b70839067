import { clashNames, type Held } from '#areas/needs/rules/gate/verdict.ts';
import { itemsOf } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { AlertedMeal, OrderToSettle } from '#areas/orders/server/alerted-meals.ts';
import { newsOf } from '#areas/orders/server/tell-of-run-out.ts';

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
  const refused = alerted.find(({ verdict }) => !canBeAgreed(verdict));
  if (refused?.verdict) {
    const name = refused.portions[0]?.meal.name ?? 'This meal';
    throw new InvalidRequest({ action: whyNotAgreed(refused.verdict, name) });
  }
  const news = newsOf(alerted, (whose) => `We spoke with you, and it stays in ${whose} order.`);
  const overrides = alerted.flatMap((each) => overrideOf(each, note) ?? []);
  if (overrides.length > 0) {
    const change = { items: itemsOf(order), overrides };
    await applyChange(context, tx, order, change, { staff, site, news });
    return;
  }
  await recordChange(tx, context, {
    staff,
    action: 'order.recipe_agreed',
    entityId: order.id,
    after: { version: order.version, note },
  });
  await writeMessage(tx, context, {
    ...news,
    about: `${order.id}:matter ${alerted[0]?.matter.id ?? 0}`,
    orderId: order.id,
    recipient: order.customer.email,
  });
}

/** Nobody can agree to a meal that will not keep, to what is not known, or in place of an answer. */
export function canBeAgreed(verdict: Held | null): boolean {
  return verdict === null || verdict.verdict === 'clash';
}

function whyNotAgreed(verdict: Held, name: string): string {
  switch (verdict.verdict) {
    case 'thrown_out':
      return `${name} was thrown out. Swap or refund it.`;
    case 'will_not_keep':
      return `${name} won’t keep until then. Swap or refund it.`;
    case 'question':
      if (verdict.question.kind === 'reaction')
        return `Nobody knows yet what caused ${verdict.question.quote}. Settle that first, or refund the meal.`;
      return `Nobody has answered “${verdict.question.quote}”. Answer it in the order, or swap or refund the meal.`;
    default:
      return `Nobody knows what is in ${name}. Declare it, or swap or refund it.`;
  }
}

function overrideOf({ verdict, portions, person }: AlertedMeal, reason: string) {
  const [portion] = portions;
  if (verdict?.verdict !== 'clash' || !portion) return null;
  const allergens = clashNames(verdict);
  return { mealId: portion.mealId, personName: person.name, allergens, reason };
}
