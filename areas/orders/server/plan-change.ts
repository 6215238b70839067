/** What a customer's change would do to price, places and money: the change itself, in a transaction that is taken back. */
import { eq, inArray } from 'drizzle-orm';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { BlockedReply, OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { type Cents, formatAmount } from '#platform/rules/money.ts';
import { wordsOfChange } from '#areas/order-book/rules/change-words.ts';
import {
  checkCustomerChange,
  takesEverything,
  changeDeadline,
  whyDeliveryUnchangeable,
  whyUnchangeable,
} from '#areas/order-book/rules/customer-change.ts';
import type { OrderChange } from '#areas/order-book/rules/edit-order.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import {
  portionsByMeal,
  portionDifference,
  type Portions,
} from '#areas/menu/rules/portion-limits.ts';
import { messagesByField } from '#areas/order-book/rules/check-customer.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
} from '#areas/order-book/rules/order.ts';
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import type { SaleCards } from '#areas/business/rules/sale-state.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { disputes, payments } from '#areas/order-book/server/tables/payments.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { accountOfOrder, backOf, priceLinesOf } from '#areas/order-book/rules/order-account.ts';
import { applyChange } from '#areas/orders/server/apply-change.ts';
import { dryRun } from '#areas/orders/server/dry-run.ts';
import { FullSlots } from '#areas/orders/server/slot-full.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { MealsSoldOut, findSoldOut } from '#areas/places/server/portions.ts';
import { areUnsold, emptySlotsForTrial } from '#areas/places/server/places.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import { dietWarnings } from '#areas/order-book/rules/food-check.ts';
import { quotedLines } from '#areas/order-book/rules/fee-words.ts';
import { amountsOf } from '#areas/order-book/server/order-columns.ts';
import { itemsWithMeals } from '#areas/order-book/server/unsuitable-food.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { veilEmail } from '#platform/rules/customer-name.ts';
import { orderingWeekAt, sevenDaysFrom } from '#areas/business/rules/ordering-week.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { toMealReply } from '#areas/menu/server/meal-queries.ts';

export type ChangePlan = {
  /** Why it cannot be made now; null: it can. */
  blocked: BlockedReply | null;
  /** What it needs is only held unpaid by others, and anyone who asked takes that: the card is charged once it is theirs. */
  isOnPayment?: boolean;
  /** In words; empty: nothing would change. */
  what: string[];
  quote: QuoteReply;
  totalCents: Cents;
  /** What the order would cost more, or less. */
  differenceCents: Cents;
  /** To be paid before it is made. */
  dueCents: Cents;
  /** Goes back with it. */
  backCents: Cents;
  /** Where a place is needed that the order does not have. */
  newSlots: SlotKey[];
  /** What the order takes more. */
  morePortions: Portions[];
};

type Planning = {
  order: Order;
  change: OrderChange;
  site: SiteState;
  now: Instant;
  takesOnPayment?: boolean;
};

/**
 * In the caller's transaction, which has locked the order; nothing of it stays. Throws InvalidRequest, UnsuitableFood, or
 * Conflict `meal_unavailable`.
 */
export async function planChange(
  context: Pick<Context, 'clock' | 'trackingSecret' | 'gateway'>,
  tx: Transaction,
  planning: Planning,
): Promise<ChangePlan> {
  const { order, change, site, now } = planning;
  const closed = await whyClosed(tx, order);
  if (closed) return { ...unchanged(order, site), blocked: closed };
  if (takesEverything(change, order)) return planCancelling(planning, context.gateway);
  const check = checkCustomerChange(change, order, now, site.business, context.gateway);
  if (check.outcome === 'invalid') throw new InvalidRequest(messagesByField(check.problems));
  if (check.outcome !== 'ok') {
    const { outcome: code, message } = check;
    return { ...unchanged(order, site), blocked: { code, message } };
  }
  refuseUnavailable(order, check.order.items, site);
  const { plan, found } = await dryRun(tx, async (trial) => {
    const missing = await applyMakingRoom(context, trial, planning);
    const after = await getOrder(trial, { id: order.id });
    return { plan: describePlan(order, after, site), found: missing };
  });
  if (found === null) return { ...plan, blocked: null };
  const isOnPayment =
    planning.takesOnPayment === true &&
    plan.dueCents > 0 &&
    (await isOnlyHeld(tx, found, plan, site.business));
  return { ...plan, isOnPayment, blocked: isOnPayment ? null : whyBlocked(found) };
}

