/** What a person gets instead of a meal that ran out, once their customer has chosen or the time is up. */
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  candidatesFor,
  canStillChange,
  mealsOfPeople,
  type MealOfPerson,
  canTakePlace,
} from '#areas/orders/rules/run-out.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import type { MealChoiceRow } from '#areas/order-book/server/tables/order-changes.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, InvalidRequest, NotFound, ServiceError } from '#platform/server/errors.ts';
import { getCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { findChoice, listDueChoices, settleChoice } from '#areas/order-book/server/meal-choices.ts';
import { exchangeMeals } from '#areas/orders/server/exchange-meals.ts';
import { getTrackedOrder } from '#areas/orders/server/tracked-order.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';
import { tellOfRunOut } from './plan-run-out.ts';

/** An answer: another meal, or null for the money back. */
type Answer = { mealId: number | null };

/**
 * The customer's answer by their link: the same answer twice is one. Throws NotFound, InvalidRequest, or Conflict
 * `already_chosen`, `option_gone`, `too_late` or `dispute_open`.
 */
export async function chooseByCustomer(
  context: Context,
  { token, id }: { token: string; id: number },
  answer: Answer,
): Promise<TrackedOrderReply> {
  const site = await context.site.current();
  const { phone } = site.business;
  const { settled, refundId, isMine } = await context.db.transaction(async (tx) => {
    const orderId = await orderIdOf(tx, token);
    const locked = await lockAll(tx, orderId, id, site);
    if (locked.choice.settledAt !== null)
      return { settled: locked.choice, refundId: null, isMine: false };
    const isLate = locked.choice.until.getTime() <= context.clock();
    const done = await settle(context, tx, { ...locked, answer: isLate ? null : answer });
    return { ...done, isMine: done.settled.settledHow === 'customer' };
  });
  // After the commit, so that the customer sees how it went; a job follows up.
  if (refundId !== null) await tryRefund(context, refundId);
  if (!isMine) refuseOther(settled, answer, phone);
  return getTrackedOrder(context, token);
}

function refuseOther(
  { settledHow, chosenMealId, chosenName }: MealChoiceRow,
  { mealId }: Answer,
  phone: string,
): void {
  if (settledHow === 'customer' && chosenMealId === mealId) return;
  const call = `Call us on ${phone}.`;
  if (settledHow === 'order_changed')
    throw new Conflict('too_late', `This can’t be changed here any more. ${call}`);
  const who = settledHow === 'customer' ? 'You' : 'We';
  const what = chosenName ?? (settledHow === 'customer' ? 'your money back' : 'a refund');
  throw new Conflict('already_chosen', `${who} already chose ${what}. ${call}`);
}

/** The kitchen's default for everyone who has not answered in time. Returns how many. */
export async function settleDueChoices(context: Context): Promise<number> {
  const site = await context.site.current();
  const due = await listDueChoices(context.db, context.clock());
  let count = 0;
  for (const { id, orderId } of due) {
    try {
      const refundId = await context.db.transaction(async (tx) => {
        const locked = await lockAll(tx, orderId, id, site);
        if (locked.choice.settledAt !== null) return null;
        count += 1;
        return (await settle(context, tx, { ...locked, answer: null })).refundId;
      });
      if (refundId !== null) await tryRefund(context, refundId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      context.log.warn({ err: error, orderId }, 'a meal that ran out could not be settled');
    }
  }
  return count;
}

type Locked = { row: OrderRow; order: Order; choice: MealChoiceRow; site: SiteState };

/** Meals before the order, as anyone who saves a recipe locks them. */
async function lockAll(
  tx: Transaction,
  orderId: number,
  id: number,
  site: SiteState,
): Promise<Locked> {
  const asked = await findChoice(tx, orderId, id);
  if (!asked) throw new NotFound('This choice');
  const meals = new Map(site.mealsById);
  for (const [mealId, meal] of await getCurrentMeals(tx, asked.optionIds, site.business)) {
    if (meal.archivedAt) meals.delete(mealId);
    else meals.set(mealId, meal);
  }
  const row = await lockOrder(tx, orderId, undefined);
  // Again: someone may have been quicker.
  const choice = (await findChoice(tx, orderId, id)) ?? asked;
  return { row, order: await loadOrder(tx, row), choice, site: { ...site, mealsById: meals } };
}

/** `answer` null: the default. */
async function settle(
  context: Context,
  tx: Transaction,
  { row, order, choice, site, answer }: Locked & { answer: Answer | null },
): Promise<{ settled: MealChoiceRow; refundId: number | null }> {
  const now = context.clock();
  const of = mealsOfPeople(order, choice.mealId, { from: choice.date, to: choice.date }).find(
    ({ delivery, person }) => delivery.id === choice.deliveryId && person.id === choice.personId,
  );
  if (!of || row.status === 'cancelled' || !canStillChange(of.delivery.status)) {
    const how = { settledHow: 'order_changed' } as const;
    await settleChoice(tx, choice.id, how, now);
    return { settled: { ...choice, ...how, settledAt: new Date(now) }, refundId: null };
  }
  const meal = answer ? chosenMeal(answer, choice, of, site) : defaultMeal(choice, of, site);
  const portions = of.portions.map(({ id }) => id);
  const { refund } = await exchangeMeals(context, tx, {
    row,
    order,
    ...(meal ? { swaps: new Map(portions.map((id) => [id, meal])) } : { gone: new Set(portions) }),
    reason: `Ran out: ${choice.mealName}`,
    staff: null,
    site,
    ...(!answer && { news: null }),
  });
  const settled = {
    settledHow: answer ? ('customer' as const) : ('default' as const),
    chosenMealId: meal?.id ?? null,
    chosenName: meal?.name ?? null,
    refundCents: meal ? null : (refund?.amountCents ?? 0),
  };
  await settleChoice(tx, choice.id, settled, now);
  await recordChange(tx, context, {
    staff: null,
    action: answer ? 'order.customer_choice' : 'order.default_choice',
    entityId: order.id,
    before: { version: row.version, ranOut: choice.mealName },
    after: { version: row.version + 1, instead: meal?.name ?? 'refund' },
  });
  if (!answer) {
    const step = meal
      ? { outcome: 'swap' as const, meal, why: '' }
      : { outcome: 'refund' as const, why: '' };
    await tellOfRunOut(tx, context, {
      order: row,
      planned: [{ of, step, refundCents: null }],
      mealName: choice.mealName,
      refund,
      timeZone: site.business.timeZone,
    });
  }
  return {
    settled: { ...choice, ...settled, settledAt: new Date(now) },
    refundId: refund?.id ?? null,
  };
}

function chosenMeal(
  { mealId }: Answer,
  { optionIds }: MealChoiceRow,
  { portions, person }: MealOfPerson,
  { mealsById, business }: SiteState,
): MealRow | null {
  if (mealId === null) return null;
  if (!optionIds.includes(mealId))
    throw new InvalidRequest({ mealId: 'Choose one of the meals on your page' });
  const meal = mealsById.get(mealId);
  if (meal && canTakePlace(meal, portions, person, business)) return meal;
  throw new Conflict('option_gone', 'This meal is no longer available. Please choose another.');
}

/** The first of what was offered that still suits, else the nearest of the menu. */
function defaultMeal(
  { optionIds }: MealChoiceRow,
  of: MealOfPerson,
  { mealsById, business }: SiteState,
): MealRow | null {
  const candidates = candidatesFor(of, mealsById.values(), business);
  const offered = optionIds.flatMap((id) => candidates.find((meal) => meal.id === id) ?? []);
  return offered[0] ?? candidates[0] ?? null;
}
