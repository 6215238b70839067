import type { MissedReply, PORTION_FIELDS } from '#areas/order-book/calls/prepared-order.ts';
import { getTrackedPhoto, type TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { veilEmail } from '#platform/rules/customer-name.ts';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { agreedWithCustomer } from '#areas/order-book/rules/kitchen-bag.ts';
import { adviceFor, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { changeDeadline, whyUnchangeable } from '#areas/order-book/rules/customer-change.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import {
  asCustomersSee,
  cancelledOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
  type OrderDelivery,
} from '#areas/order-book/rules/order.ts';
import { quotedLines } from '#areas/order-book/rules/fee-words.ts';
import { hasFoodNeeds, needsIn } from '#areas/needs/rules/food-needs.ts';
import type { Context } from '#platform/server/context.ts';
import { amountsOf } from '#areas/order-book/server/order-columns.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type {
  OrderChangeRow,
  MealChoiceRow,
  MissedChoiceRow,
} from '#areas/order-book/server/tables/order-changes.ts';
import { listPhotographed, listDeliveryNews } from '#areas/order-book/server/delivery-events.ts';
import { listChoicesOfOrder } from '#areas/order-book/server/meal-choices.ts';
import { listOrderChanges } from './order-timeline.ts';
import {
  accountOfOrder,
  gstInOrder,
  paidBackItems,
  priceLinesOf,
  backOfTaking,
  judgeDeliveryRefund,
  refundsToTell,
} from '#areas/order-book/rules/order-account.ts';
import { recipientUrlFor } from '#areas/order-book/server/recipient-link.ts';
import { holdsForCustomer } from './food-holds.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { shownDiets } from '#areas/menu/rules/label-text.ts';
import { canStillChange, mealsOfPeople, canTakePlace } from '#areas/orders/rules/run-out.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { listMissedChoices, listWindowsAgain } from '#areas/orders/server/missed-choices.ts';
import { smallMealPicture } from '#areas/menu/rules/meal-picture.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import type { MissingReason } from '#areas/order-book/rules/pack-bag.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';

type TrackedItem = TrackedOrderReply['deliveries'][number]['items'][number];

/** The order behind a tracking token. Throws NotFound. */
export async function getTrackedOrder(
  context: Pick<Context, 'db' | 'site' | 'clock' | 'signIn' | 'trackingSecret'>,
  token: string,
): Promise<TrackedOrderReply> {
  const site = await context.site.current();
  const { business } = site;
  const order = asCustomersSee(await getOrder(context.db, { token }));
  const now = context.clock();
  const news = await listNews(context.db, order, { now, timeZone: business.timeZone, token });
  const heldText = await holdsForCustomer(context.db, order, { now, business, isPayer: true });
  const missed = await describeMissed(context.db, order, now, business);
  const served = await portionFactsOf(context.db, order, site);
  const { date } = wallTimeAt(now, business.timeZone);
  const changes = await listOrderChanges(context.db, order.id);
  const choices = await listChoicesOfOrder(context.db, order.id, date);
  return {
    ...toTrackedOrder(order, { news, missed, now, heldText, served }, business),
    recipient: describeRecipient(context, order),
    changes: changes.map(toTrackedChange),
    choices: choices.flatMap((choice) => toTrackedChoice(order, choice, site) ?? []),
  };
}

function describeRecipient(
  context: Pick<Context, 'signIn' | 'trackingSecret'>,
  order: Order,
): TrackedOrderReply['recipient'] {
  const link = recipientUrlFor(context, order);
  return order.recipient && link !== null ? { ...order.recipient, link } : null;
}

type TrackedNews = Pick<TrackedOrderReply['deliveries'][number], 'news' | 'road'>;

/** Delivery by delivery, with the paths of their photos. */
async function listNews(
  db: Database,
  order: Order,
  { token, ...at }: { now: Instant; timeZone: string; token: string },
): Promise<TrackedNews[]> {
  const all = await listDeliveryNews(db, order, at);
  const photographed = await listPhotographed(
    db,
    order.deliveries.map(({ id }) => id),
  );
  return all.map(({ news, road }) => {
    if (!news) return { news, road };
    const { key, ...said } = news;
    const photo = key !== null && photographed.has(key) ? photoPath(token, key) : null;
    return { news: { ...said, photo }, road };
  });
}

function photoPath(token: string, key: string): string {
  return getTrackedPhoto.path.replace(':token', encodeURIComponent(token)).replace(':key', key);
}

type TrackedFacts = {
  news: readonly TrackedNews[];
  missed: ReadonlyMap<number, MissedReply>;
  now: Instant;
  heldText: HeldText;
  served: Awaited<ReturnType<typeof portionFactsOf>>;
};

