/** What a meal that ran out means for one order: the same for the preview and, under its lock, for the deed. */
import { eq } from 'drizzle-orm';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { RunOutRow } from '#areas/orders/calls/run-out.ts';
import { type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { toInstantText, type Instant } from '#platform/rules/zoned-time.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import { type Cents, formatAmount } from '#platform/rules/money.ts';
import {
  type MealOfPerson,
  mealsOfPeople,
  planRunOut,
  type RunOutRule,
  type RunOutStep,
} from '#areas/orders/rules/run-out.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import { customerName, type Order } from '#areas/order-book/rules/order.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import type { MealChoiceRow } from '#areas/order-book/server/tables/order-changes.ts';
import { backOfTaking } from '#areas/order-book/rules/order-account.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import type { RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { describeForCustomer } from '#areas/order-book/rules/recipe-change.ts';
import type { writeMessage } from '#areas/messages/server/write-message.ts';
import type { AlertedMeal } from '#areas/orders/server/alerted-meals.ts';

export type RunOutQuery = RunOutRule<MealRow> & {
  meal: MealRow;
  from: PlainDate;
  to: PlainDate;
  askUntil: Instant | null;
};

export type PlannedMeal = {
  of: MealOfPerson;
  step: RunOutStep<MealRow>;
  /** Null: nothing goes back. */
  refundCents: Cents | null;
};

/** `open`: what its customer is asked already; `left`: of the meals instead. */
export function planOrder(
  order: Order,
  query: RunOutQuery,
  { mealsById, business }: SiteState,
  { now, open, left }: { now: Instant; open: readonly MealChoiceRow[]; left: PortionsOf },
): PlannedMeal[] {
  const facts = { business, now, askUntil: query.askUntil };
  const gone = new Set<number>();
  let backCents = 0;
  return mealsOfPeople(order, query.meal.id, query).map((of) => {
    if (isAsked(of, open))
      return leave(of, 'Already asked. Their answer, or our default, settles it.');
    // A meal that is sold out itself takes nobody's place.
    const menu = [...mealsById.values()].filter((meal) => isLeft(meal, of, left));
    const step = planRunOut(of, query, { ...facts, menu });
    if (step.outcome !== 'refund') return { of, step, refundCents: null };
    for (const { id } of of.portions) gone.add(id);
    const allCents = backOfTaking(order, gone);
    const refundCents = allCents - backCents;
    backCents = allCents;
    return { of, step, refundCents };
  });
}

function isLeft({ id }: MealRow, { portions }: MealOfPerson, left: PortionsOf): boolean {
  return portionsByMeal(portions).every(({ date, portions: number }) => {
    const all = left(id, date);
    return all === null || all >= number;
  });
}

function leave(of: MealOfPerson, why: string): PlannedMeal {
  return { of, step: { outcome: 'left', why }, refundCents: null };
}

function isAsked({ delivery, person, portions }: MealOfPerson, open: readonly MealChoiceRow[]) {
  return open.some(
    ({ deliveryId, personId, mealId }) =>
      deliveryId === delivery.id && personId === person.id && mealId === portions[0]?.mealId,
  );
}

export function describePlan(order: Order, planned: readonly PlannedMeal[]): RunOutRow[] {
  return planned.map(({ of: { delivery, person, portions }, step, refundCents }) => ({
    orderId: order.id,
    orderNumber: order.number,
    customerName: customerName(order.customer),
    deliveryId: delivery.id,
    date: delivery.date,
    timeSlot: delivery.window,
    status: delivery.status,
    personName: person.name,
    ...needsIn(person),
    portions: portions.length,
    outcome: step.outcome,
    swap: step.outcome === 'swap' ? mealRef(step.meal) : null,
    dietsMissed: step.outcome === 'swap' ? dietsMissedBy(step.meal, person.diets) : [],
    options: step.outcome === 'ask' ? step.options.map(mealRef) : [],
    until: step.outcome === 'ask' ? toInstantText(step.until) : null,
    refund: refundCents === null ? null : formatAmount(refundCents),
    why: step.why,
    ok: null,
    message: '',
  }));
}

function mealRef({ id, name }: MealRow) {
  return { mealId: id, name };
}

// Tells a customer what became of a meal that ran out: one message for each delivery and kind of news, and one of all its money.

export type AskedChoice = { id: number; deliveryId: number };

type News = {
  order: Pick<OrderRow, 'id' | 'email' | 'phone' | 'recipient' | 'version'>;
  planned: readonly PlannedMeal[];
  mealName: string;
  /** For what was taken off; null: it was paid back before. */
  refund: RequestedRefund | null;
  /** What was asked. */
  choices?: readonly AskedChoice[];
  timeZone: string;
};

/** In the transaction of the change. */
export async function tellOfRunOut(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News,
): Promise<void> {
  const byDelivery = Map.groupBy(news.planned, ({ of }) => of.delivery.id);
  const stored = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, news.order.id));
  for (const [id, planned] of byDelivery) {
    const isStillThere = stored.some((delivery) => delivery.id === id);
    await tellOfDelivery(tx, context, { ...news, planned }, { id, isStillThere });
  }
  await tellOfRefund(
    tx,
    context,
    news,
    stored.map(({ id }) => id),
  );
}

