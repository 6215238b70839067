/** Who orders what at the made-up kitchen; fictional people, and nothing left to chance. */
import { randomUUID } from 'node:crypto';
import { callerOf, type Storefront } from './site.ts';

export type KeptHousehold = {
  firstName: string;
  lastName: string;
  address: string;
  people: string[];
  /** Days of the ordering week with a lunch for each person, 0 is the first. */
  lunches: number[];
  dinners?: number[];
  window: string;
  instructions?: string;
  preference?: 'warm' | 'cold';
  isDaily?: boolean;
};

export const KEPT_HOUSEHOLDS: readonly KeptHousehold[] = [
  {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    address: '12 Shore Street West, Unit 3, Cleveland',
    people: ['Mia'],
    lunches: [0],
    window: '11:00-13:00',
  },
  {
    firstName: 'Zoë',
    lastName: "O'Brien-Łukasz",
    address: '4/9 Bay Drive, Victoria Point',
    people: ['Zoë', 'Екатерина', 'Sam 🌻', 'Jo'],
    lunches: [0, 1, 2, 3, 4],
    dinners: [0, 1, 2],
    window: '16:00-18:00',
    instructions: 'Ring twice! The dog — “Łucky” — is harmless.',
    preference: 'warm',
    isDaily: true,
  },
  {
    firstName: 'Noah',
    lastName: 'Smith',
    address: '3 Mango Court, Thornlands',
    people: ['Noah', 'Ava'],
    lunches: [1],
    dinners: [1],
    window: '11:00-13:00',
    instructions: 'no onion',
  },
  {
    firstName: '王',
    lastName: '小明',
    address: '77 Redland Bay Road, Capalaba',
    people: ['小明'],
    lunches: [0, 1, 2, 3, 4, 5, 6],
    window: '16:00-18:00',
    isDaily: true,
  },
  ...['Ava', 'Leo', 'Ruby', 'Finn', 'Isla', 'Max', 'Ella'].map(
    (firstName, index): KeptHousehold => ({
      firstName,
      lastName: 'Brown',
      address: `${index + 20} Finucane Road, Alexandra Hills`,
      people: [firstName],
      lunches: [index % 5, (index % 5) + 1],
      dinners: [index % 5],
      window: index % 2 === 0 ? '11:00-13:00' : '16:00-18:00',
    }),
  ),
];

export type Meal = { id: number; mealType: 'lunch' | 'dinner'; price: string };
export type Placed = { orderNumber: string; trackingToken: string };
type Opened = { paymentIntentId: string; clientSecret: string };

export async function listMenuMeals(site: Storefront): Promise<Meal[]> {
  return callerOf(site)('GET', '/api/meals');
}

/** The days that can be ordered now. */
export async function listDays(site: Storefront): Promise<string[]> {
  const week = await callerOf(site)<{ days: { date: string }[] }>('GET', '/api/ordering-week');
  return week.days.map(({ date }) => date);
}

/** Chosen and held, but not paid. */
export async function holdFor(site: Storefront, household: KeptHousehold): Promise<Opened> {
  const call = callerOf(site);
  const order = await describeOrder(site, household);
  const quote = await call<Record<'subtotal' | 'deliveryFee' | 'tax' | 'total', string>>(
    'POST',
    '/api/quote',
    { orderData: order },
  );
  const { subtotal, deliveryFee, tax, total } = quote;
  const orderData = { ...order, subtotal, deliveryFee, tax, total };
  return call('POST', '/api/create-payment-intent', { amount: Number(total), orderData });
}

/** Bought and confirmed. `declined`: the first card is not accepted. */
export async function buyFor(
  site: Storefront,
  household: KeptHousehold,
  { declined = false } = {},
): Promise<Placed> {
  const checkout = await holdFor(site, household);
  if (declined) await site.call('POST', confirmPath(checkout), cardOf(checkout, DECLINED_CARD));
  await payAtCheckout(site, checkout);
  const { paymentIntentId, clientSecret } = checkout;
  const placed = await site.call('POST', '/api/orders', { paymentIntentId, orderData: {} });
  if (placed.status === 200) return placed.body as Placed;
  // From 0.2.0 on the page that opened the payment proves that it is that page.
  return callerOf(site)('POST', '/api/orders', { paymentIntentId, clientSecret, orderData: {} });
}

export async function payAtCheckout(site: Storefront, checkout: Opened): Promise<void> {
  await callerOf(site)('POST', confirmPath(checkout), cardOf(checkout, GOOD_CARD));
}

const GOOD_CARD = '4242 4242 4242 4242';
const DECLINED_CARD = '4000 0000 0000 0002';

function confirmPath({ paymentIntentId }: Opened): string {
  return `/sandbox/v1/payment_intents/${paymentIntentId}/confirm`;
}

function cardOf({ clientSecret }: Opened, number: string): URLSearchParams {
  return new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
}

async function describeOrder(site: Storefront, household: KeptHousehold) {
  const { firstName, lastName, address, people, window, isDaily = false } = household;
  const [meals, days] = [await listMenuMeals(site), await listDays(site)];
  const first = days[household.lunches[0] ?? 0];
  const items = (['lunch', 'dinner'] as const).flatMap((type) =>
    people.flatMap((personName, person) =>
      (type === 'lunch' ? household.lunches : (household.dinners ?? [])).map((index) => {
        const choice = meals.filter((meal) => meal.mealType === type);
        const meal = choice[(index + person) % choice.length];
        const mealDate = days[index];
        const deliveryDate = isDaily ? mealDate : first;
        const at = { mealDate, deliveryDate, deliveryWindow: window };
        return { mealId: meal?.id, mealType: type, price: meal?.price, personName, ...at };
      }),
    ),
  );
  const plain = `${firstName}.${address}`.normalize('NFKD').replaceAll(/[^a-zA-Z0-9]/g, '');
  return {
    cartKey: randomUUID(),
    customer: {
      firstName,
      lastName,
      email: `${plain.toLowerCase()}@example.com`,
      phone: '0412 345 678',
      address,
      deliveryPreference: household.preference ?? 'cold',
      specialInstructions: household.instructions ?? '',
    },
    deliveryType: isDaily ? 'daily' : 'weekly',
    people: people.map((name) => ({ name, calorieTarget: 1800 })),
    orderItems: items,
  };
}
