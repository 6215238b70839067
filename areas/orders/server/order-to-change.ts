/** What the page for changing an order starts from: the order in the wizard's shape, and what of it stays as it is. */
import { inArray } from 'drizzle-orm';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { veilEmail } from '#platform/rules/customer-name.ts';
import { formatAmount } from '#platform/rules/money.ts';
import {
  changeDeadline,
  whyDeliveryUnchangeable,
  whyUnchangeable,
} from '#areas/order-book/rules/change/customer-changes.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import { orderingWeekAt, sevenDaysFrom } from '#areas/business/rules/ordering-week.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { toMealReply } from '#areas/menu/server/meal-queries.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { whyClosed } from '#areas/orders/server/plan-change.ts';

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
  const live = order.deliveries.filter(({ status }) => status !== 'cancelled');
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
      timeSlot: window,
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
