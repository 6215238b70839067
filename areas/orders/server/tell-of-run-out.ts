/** Tells a customer what became of a meal that ran out: one message for each delivery and kind of news. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import type { MealOfPerson } from '#areas/orders/rules/run-out.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import type { PlannedMeal } from '#areas/orders/server/plan-order.ts';
import { describeForCustomer } from '#areas/order-book/rules/recipe-words.ts';
import type { writeMessage } from '#areas/messages/server/write-message.ts';
import type { AlertedMeal } from '#areas/orders/server/alerted-meals.ts';

type News = {
  order: Pick<OrderRow, 'id' | 'email' | 'phone' | 'recipient' | 'version'>;
  planned: readonly PlannedMeal[];
  mealName: string;
  /** For what was taken off; null: it was paid back before. */
  refund: RequestedRefund | null;
  /** What was asked. */
  choiceIds?: number[];
  /** Deliveries that are still in the order. */
  deliveryIds: ReadonlySet<number>;
  timeZone: string;
};

/** In the transaction of the change. */
export async function tellOfRunOut(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News,
): Promise<void> {
  const byDelivery = Map.groupBy(news.planned, ({ of }) => of.delivery.id);
  for (const [id, planned] of byDelivery) {
    await tellOfDelivery(tx, context, { ...news, planned }, id);
  }
}

async function tellOfDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, planned, mealName, refund, choiceIds = [], deliveryIds, timeZone }: News,
  deliveryId: number,
): Promise<void> {
  const day = formatDayAndMonth(planned[0]?.of.delivery.date ?? '');
  const told = {
    order,
    deliveryId: deliveryIds.has(deliveryId) ? deliveryId : null,
    // A second meal of the same delivery is other news.
    attempt: `${order.version}:${deliveryId}`,
    timeZone,
  };
  const swapped = planned.flatMap(({ of, step }) =>
    step.outcome === 'swap' ? [{ of, swap: step.meal.name }] : [],
  );
  if (swapped.length > 0) {
    const fields = {
      meal: mealName,
      swap: forEach(swapped.map(({ of, swap }) => ({ of, text: swap }))),
      day,
      person: namesOf(swapped),
    };
    await tellCustomer(tx, context, { ...told, kind: 'meal_swapped', fields });
  }
  const refunded = planned.filter(({ step }) => step.outcome === 'refund');
  if (refunded.length > 0) {
    const fields = {
      headline: `We’ve run out of ${mealName}`,
      why: `${mealName} ran out for ${day}.`,
      whose: `Sorry, we took it off ${namesOf(refunded)}’s order.`,
    };
    const itemIds = refunded.flatMap(({ of }) => of.portions.map(({ id }) => id));
    const from = { refundIds: refund?.ids ?? [], itemIds };
    await tellCustomer(tx, context, { ...told, kind: 'refund_made', fields, from });
  }
  const asked = planned.flatMap(({ of, step }) => (step.outcome === 'ask' ? [{ of, step }] : []));
  if (asked.length === 0) return;
  const fields = {
    meal: mealName,
    day,
    fallback: forEach(asked.map(({ of, step }) => ({ of, text: step.options[0]?.name ?? '' }))),
    person: namesOf(asked),
    options: forEach(
      asked.map(({ of, step }) => ({ of, text: joined(step.options.map(({ name }) => name)) })),
    ).concat('; or your money back'),
  };
  await tellCustomer(tx, context, { ...told, kind: 'meal_ask', fields, from: { choiceIds } });
}

/** "Mia and Sam". */
function namesOf(some: readonly { of: MealOfPerson }[]): string {
  const names = some.map(({ of }) => of.person.name);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

/** "Beef Bowl", or "Beef Bowl for Mia, Chicken Rice for Sam". */
function forEach(some: readonly { of: MealOfPerson; text: string }[]): string {
  const texts = new Set(some.map(({ text }) => text));
  if (texts.size === 1) return [...texts].join('');
  return some.map(({ of, text }) => `${text} for ${of.person.name}`).join(', ');
}

function joined(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
}

/**
 * The email to the customer: "The recipe of Butter Chicken changed: it now contains almond." and what was done, given
 * "Mia’s".
 */
export function newsOf(
  alerted: readonly AlertedMeal[],
  describeAction: (whose: string, alerted: AlertedMeal) => string,
): Pick<Parameters<typeof writeMessage>[2], 'kind' | 'facts'> {
  const news = alerted.map(
    (each) => `${whyFor(each)} ${describeAction(`${each.person.name}’s`, each)}`,
  );
  return { kind: 'order_recipe_changed', facts: { news } };
}

/** "The recipe of Butter Chicken changed: it now contains almond." */
export function whyFor(alerted: AlertedMeal): string {
  const { matter, meal, person } = alerted;
  const names = { mealName: meal.name, personName: person.name };
  return describeForCustomer({ ...alerted, ...names, isNew: matter.cause !== null });
}