/** None of it is sold or closed: it goes to anyone who pays for it. */
async function isOnlyHeld(
  tx: Transaction,
  found: FullSlots | MealsSoldOut,
  { morePortions }: Pick<ChangePlan, 'morePortions'>,
  business: SiteState['business'],
): Promise<boolean> {
  if (found instanceof FullSlots && !(await areUnsold(tx, found.slots))) return false;
  return (await findSoldOut(tx, morePortions, business)).length === 0;
}

async function applyMakingRoom(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  { order, change, site }: Planning,
): Promise<FullSlots | MealsSoldOut | null> {
  const apply = (part: Transaction, overLimit?: string) =>
    applyChange(context, part, order, change, { staff: null, site, news: null, overLimit });
  try {
    await tx.transaction((part) => apply(part));
    return null;
  } catch (error) {
    if (error instanceof FullSlots) await emptySlotsForTrial(tx, error.slots);
    else if (!(error instanceof MealsSoldOut)) throw error;
    await apply(tx, TRIAL);
    return error;
  }
}

/** A trial goes over every limit, to see what else would follow. */
const TRIAL = 'trial';

function whyBlocked(found: FullSlots | MealsSoldOut): BlockedReply {
  if (found instanceof FullSlots)
    return {
      code: 'slot_full',
      message: found.message,
      full: found.slots.map(({ date, window }) => ({ date, timeSlot: window })),
    };
  return { code: 'meal_sold_out', message: found.message, meals: [...found.meals] };
}

function describePlan(before: Order, after: Order, site: SiteState): Omit<ChangePlan, 'blocked'> {
  const was = accountOfOrder(before);
  const is = accountOfOrder(after);
  const known = new Set(before.deliveries.filter(isLive).map(slotKey));
  return {
    what: wordsOfChange(
      before,
      { ...after, items: itemsOf(after), people: peopleOf(after) },
      site.business,
    ),
    quote: quoteOf(after, site),
    totalCents: after.price.totalCents,
    differenceCents: is.costCents - was.costCents,
    dueCents: Math.max(0, is.owedCents - was.owedCents),
    backCents: backOf(was, is),
    newSlots: after.deliveries
      .filter((delivery) => isLive(delivery) && !known.has(slotKey(delivery)))
      .map(({ date, window }) => ({ date, window })),
    morePortions: portionDifference(eatenIn(before), eatenIn(after)).filter(
      ({ portions }) => portions > 0,
    ),
  };
}

/** What is not cancelled takes a portion: a customer changes only confirmed orders. */
function eatenIn({ deliveries }: Order): Portions[] {
  return portionsByMeal(deliveries.filter(isLive).flatMap(itemsOfDelivery));
}

function isLive({ status }: Order['deliveries'][number]): boolean {
  return status !== 'cancelled';
}

function slotKey({ date, window }: SlotKey): string {
  return `${date}|${window}`;
}

function unchanged(order: Order, site: SiteState): Omit<ChangePlan, 'blocked'> {
  return describePlan(order, order, site);
}

/** Everything goes: the order is cancelled, and all that is left of its money goes back. */
function planCancelling({ order, site, now }: Planning, cards: SaleCards): ChangePlan {
  const ids = new Set(order.deliveries.filter(isLive).map(({ id }) => id));
  const check = checkCustomerChange(
    { items: itemsOf(order).filter(({ id }) => !isOf(order, ids, id)) },
    order,
    now,
    site.business,
    cards,
  );
  const blocked =
    check.outcome === 'past_cutoff'
      ? ({ code: 'past_cutoff', message: check.message } as const)
      : null;
  const nothing = { subtotalCents: 0, deliveryFeeCents: 0, taxCents: 0, totalCents: 0 };
  const after: Order = {
    ...order,
    status: 'cancelled',
    price: nothing,
    deliveries: order.deliveries.map((delivery) => ({ ...delivery, status: 'cancelled' })),
  };
  const { dueBackCents } = accountOfOrder(after);
  return {
    ...describePlan(order, after, site),
    what: ['order cancelled'],
    backCents: dueBackCents,
    blocked,
  };
}

