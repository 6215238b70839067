/** Sixty made-up households: who lives there, what they eat and where. The same for the same seed. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type CustomerDraft,
  newOrderDraft,
  type OrderDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import {
  type Random,
  seededRandom,
  FULL_MAILBOX,
  type EmptyStage,
  deliveryDays,
  type DemoWeek,
  type Stage,
} from '#app/server/stage.ts';
import peopleTable from './made-up-people.json' with { type: 'json' };
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { nearestWindow, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { servedTypes } from '#areas/business/rules/services.ts';
import { mealFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices } from '#areas/order-book/rules/ordered-items.ts';
import { placeMeal, type Person } from '#areas/order-book/rules/people.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { createPaymentIntent } from '#areas/checkout/server/create-payment-intent.ts';
import { pricePreparedOrder, toQuoteReply } from '#areas/checkout/server/price-prepared-order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { liveItemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { clashNames, clashOf } from '#areas/needs/rules/gate/verdict.ts';
import { findToCome } from './troubles.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { editOrder } from '#areas/orders/server/edit-order.ts';
import { askPayment } from '#areas/orders/server/top-ups.ts';

export type Household = {
  /** From 0. */
  index: number;
  customer: CustomerDraft;
  people: (FoodNeeds & { name: string; calorieTarget: number })[];
  isDaily: boolean;
};

export const HOUSEHOLDS = 60;

/** Set aside for fiction behind every area code, as the mobiles are: nobody is called. */
const LANDLINE = '5550 01';
/** For a kitchen that is called on a mobile. */
const AREA_CODE = '(02)';
const SIZES = [1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6];

const NEEDS: readonly FoodNeeds[] = [
  { ...NO_FOOD_NEEDS, allergens: ['peanut'] },
  { ...NO_FOOD_NEEDS, allergens: ['milk'] },
  { ...NO_FOOD_NEEDS, allergens: ['egg'] },
  { ...NO_FOOD_NEEDS, allergens: ['wheat', 'gluten'] },
  { ...NO_FOOD_NEEDS, allergens: ['crustacean', 'mollusc'] },
  { ...NO_FOOD_NEEDS, allergens: ['cashew', 'pistachio'] },
  { ...NO_FOOD_NEEDS, allergens: ['sesame'] },
  { ...NO_FOOD_NEEDS, diets: ['vegetarian'] },
  { ...NO_FOOD_NEEDS, diets: ['vegetarian'] },
  { ...NO_FOOD_NEEDS, diets: ['pescatarian'] },
  { ...NO_FOOD_NEEDS, diets: ['no pork'] },
  { ...NO_FOOD_NEEDS, diets: ['no pork'], note: 'Mild, please' },
  { ...NO_FOOD_NEEDS, note: 'Not too spicy, please' },
  { ...NO_FOOD_NEEDS, note: 'Loves extra greens' },
];

const INSTRUCTIONS = [
  'Please leave the bag in the esky by the front door.',
  'Gate code 4471. Side path to the back deck.',
  'Friendly dog. Please close the gate.',
  'Please knock: the bell is broken.',
  'Unit at the back, up the stairs.',
  'Text when you arrive, the baby may be asleep.',
];

/** One who must not have milk, so that the demo's changed recipe concerns someone. */
export const MILK_FREE = 3;
/** Whose emails come back: last week they ordered. */
export const NO_EMAIL = 7;

export function makeHouseholds(seed: string, business: BusinessFacts): Household[] {
  return Array.from({ length: HOUSEHOLDS }, (_, index) => {
    const random = seededRandom(`${seed}:household:${index}`);
    const [firstName = '', lastName = ''] = (peopleTable.names[index] ?? '').split(' ');
    const { min, max } = business.people;
    const wished = index === MILK_FREE ? 2 : random.pick(SIZES);
    const size = Math.min(Math.max(wished, min), max);
    const others = random
      .shuffled(peopleTable.companions.filter((name) => name !== firstName))
      .slice(0, size - 1);
    const mailbox = index === NO_EMAIL ? FULL_MAILBOX : `${firstName}.${lastName}`.toLowerCase();
    return {
      index,
      isDaily: random.chance(0.25),
      customer: {
        firstName,
        lastName,
        email: `${mailbox}@post.example`,
        phone: peopleTable.mobiles[index] ?? landlineOf(index, business),
        addressLine1: `${1 + random.below(120)} ${random.pick(peopleTable.streets)}`,
        addressLine2: random.chance(0.2) ? `Unit ${1 + random.below(8)}` : '',
        suburb: random.pick(business.suburbs).name,
        deliveryPreference: random.chance(0.3) ? 'warm' : 'cold',
        specialInstructions: random.chance(0.4) ? random.pick(INSTRUCTIONS) : '',
      },
      people: [firstName, ...others].map((name, position) =>
        aPerson(random, name, {
          isMilkFree: index === MILK_FREE && position === size - 1,
          plans: business.caloriePlans,
        }),
      ),
    };
  });
}

