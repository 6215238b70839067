/** One customer's order, by the way every customer takes: choose, see the price, hold the places, pay. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { nearestWindow, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { mealFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices } from '#areas/order-book/rules/ordered-items.ts';
import { placeMeal, type Person } from '#areas/order-book/rules/people.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { createPaymentIntent } from '#areas/checkout/server/create-payment-intent.ts';
import { pricePreparedOrder, toQuoteReply } from '#areas/checkout/server/price-prepared-order.ts';
import type { Household } from '#app/server/households.ts';
import {
  type Random,
  seededRandom,
  type EmptyStage,
  deliveryDays,
  type DemoWeek,
} from '#app/server/stage.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';

export type DemoWish = {
  week: DemoWeek;
  /** Everything on this day, if they order weekly. */
  day: PlainDate;
  /** They order this, whatever else. */
  mealId?: number;
};

/** Meals of a weekly delivery are eaten within so many days, itself included. */
const WEEKLY_DAYS = 3;

/** Pays at once. */
export async function placeOrder(
  stage: EmptyStage,
  household: Household,
  wish: DemoWish,
): Promise<PlacedOrderReply> {
  return payFor(stage, await openBasket(stage, household, wish));
}

/** Up to the card: the places are held, and nothing is paid. */
export async function openBasket(
  stage: EmptyStage,
  household: Household,
  wish: DemoWish,
): Promise<CheckoutReply> {
  const { context, business } = stage;
  const site = await context.site.current();
  const draft = await chooseMeals(stage, household, wish, [...site.mealsById.values()]);
  const priceOf = (id: number) => site.mealsById.get(id)?.priceCents;
  const prepared = prepareOrder(draft, priceOf, business);
  const { frozen } = await pricePreparedOrder(context, prepared);
  const orderData = atQuotedPrices(prepared, toQuoteReply(frozen, site));
  const request = { amount: Number(orderData.total), orderData };
  return createPaymentIntent(context, request, {
    ip: `192.0.2.${(household.index % 250) + 1}`,
    door: context.gateway,
  });
}

export async function payFor(
  { context, bank }: EmptyStage,
  { paymentIntentId, clientSecret }: CheckoutReply,
): Promise<PlacedOrderReply> {
  await bank.pay({ id: paymentIntentId, clientSecret });
  return settlePayment(context, paymentIntentId);
}

async function chooseMeals(
  { context, business, seed }: EmptyStage,
  household: Household,
  { week, day, mealId }: DemoWish,
  menu: readonly MealRow[],
): Promise<OrderDraft> {
  const key = `${seed}:${household.index}:${week.index}`;
  const random = seededRandom(key);
  const { customer } = household;
  const days = deliveryDays(week, business);
  // A dinner on each of its days makes a daily order.
  const isDaily = household.isDaily && days.length >= business.dailyFromMeals;
  const { weekStart } = week;
  const start = { cartKey: uuidOf(key), weekStart, calorieTarget: business.defaultCaloriePlan };
  const dates = isDaily ? dailyDates(random, days, day) : weeklyDates(week, day);
  const people = household.people.map((person): Person => {
    const plan = { ...person, mealAssignments: [] };
    return choosePersonsMeals(random, plan, { dates, isDaily, day, menu, business });
  });
  const wished = menu.find(({ id }) => id === mealId);
  const [first, ...others] = people;
  const fed =
    wished && first
      ? [placeMeal(first, { date: day, mealType: wished.mealType }, wished.id), ...others]
      : people;
  const window = random.pick(windowsOn(business, day));
  // Someone with fewer would have everyone's meals come once a week.
  const fewest = isDaily ? business.dailyFromMeals : 1;
  const windows = await Promise.all(
    (isDaily ? dates : [day]).map(
      async (date) => [date, await openWindow(context.db, business, { date, window })] as const,
    ),
  );
  return {
    ...newOrderDraft(start, business),
    people: fed.filter(({ mealAssignments: { length } }) => length >= fewest),
    deliveryType: isDaily ? 'daily' : 'weekly',
    weeklyDeliveryDay: isDaily ? null : day,
    deliveryWindow: window,
    windowByDate: Object.fromEntries(windows),
    customer,
  };
}

/** The window that they want, or another one when that is full, closed or of other days. */
async function openWindow(
  db: Database,
  business: EmptyStage['business'],
  wished: SlotKey,
): Promise<DeliveryWindow> {
  const { date } = wished;
  const chosen = nearestWindow(business, wished);
  const rows = await db.select().from(deliverySlots).where(eq(deliverySlots.date, date));
  const isOpen = (window: DeliveryWindow) => {
    const row = rows.find((slot) => slot.window === window);
    return !row || (row.isActive && row.booked + row.held < row.maxDeliveries);
  };
  return [chosen, ...windowsOn(business, date)].find(isOpen) ?? chosen;
}

function weeklyDates({ weekEnd }: DemoWeek, day: PlainDate): PlainDate[] {
  return Array.from({ length: WEEKLY_DAYS }, (_, index) => addDays(day, index)).filter(
    (date) => date <= weekEnd,
  );
}

/** Five to seven days, `day` among them. */
function dailyDates(random: Random, days: readonly PlainDate[], day: PlainDate): PlainDate[] {
  const others = random.shuffled(days.filter((date) => date !== day));
  return [day, ...others.slice(0, 4 + random.below(3))].toSorted();
}

type Choice = {
  dates: readonly PlainDate[];
  isDaily: boolean;
  day: PlainDate;
  menu: readonly MealRow[];
  business: EmptyStage['business'];
};

/** Daily customers have a dinner on each of their days, which is enough for daily delivery; the others what they fancy. */
function choosePersonsMeals(
  random: Random,
  person: Person,
  { dates, isDaily, day, menu, business }: Choice,
): Person {
  const eaten = new Set<number>();
  let chosen = person;
  for (const date of dates) {
    for (const mealType of MEAL_TYPES) {
      const isCertain = mealType === 'dinner' && (isDaily || date === day);
      if (!isCertain && !random.chance(isDaily ? 0.3 : 0.6)) continue;
      const cell = { date, mealType };
      const suitable = menu.filter(
        (meal) =>
          meal.isActive &&
          mealFor(person, meal, cell, isDaily ? date : day, business).outcome === 'ok',
      );
      const fresh = suitable.filter(({ id }) => !eaten.has(id));
      if (suitable.length === 0) continue;
      const meal = random.pick(fresh.length > 0 ? fresh : suitable);
      eaten.add(meal.id);
      chosen = placeMeal(chosen, cell, meal.id);
    }
  }
  return chosen;
}

/** The same key for the same basket: a made-up one that looks random. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