function isOf({ deliveries }: Order, ids: ReadonlySet<number>, itemId: number): boolean {
  return deliveries.some(
    (delivery) => ids.has(delivery.id) && itemsOfDelivery(delivery).some(({ id }) => id === itemId),
  );
}

/** Why its customer can change nothing, whatever the time is; null: nothing speaks against it. */
export async function whyClosed(
  db: Database | Transaction,
  order: Order,
): Promise<BlockedReply | null> {
  return whyStatusClosed(order) ?? (await whyDisputed(db, order.id));
}

function whyStatusClosed({ status }: Order): BlockedReply | null {
  if (status === 'pending') {
    const message = 'We’re still checking this order and will contact you.';
    return { code: 'order_changed', message };
  }
  if (status === 'confirmed') return null;
  const code = status === 'delivered' ? 'past_cutoff' : 'order_changed';
  return { code, message: `This order is already ${status}.` };
}

/** Its bank may take the money back: nothing is added to it, and nothing returned, until that is decided. */
async function whyDisputed(
  db: Database | Transaction,
  orderId: number,
): Promise<BlockedReply | null> {
  const found = await db
    .select({ status: disputes.status })
    .from(disputes)
    .innerJoin(payments, eq(payments.paymentIntentId, disputes.paymentIntentId))
    .where(eq(payments.orderId, orderId));
  if (!found.some(({ status }) => isOpenDispute(status))) return null;
  const message =
    'Your bank is looking into a payment for this order. You can change it once that is decided.';
  return { code: 'dispute_open', message };
}

/** What was bought stays; what is new must be on the menu, as in the wizard. Throws Conflict `meal_unavailable`. */
function refuseUnavailable(
  order: Order,
  items: readonly { id: number | null; mealId: number; mealDate: string }[],
  { mealsById }: SiteState,
): void {
  const was = new Map(itemsOf(order).map((item) => [item.id, item]));
  const names = new Map<number, string>();
  for (const { id, mealId, mealDate } of items) {
    const meal = mealsById.get(mealId);
    if (!meal || was.get(id ?? -1)?.mealId === mealId) continue;
    if (!meal.isActive || !isMealAvailableOn(meal, mealDate)) names.set(mealId, meal.name);
  }
  if (names.size === 0) return;
  throw new Conflict(
    'meal_unavailable',
    `No longer available on the chosen dates: ${[...names.values()].join(', ')}. Choose another meal.`,
    { mealIds: [...names.keys()] },
  );
}

/** An order in the shape in which the wizard is told a price: of each meal as it was sold. */
function quoteOf(order: Order, { business, mealsById }: SiteState): QuoteReply {
  const live = order.deliveries.filter(isLive).flatMap(itemsOfDelivery);
  return {
    deliveryType: order.deliveryType,
    items: live.map((item) => ({
      mealId: item.mealId,
      mealName: item.meal.name,
      mealType: item.mealType,
      personName: item.personName,
      mealDate: item.mealDate,
      deliveryDate: item.deliveryDate,
      deliveryWindow: item.deliveryWindow,
      price: formatAmount(item.priceCents),
      advice: adviceFor(item, business),
    })),
    ...quotedLines(priceLinesOf(order)),
    dietWarnings: dietWarnings(itemsWithMeals(live, mealsById), peopleOf(order)),
    ...amountsOf(order.price),
  };
}

// What the page for changing an order starts from: the order in the wizard's shape, and what of it stays as it is.

const PHONE_END = -3;