type HeldText = Awaited<ReturnType<typeof holdsForCustomer>>;

function toTrackedOrder(
  order: Order,
  { news, missed, now, heldText, served }: TrackedFacts,
  facts: BusinessFacts,
): Omit<TrackedOrderReply, 'choices' | 'changes' | 'recipient'> {
  const { customer, price } = order;
  const { owedCents } = accountOfOrder(order);
  const paidBack = new Set(order.status === 'cancelled' ? [] : paidBackItems(order));
  return {
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    firstName: customer.firstName,
    email: customer.email === '' ? '' : veilEmail(customer.email),
    address: formatAddress(customer.address),
    deliveryPreference: customer.deliveryPreference,
    specialInstructions: customer.specialInstructions,
    deliveryType: order.deliveryType,
    ...amountsOf(price),
    ...gstInOrder(order),
    deliveryLines: quotedLines(priceLinesOf(order)).deliveryLines,
    changeUntil: new Date(changeDeadline(order.deliveries)).toISOString(),
    whyUnchangeable: whyUnchangeable(order, now, facts),
    version: order.version,
    owed: owedCents > 0 ? formatAmount(owedCents) : null,
    refunds: refundsToTell(order).map(({ amountCents, state, createdAt }) => ({
      amount: formatAmount(amountCents),
      state,
      createdAt: createdAt.toISOString(),
    })),
    people: peopleOf(order)
      .filter(hasFoodNeeds)
      .map((person) => ({ name: person.name, ...needsIn(person) })),
    deliveries: order.deliveries.map((delivery, index) => ({
      ...(news[index] ?? { news: null, road: null }),
      date: delivery.date,
      timeSlot: delivery.window,
      status: delivery.status,
      missed: missed.get(delivery.id) ?? null,
      items: itemsOfDelivery(delivery).map((item) => ({
        ...toTrackedItem(item, facts),
        ...served(item, delivery),
        isPaidBack: item.priceCents > 0 && paidBack.has(item.id) && delivery.status !== 'cancelled',
        onHold: heldText(item),
      })),
      cancelled: cancelledOf(order, delivery).map(({ refundCents, ...meal }) => ({
        ...meal,
        refund: refundCents === null ? null : formatAmount(refundCents),
      })),
    })),
  };
}

function toTrackedChange(change: OrderChangeRow): TrackedOrderReply['changes'][number] {
  const { changedBy, what, paidCents, refundCents, state, settledAt, createdAt } = change;
  return {
    at: (settledAt ?? createdAt).toISOString(),
    by: changedBy === 'customer' ? 'customer' : 'us',
    what,
    paid: paidCents > 0 ? formatAmount(paidCents) : null,
    refund: refundCents > 0 ? formatAmount(refundCents) : null,
    isRefused: state === 'refused',
  };
}

function toTrackedItem(
  item: OrderItem,
  facts: BusinessFacts,
): Omit<TrackedItem, 'onHold' | 'isPaidBack' | keyof PortionFacts> {
  return {
    id: item.id,
    mealId: item.mealId,
    personName: item.personName,
    mealName: item.meal.name,
    mealType: item.mealType,
    mealDate: item.mealDate,
    price: formatAmount(item.priceCents),
    calories: item.meal.calories,
    protein: item.meal.proteinGrams,
    allergens: item.meal.allergens,
    agreed: item.override && agreedWithCustomer(item.override),
    advice: adviceFor(item, facts),
  };
}

type TrackedChoice = TrackedOrderReply['choices'][number];

/** What a customer is asked about a meal that ran out, with what still can be chosen; null once it can't be and was not. */
function toTrackedChoice(
  order: Order,
  choice: MealChoiceRow,
  { mealsById, business }: SiteState,
): TrackedChoice | null {
  const { id, mealId, mealName, date, window, deliveryId, personId, settledHow } = choice;
  const person = order.deliveries
    .flatMap(({ people }) => people)
    .find((each) => each.id === personId);
  const until = choice.until.toISOString();
  const about = { id, personName: person?.name ?? '', mealName, date, timeSlot: window, until };
  if (settledHow === 'order_changed' || order.status === 'cancelled') return null;
  if (settledHow !== null) {
    const { chosenName, refundCents } = choice;
    const refund = refundCents === null ? null : formatAmount(refundCents);
    const chosen = { isByUs: settledHow === 'default', mealName: chosenName, refund };
    return { ...about, options: [], refund: null, chosen };
  }
  const of = mealsOfPeople(order, mealId, { from: date, to: date }).find(
    (each) => each.delivery.id === deliveryId && each.person.id === personId,
  );
  if (!of || !canStillChange(of.delivery.status)) return null;
  const options = choice.optionIds.flatMap((optionId) => {
    const meal = mealsById.get(optionId);
    if (!meal || !canTakePlace(meal, of.portions, of.person, business)) return [];
    return [
      { mealId: meal.id, name: meal.name, calories: meal.calories, diets: [...shownDiets(meal)] },
    ];
  });
  const gone = new Set(of.portions.map((portion) => portion.id));
  const refund = formatAmount(backOfTaking(order, gone));
  return { ...about, options, refund, chosen: null };
}

