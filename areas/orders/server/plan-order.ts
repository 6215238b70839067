/** What a meal that ran out means for one order: the same for the preview and, under its lock, for the deed. */
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { RunOutRow } from '#areas/orders/calls/run-out.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
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

/** As it is shown. */
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
    swap: step.outcome === 'swap' ? nameOf(step.meal) : null,
    dietsMissed: step.outcome === 'swap' ? dietsMissedBy(step.meal, person.diets) : [],
    options: step.outcome === 'ask' ? step.options.map(nameOf) : [],
    until: step.outcome === 'ask' ? toInstantText(step.until) : null,
    refund: refundCents === null ? null : formatAmount(refundCents),
    why: step.why,
    ok: null,
    message: '',
  }));
}

function nameOf({ id, name }: MealRow) {
  return { mealId: id, name };
}