/** The order behind a tracking token. Throws NotFound. */
export async function getOrderToChange(
  context: Pick<Context, 'db' | 'site' | 'clock' | 'gateway'>,
  token: string,
): Promise<OrderToChangeReply> {
  const { business, menu } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const closed = await whyClosed(context.db, order);
  const now = context.clock();
  const week = await describeOrderingWeek(context, firstShown(order, now, business));
  const shown = new Set(week.days.map(({ date }) => date));
  const described = describeOrder(order, { now, shown, facts: business });
  const onMenu = new Set(menu.map(({ id }) => id));
  const offMenu = described.items.map(({ mealId }) => mealId).filter((id) => !onMenu.has(id));
  const rows =
    offMenu.length === 0
      ? []
      : await context.db.select().from(meals).where(inArray(meals.id, offMenu));
  return {
    ...described,
    week,
    closed: closed?.message ?? described.closed,
    mealsOffMenu: rows.map(toMealReply),
  };
}

/** The table shows the week that can be ordered, or where Settings have moved that since, the days of the order. */
function firstShown(order: Order, now: Instant, facts: BusinessFacts): PlainDate | undefined {
  const dates = order.deliveries
    .filter((delivery) => whyDeliveryUnchangeable(delivery, now, facts) === null)
    .flatMap((delivery) => [
      delivery.date,
      ...itemsOfDelivery(delivery).map(({ mealDate }) => mealDate),
    ])
    .toSorted();
  const [first] = dates;
  if (first === undefined) return undefined;
  const { weekEnd } = sevenDaysFrom(first);
  const { days } = orderingWeekAt(now, facts);
  return dates.every((date) => date > weekEnd || days.includes(date)) ? undefined : first;
}

type Shown = { now: Instant; shown: ReadonlySet<PlainDate>; facts: BusinessFacts };

function describeOrder(
  order: Order,
  { now, shown, facts }: Shown,
): Omit<OrderToChangeReply, 'mealsOffMenu' | 'week'> {
  const { customer, recipient, deliveryType } = order;
  const { line1, line2, suburb } = customer.address;
  const live = order.deliveries.filter(isLive);
  const deliveries = live.map((delivery) => ({
    delivery,
    whyLocked: whyLocked(delivery, { now, shown, facts }),
  }));
  const isAnyOpen = deliveries.some(({ whyLocked: why }) => why === null);
  return {
    orderNumber: order.number,
    version: order.version,
    status: order.status,
    total: formatAmount(order.price.totalCents),
    changeUntil: new Date(changeDeadline(order.deliveries)).toISOString(),
    closed: isAnyOpen ? null : whyNothingIsOpen(order, now, facts),
    deliveryType,
    customer: {
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email === '' ? '' : veilEmail(customer.email),
      phoneEnd: customer.phone.slice(PHONE_END),
      addressLine1: line1,
      addressLine2: line2,
      suburb: suburb.name,
      deliveryPreference: customer.deliveryPreference,
      specialInstructions: customer.specialInstructions,
    },
    recipient,
    people: peopleOf({ deliveries: live }).map(({ calorieTarget, ...person }) => ({
      ...person,
      calorieTarget: calorieTarget ?? facts.defaultCaloriePlan,
    })),
    deliveries: deliveries.map(({ delivery: { date, window, status }, whyLocked: why }) => ({
      date,
      window,
      status,
      whyLocked: why,
    })),
    items: deliveries.flatMap(({ delivery, whyLocked: why }) =>
      itemsOfDelivery(delivery).map((item) => ({
        id: item.id,
        mealId: item.mealId,
        mealName: item.meal.name,
        mealType: item.mealType,
        mealDate: item.mealDate,
        deliveryDate: item.deliveryDate,
        deliveryWindow: item.deliveryWindow,
        personName: item.personName,
        price: formatAmount(item.priceCents),
        isOpen: why === null,
      })),
    ),
  };
}

/** What comes on days that the table does not show is for staff to change. */
function whyLocked(delivery: OrderDelivery, { now, shown, facts }: Shown): string | null {
  const why = whyDeliveryUnchangeable(delivery, now, facts);
  if (why !== null) return why;
  const isShown =
    shown.has(delivery.date) &&
    itemsOfDelivery(delivery).every(({ mealDate }) => shown.has(mealDate));
  return isShown ? null : `To change this delivery, call us on ${facts.phone}.`;
}

function whyNothingIsOpen(order: Order, now: Instant, facts: BusinessFacts): string {
  return whyUnchangeable(order, now, facts) ?? `To change this order, call us on ${facts.phone}.`;
}