/** A number for each household, and for others from 60 on. */
export function landlineOf(index: number, { phone }: Pick<BusinessFacts, 'phone'>): string {
  const areaCode = /^\(0\d\)/.exec(phone)?.[0] ?? AREA_CODE;
  return `${areaCode} ${LANDLINE}${String(index).padStart(2, '0')}`;
}

/** For the kitchen's own choices, the one that comes nearest. */
export function nearestTo(wished: number, choices: readonly number[]): number {
  const nearest = choices.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished));
  return nearest[0] ?? wished;
}

type Member = { isMilkFree: boolean; plans: readonly number[] };

function aPerson(random: Random, name: string, { isMilkFree, plans }: Member) {
  const needs = random.chance(0.3) ? random.pick(NEEDS) : NO_FOOD_NEEDS;
  return {
    name,
    calorieTarget: nearestTo(random.pick([1200, 1500, 1500, 1800]), plans),
    ...(isMilkFree ? { ...NO_FOOD_NEEDS, allergens: ['milk' as const] } : needs),
  };
}

type DemoWish = {
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
  // A meal on each of its days makes a daily order.
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

/**
 * Everyone has a meal of the last service of the day, where there are two: daily customers on each of their days, which is
 * enough for daily delivery; the others on the day of their delivery, and else what they fancy.
 */
function choosePersonsMeals(
  random: Random,
  person: Person,
  { dates, isDaily, day, menu, business }: Choice,
): Person {
  const eaten = new Set<number>();
  const served = servedTypes(business);
  let chosen = person;
  for (const date of dates) {
    for (const mealType of served) {
      const isCertain = mealType === served.at(-1) && (isDaily || date === day);
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

/** A person with an allergy asks for a meal that declares it: settled on the phone, and kept with the order. */
export async function agreeOnMeal(
  stage: Stage,
  household: Household,
  wish: { week: DemoWeek; day: PlainDate },
): Promise<void> {
  const { context, crew } = stage;
  const { trackingToken: token } = await placeOrder(stage, household, wish);
  const order = await getOrder(context.db, { token });
  const [item] = liveItemsOf(order);
  const needs = household.people.find(({ name }) => name === item?.personName);
  const { menu } = await context.site.current();
  const asked = menu.find(
    (meal) =>
      meal.mealType === item?.mealType && needs && clashOf(meal, needs)?.verdict === 'clash',
  );
  if (!item || !needs || !asked) throw new Error('The demo has nothing to agree on');
  const edit = sameOrder(order);
  await editOrder(context, crew.phone, order.id, {
    ...edit,
    orderItems: edit.orderItems.map((sent) =>
      sent.id === item.id ? { ...sent, mealId: asked.id } : sent,
    ),
    overrides: [
      {
        mealId: asked.id,
        personName: needs.name,
        allergens: clashNames(clashOf(asked, needs)),
        reason: 'Called: a little of it, well cooked, is fine for them',
      },
    ],
  });
}

/** One more portion of a meal: the customer is asked to pay the rest, and has not yet. */
export async function addUnpaidPortion(stage: Stage): Promise<void> {
  const { context, crew } = stage;
  const order = await getOrder(context.db, { id: await findToCome(stage, 2) });
  const item = liveItemsOf(order).at(-1);
  if (!item) throw new Error('The demo has an order without meals');
  const edit = sameOrder(order);
  const { id: _, ...more } = sentItem(item);
  await editOrder(context, crew.phone, order.id, {
    ...edit,
    orderItems: [...edit.orderItems, more],
  });
  await askPayment(context, crew.phone, order.id, undefined);
}

/** As the portal sends it back when nothing was changed. */
function sameOrder(order: Order): EditOrderRequest {
  const { address, email, firstName, lastName, phone } = order.customer;
  const { line1, line2, suburb } = address;
  return {
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address: joinAddress({ line1, line2, suburb: suburb.name }),
    },
    orderItems: liveItemsOf(order).map(sentItem),
  };
}

function sentItem(item: OrderItem) {
  const { id, mealId, mealType, deliveryDate, mealDate, deliveryWindow, personName } = item;
  return { id, mealId, mealType, deliveryDate, mealDate, deliveryWindow, personName };
}
