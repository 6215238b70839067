/** An honest buyer in a rush, as the order page acts: asks again while someone pays, and takes another window in one tap. */
import { randomUUID } from 'node:crypto';
import type { CheckoutConflictReply, CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { Random } from '#app/server/stage.ts';
import { A_CUSTOMER, anItem, anOrder, pay, place, priced } from '#quality/support/an-order.ts';
import type { TestApp } from '#quality/support/own-app.ts';

export type WishedWindow = Pick<PreparedItem, 'deliveryDate' | 'deliveryWindow'>;

export type CrowdedShop = {
  test: TestApp;
  /** A lunch and a dinner: of each, a person has two a day at most. */
  meals: [MealReply, MealReply];
  /** What an order costs, by its number of windows: asked once, so that nobody meets the limit of quotes. */
  prices: Map<number, PreparedOrder>;
  people: number;
};

export type Buyer = {
  network: string;
  wishes: WishedWindow[];
  /** Which of the windows that are offered. */
  random: Random;
  /** Other windows taken so far. */
  taps: number;
  /** Nothing was held for them at first. */
  isOnPayment: boolean;
  /** What was held for them went to someone who paid before. */
  gaveWay: boolean;
};

export type End = 'ordered' | 'no place' | 'refused';

/** For each person, for delivery on several days. */
const FEWEST_MEALS = 5;
const MOST_ASKED = 6;

async function basketOf(
  shop: CrowdedShop,
  wishes: readonly WishedWindow[],
): Promise<PreparedOrder> {
  const isDaily = wishes.length > 1;
  const mealsEach = isDaily ? Math.ceil(FEWEST_MEALS / wishes.length) : 1;
  const orderItems = wishes.flatMap((wish) =>
    Array.from({ length: mealsEach }, (_, index) =>
      anItem(shop.meals[index % 2]!, { ...wish, mealDate: wish.deliveryDate }),
    ),
  );
  const order = anOrder(shop.meals, { deliveryType: isDaily ? 'daily' : 'weekly', orderItems });
  const known = shop.prices.get(wishes.length) ?? (await priced(shop.test, order));
  shop.prices.set(wishes.length, known);
  return { ...known, cartKey: randomUUID(), orderItems };
}

/** Opens the payment of someone new, with whom the others have nothing in common but perhaps the network. */
export async function startPaying(
  shop: CrowdedShop,
  wishes: readonly WishedWindow[],
  network: string,
) {
  shop.people += 1;
  const orderData = {
    ...(await basketOf(shop, wishes)),
    customer: {
      ...A_CUSTOMER,
      email: `p${shop.people}@example.com`,
      phone: `04${30_000_000 + shop.people}`,
    },
  };
  return shop.test.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { amount: Number(orderData.total), orderData, onPayment: true },
    remoteAddress: network,
  });
}

/** What is sold is said before anything is paid. */
export async function comeToPay(shop: CrowdedShop, buyer: Buyer): Promise<CheckoutReply | End> {
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const reply = await startPaying(shop, buyer.wishes, buyer.network);
    if (reply.statusCode === 200) {
      const checkout = reply.json<CheckoutReply>();
      if (!buyer.gaveWay) buyer.isOnPayment = checkout.place === 'on_payment';
      return checkout;
    }
    const conflict = reply.json<CheckoutConflictReply>();
    if (conflict.code !== 'slot_full') return refused(reply.body);
    if (!takeAnother(buyer, conflict)) return 'no place';
  }
  return refused('each window that was offered was sold at once');
}

export async function payAndOrder(
  shop: CrowdedShop,
  buyer: Buyer,
  checkout: CheckoutReply,
): Promise<End> {
  await pay(shop.test, checkout);
  let reply = await place(shop.test, checkout.paymentIntentId);
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    if (reply.statusCode === 200) return 'ordered';
    const conflict = reply.json<CheckoutConflictReply>();
    if (conflict.code === 'place_pending') {
      reply = await place(shop.test, checkout.paymentIntentId);
    } else if (conflict.code === 'slot_full' && conflict.approvedUntil) {
      if (!takeAnother(buyer, conflict)) return 'no place';
      reply = await chooseWindows(shop, buyer, checkout);
    } else if (conflict.code === 'hold_gave_way') {
      buyer.gaveWay = true;
      if (!takeAnother(buyer, conflict)) return 'no place';
      const again = await comeToPay(shop, buyer);
      return typeof again === 'string' ? again : payAndOrder(shop, buyer, again);
    } else {
      return refused(reply.body);
    }
  }
  return refused(reply.body);
}

async function chooseWindows(
  shop: CrowdedShop,
  { wishes }: Buyer,
  { checkoutId, clientSecret }: CheckoutReply,
) {
  return shop.test.app.inject({
    method: 'POST',
    url: `/api/checkouts/${checkoutId}/windows`,
    body: { clientSecret, orderData: await basketOf(shop, wishes) },
  });
}

/** In place of each window that is gone, one that is offered, on a day of its own. False: too few are offered. */
function takeAnother(buyer: Buyer, { full = [], alternatives = [] }: CheckoutConflictReply) {
  const isGone = (wish: WishedWindow) =>
    full.some((one) => one.date === wish.deliveryDate && one.timeSlot === wish.deliveryWindow);
  const wishes = buyer.wishes.filter((wish) => !isGone(wish));
  for (const { date, timeSlot } of buyer.random.shuffled(alternatives)) {
    if (wishes.length === buyer.wishes.length) break;
    if (!wishes.some(({ deliveryDate }) => deliveryDate === date))
      wishes.push({ deliveryDate: date, deliveryWindow: timeSlot });
  }
  if (wishes.length < buyer.wishes.length) return false;
  buyer.wishes = wishes;
  buyer.taps += 1;
  return true;
}

function refused(why: string): End {
  console.log(`refused: ${why.slice(0, 300)}`);
  return 'refused';
}