/** By delivery: what its customer may still choose, or has chosen, after we could not leave it. */
async function describeMissed(
  db: Database,
  order: Order,
  now: Instant,
  business: BusinessFacts,
): Promise<Map<number, MissedReply>> {
  const offers = await listMissedChoices(db, order.id);
  const described = new Map<number, MissedReply>();
  for (const delivery of order.deliveries) {
    const offer = offers.get(delivery.id);
    if (!offer) continue;
    const isAsked = delivery.status === 'missed' && offer.isCurrent;
    const isToldOf = offer.chosen !== null && delivery.status !== 'delivered';
    if (!isAsked && !(isToldOf && delivery.status !== 'missed')) continue;
    const isOver = !isAsked || delivery.settledAt !== null || offer.until.getTime() <= now;
    const isOpen = !isOver && offer.chosen === null;
    const windows =
      isOpen && offer.offered.includes('again')
        ? await listWindowsAgain(db, order, delivery, now, business)
        : [];
    described.set(delivery.id, {
      id: delivery.id,
      until: offer.until.toISOString(),
      isOver,
      windows: windows.map(({ date, window }) => ({ date, timeSlot: window })),
      mayComeAgain: offer.offered.includes('again'),
      refund: isOpen && offer.offered.includes('refund') ? amountBack(order, delivery) : null,
      chosen: chosenOf(offer),
    });
  }
  return described;
}

function chosenOf({ chosen, toDate, toWindow, refundCents }: MissedChoiceRow) {
  if (chosen === null) return null;
  return {
    choice: chosen,
    date: toDate,
    timeSlot: toWindow,
    refund: refundCents === null ? null : formatAmount(refundCents),
  };
}

function amountBack(order: Order, delivery: OrderDelivery): string | null {
  const verdict = judgeDeliveryRefund(order, delivery);
  return verdict.outcome === 'refunded' ? formatAmount(verdict.amountCents) : null;
}

export type PortionFacts = Pick<TrackedItem, keyof typeof PORTION_FIELDS>;

/** For each portion of an order, what its page says at the table. */
export async function portionFactsOf(
  db: Database | Transaction,
  { customer, deliveries }: Pick<Order, 'customer' | 'deliveries'>,
  site: Pick<SiteState, 'business' | 'mealsById' | 'menu'>,
): Promise<(item: OrderItem, delivery: OrderDelivery) => PortionFacts> {
  const missing = await findMissing(db, deliveries);
  const shown = new Map(site.menu.map((meal) => [meal.id, meal]));
  return (item, delivery) => {
    const { meal, mealId } = item;
    const onMenu = shown.get(mealId);
    // What was cooked for an earlier day keeps from then on.
    const deliveryDate = delivery.madeOn ?? delivery.date;
    return {
      slug: onMenu?.slug ?? null,
      picture: onMenu ? smallMealPicture(onMenu) : (site.mealsById.get(mealId)?.imageUrl ?? null),
      heating: meal.heatingText,
      storage: meal.storageText,
      useBy: storageAdvice({ ...meal, deliveryDate, mealDate: item.mealDate }, site.business).useBy,
      freezable: meal.freezable,
      isWarm: isWarmIn(customer.deliveryPreference, delivery, item),
      missing: missing.get(item.id) ?? null,
    };
  };
}

/** By portion, of bags that have left the kitchen. */
async function findMissing(
  db: Database | Transaction,
  deliveries: readonly OrderDelivery[],
): Promise<Map<number, MissingReason>> {
  const left = deliveries.filter(({ status }) => status === 'out' || status === 'delivered');
  if (left.length === 0) return new Map();
  const packing = await readPacking(
    db,
    left.map(({ id }) => id),
  );
  const portions = left
    .flatMap((delivery) => packing.peopleOf(delivery))
    .flatMap(({ items }) => items);
  return new Map(
    portions.flatMap(({ id, state, reason }): [number, MissingReason][] =>
      state === 'missing' && reason ? [[id, reason]] : [],
    ),
  );
}
