import { notOfService } from '#areas/business/rules/services.ts';
import { fullListOf } from '#areas/needs/rules/gate/food-facts.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { type MealSnapshot, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { type FieldProblem, messagesByField } from '#areas/order-book/rules/check-customer.ts';
import { type CheckedOrder, checkOrder } from '#areas/order-book/rules/check-order.ts';
import { priceOrder, termsOfSale } from '#areas/order-book/rules/order-pricing.ts';
import { quotedLines } from '#areas/order-book/rules/fee-words.ts';
import { dietWarnings } from '#areas/order-book/rules/food-check.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { SaleDoor } from '#areas/business/server/sale-door.ts';
import { refuseClosedSale } from '#areas/business/server/load-business.ts';
import type { Context } from '#platform/server/context.ts';
import { type FrozenOrder, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { amountsOf } from '#areas/order-book/server/order-columns.ts';
import { questionsOf, wrongAnswers } from '#areas/order-book/rules/order-questions.ts';
import {
  itemsWithMeals,
  refuseOpenQuestions,
  refuseUnsuitableFood,
} from '#areas/order-book/server/unsuitable-food.ts';
import { mayUseFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { eq } from 'drizzle-orm';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

type PricingSite = Pick<Awaited<ReturnType<Context['site']['current']>>, 'business' | 'mealsById'>;

/** `door`: who asks. */
type PricingFor = { evenIfClosed?: boolean; door?: SaleDoor };

/**
 * Checks an order against the week, the menu and the rules, and prices it from our own data; no amount that was sent is
 * used. `evenIfClosed`: staff sell to a caller while the public cannot order, also for the days of a break. Throws
 * InvalidRequest, UnsuitableFood, or Conflict `sale_closed`, `preview_used_up`, `past_cutoff` or `meal_unavailable`.
 */
export async function pricePreparedOrder(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  sent: PreparedOrder,
  { evenIfClosed = false, door = context.gateway }: PricingFor = {},
): Promise<{ frozen: FrozenOrder; site: PricingSite }> {
  const site = await context.site.current();
  const { business, mealsById } = site;
  const now = context.clock();
  if (!evenIfClosed) refuseClosedSale(now, business, door);
  const isClosed = saleStateAt(now, business, door).state !== 'open';
  const prepared = await withContactOf(context, sent);
  const facts = isClosed ? { ...business, closures: [] } : business;
  const check = checkOrder(prepared, orderingWeekAt(now, business), facts);
  if (check.outcome === 'invalid') {
    throw new InvalidRequest(messagesByField(check.problems, 'orderData.'));
  }
  const { order } = check;
  refuseUnsuitable(order, site);
  refuseWrongAnswers(order, mealsById);
  if (check.outcome === 'past_cutoff') {
    throw new Conflict(
      'past_cutoff',
      'Orders for these dates have closed. Choose from the week shown now.',
      {
        orderingWeek: await describeOrderingWeek(context, undefined, door),
      },
    );
  }
  const meals = mealsOf(order, site);
  const isFirstWaitlistOrder =
    business.waitlistFirstOrderFree &&
    (await mayUseFirstOrderOffer(context.db, order.customer, sent.cartKey));
  const items = order.items.map((item) => ({
    ...item,
    priceCents: meals[item.mealId]?.priceCents ?? 0,
  }));
  const price = priceOrder(
    { items, deliveryType: order.deliveryType, isFirstWaitlistOrder },
    business,
  );
  const terms = termsOfSale({ isFirstWaitlistOrder }, business);
  return { frozen: { ...order, price, terms, meals }, site };
}

/** With today's recipes. Throws UnsuitableFood. */
export function refuseUnsuitable(order: CheckedOrder, { business, mealsById }: PricingSite): void {
  refuseUnsuitableFood(itemsWithMeals(order.items, mealsById), order.people, business);
}

/** Before it is paid for. Throws UnsuitableFood `food_questions`. */
export function refuseUnanswered(order: CheckedOrder, { business }: PricingSite): void {
  refuseOpenQuestions(questionsOf(order), business);
}

function refuseWrongAnswers(order: CheckedOrder, mealsById: ReadonlyMap<number, MealRow>): void {
  const lists = [...mealsById.values()].map(fullListOf);
  const problems = wrongAnswers(order, lists);
  if (problems.length > 0) throw new InvalidRequest(messagesByField(problems, 'orderData.'));
}

function mealsOf(
  order: CheckedOrder,
  { business, mealsById }: PricingSite,
): Record<string, MealSnapshot> {
  const problems: FieldProblem[] = [];
  const unavailable = new Map<number, string>();
  const snapshots: Record<string, MealSnapshot> = {};
  order.items.forEach((item, index) => {
    const meal = mealsById.get(item.mealId);
    if (!meal) {
      problems.push({
        field: `orderItems.${index}.mealId`,
        message: `Meal ${item.mealId} does not exist`,
      });
    } else if (meal.mealType !== item.mealType) {
      problems.push({
        field: `orderItems.${index}.mealType`,
        message: notOfService(meal, business),
      });
    } else if (!meal.isActive || !isMealAvailableOn(meal, item.mealDate)) {
      unavailable.set(meal.id, meal.name);
    } else {
      snapshots[item.mealId] = takeSnapshot(meal);
    }
  });
  if (problems.length > 0) throw new InvalidRequest(messagesByField(problems, 'orderData.'));
  if (unavailable.size > 0) {
    const names = [...unavailable.values()].join(', ');
    throw new Conflict(
      'meal_unavailable',
      `No longer available on the chosen dates: ${names}. Choose another meal.`,
      {
        mealIds: [...unavailable.keys()],
      },
    );
  }
  return snapshots;
}

export function toQuoteReply(
  frozen: FrozenOrder,
  { business, mealsById }: PricingSite,
): QuoteReply {
  const { price } = frozen;
  return {
    deliveryType: frozen.deliveryType,
    items: frozen.items.map((item) => {
      const meal = frozen.meals[item.mealId];
      return {
        ...item,
        mealName: meal?.name ?? '',
        price: formatAmount(meal?.priceCents ?? 0),
        advice: meal ? adviceFor({ ...item, meal }, business) : null,
      };
    }),
    ...quotedLines(price),
    dietWarnings: dietWarnings(itemsWithMeals(frozen.items, mealsById), frozen.people),
    ...amountsOf(price),
  };
}

/**
 * Email and phone of the order that `contactOf` links to, where they were left empty: anyone who has the link may order the
 * same again, and never reads them. Without such an order they stay empty, and are refused as such.
 */
async function withContactOf(
  { db }: Pick<Context, 'db'>,
  sent: PreparedOrder,
): Promise<PreparedOrder> {
  if (sent.contactOf === undefined) return sent;
  const [known] = await db
    .select({ email: orders.email, phone: orders.phone })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(checkouts.trackingTokenHash, hashTrackingToken(sent.contactOf)));
  if (!known) return sent;
  const { customer } = sent;
  const email = customer.email.trim() === '' ? known.email : customer.email;
  const phone = customer.phone.trim() === '' ? known.phone : customer.phone;
  return { ...sent, customer: { ...customer, email, phone } };
}