/** It goes back in one sum, whatever days it is of. */
async function tellOfRefund(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, planned, mealName, refund, timeZone }: News,
  stored: readonly number[],
): Promise<void> {
  const refunded = planned.filter(({ step }) => step.outcome === 'refund');
  const [first, ...others] = new Set(refunded.map(({ of }) => of.delivery.id));
  if (first === undefined) return;
  const days = refunded.map(({ of }) => formatDayAndMonth(of.delivery.date));
  const fields = {
    headline: `We’ve run out of ${mealName}`,
    why: `${mealName} ran out for ${joined(days, 'and')}.`,
    whose: `Sorry, we took it off ${namesOf(refunded)}’s order.`,
  };
  const itemIds = refunded.flatMap(({ of }) => of.portions.map(({ id }) => id));
  await tellCustomer(tx, context, {
    kind: 'refund_made',
    order,
    deliveryId: others.length === 0 && stored.includes(first) ? first : null,
    attempt: `${order.version}:${first}`,
    fields,
    from: { refundIds: refund?.ids ?? [], itemIds },
    timeZone,
  });
}

async function tellOfDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, planned, mealName, choices = [], timeZone }: News,
  delivery: { id: number; isStillThere: boolean },
): Promise<void> {
  const day = formatDayAndMonth(planned[0]?.of.delivery.date ?? '');
  const told = {
    order,
    deliveryId: delivery.isStillThere ? delivery.id : null,
    // A second meal of the same delivery is other news.
    attempt: `${order.version}:${delivery.id}`,
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
  const asked = planned.flatMap(({ of, step }) => (step.outcome === 'ask' ? [{ of, step }] : []));
  if (asked.length === 0) return;
  const fields = {
    meal: mealName,
    day,
    fallback: forEach(asked.map(({ of, step }) => ({ of, text: step.options[0]?.name ?? '' }))),
    person: namesOf(asked),
    options: forEach(
      asked.map(({ of, step }) => ({
        of,
        text: joined(
          step.options.map(({ name }) => name),
          'or',
        ),
      })),
    ).concat('; or your money back'),
  };
  // Each day has its own deadline.
  const choiceIds = choices.filter((one) => one.deliveryId === delivery.id).map(({ id }) => id);
  await tellCustomer(tx, context, { ...told, kind: 'meal_ask', fields, from: { choiceIds } });
}

/** "Mia and Sam". */
function namesOf(some: readonly { of: MealOfPerson }[]): string {
  return joined(
    some.map(({ of }) => of.person.name),
    'and',
  );
}

/** "Beef Bowl", or "Beef Bowl for Mia, Chicken Rice for Sam". */
function forEach(some: readonly { of: MealOfPerson; text: string }[]): string {
  const texts = new Set(some.map(({ text }) => text));
  if (texts.size === 1) return [...texts].join('');
  return some.map(({ of, text }) => `${text} for ${of.person.name}`).join(', ');
}

function joined(all: readonly string[], word: 'and' | 'or'): string {
  const names = [...new Set(all)];
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${word} `);
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
