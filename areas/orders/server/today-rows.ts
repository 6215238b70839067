/** Orders that wait for someone: meals on hold, calls about food, paid orders to decide, questions about a meal that ran out. */
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { untilText } from '#areas/order-book/rules/missed-choice.ts';
import {
  isHold,
  isUrgentMatter,
  matterText,
  PORTION_MATTERS,
} from '#areas/order-book/rules/food-matters.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { First } from '#areas/order-book/server/who-was-first.ts';
import type { Context } from '#platform/server/context.ts';
import { mayDo } from '#platform/server/sign-in-port.ts';
import { testOrdersAmong } from '#areas/order-book/server/is-test-order.ts';
import { listDueChoices } from '#areas/order-book/server/meal-choices.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import {
  DECIDE_WITHIN_MS,
  findWhoDecided,
  REFUNDED_BY_TIME,
} from '#areas/orders/server/decide-order.ts';
import { listOpenMatters } from './food-calls.ts';

const OF_FOOD = { page: 'recipes', right: 'seeRecipeAlerts' } as const;

export const ordersToday: readonly TodayRows[] = [
  {
    kinds: {
      on_hold: { level: 'hurt', many: 'meals on hold', alarms: ['recipe_alerts'], ...OF_FOOD },
      diet_lost: { level: 'checks', many: 'meals that lost a diet', ...OF_FOOD },
    },
    find: findPortions,
  },
  {
    kinds: {
      call: { level: 'hurt', many: 'calls about food', ...OF_FOOD },
      told: { level: 'answer', many: 'notes about allergies', ...OF_FOOD },
      needs_fewer: { level: 'answer', many: 'orders that leave out less than before', ...OF_FOOD },
    },
    find: findCalls,
    whoSettled: { told: findWhoSettled, needs_fewer: findWhoSettled },
  },
  {
    kinds: {
      undecided: {
        level: 'answer',
        many: 'orders to decide',
        page: 'orders',
        right: 'seeOrders',
        alarms: ['undecided_order'],
      },
    },
    find: findUndecided,
    whoSettled: { undecided: findWhoDecided },
  },
  {
    kinds: {
      run_out: {
        level: 'answer',
        many: 'meals that ran out',
        page: 'meals',
        right: 'settleRunOut',
      },
    },
    find: findRunOut,
  },
];

/** One row a person and meal of a delivery, whose portions go or stay together. */
async function findPortions({ db }: Context): Promise<FoundRow[]> {
  const rows = await db
    .select({
      matter: foodMatters,
      firstName: orders.firstName,
      lastName: orders.lastName,
      date: deliveries.date,
      window: deliveries.window,
    })
    .from(foodMatters)
    .innerJoin(orders, eq(orders.id, foodMatters.orderId))
    .innerJoin(deliveries, eq(deliveries.id, foodMatters.deliveryId))
    .where(
      and(
        inArray(foodMatters.kind, [...PORTION_MATTERS]),
        isNull(foodMatters.settledAt),
        ne(orders.status, 'cancelled'),
      ),
    )
    .orderBy(asc(deliveries.date), asc(foodMatters.id));
  const together = Map.groupBy(rows, ({ matter: { deliveryId, kind, personName, mealName } }) =>
    JSON.stringify([deliveryId, isHold(kind), personName, mealName]),
  );
  return [...together.values()].flatMap((those): FoundRow[] => {
    const [first] = those;
    if (!first) return [];
    const { matter, date, window } = first;
    const { id, kind, personName, mealName, orderId, itemId, why, openedAt } = matter;
    const isHeld = isHold(kind);
    return [
      {
        kind: isHeld ? 'on_hold' : 'diet_lost',
        id,
        title: isHeld ? `${personName}: ${mealName} is on hold` : `${personName}: ${mealName}`,
        detail: [why, customerName(first), `${formatDayAndMonth(date)}, ${windowLabel(window)}`],
        about: those.length,
        since: openedAt.getTime(),
        link: portalLink({ tab: 'recipes' }),
        action: 'Settle',
        orderId,
        ...(itemId !== null && { subject: `portion:${itemId}` }),
        ...(isHeld && { covers: `food of order:${orderId}` }),
      },
    ];
  });
}

/** Who is to be called about food: who may come to harm, or who wrote of an allergy. */
async function findCalls({ db }: Context): Promise<FoundRow[]> {
  const open = await listOpenMatters(db);
  return open
    .filter(({ kind }) => kind !== 'short')
    .map((matter): FoundRow => {
      const { kind, calls } = matter;
      const isUrgent = isUrgentMatter(kind);
      const called =
        ['not called yet', 'called once'][calls.length] ?? `called ${calls.length} times`;
      return {
        kind: isUrgent ? 'call' : kind === 'needs_fewer' ? kind : 'told',
        id: matter.id,
        title: matterText(matter),
        detail: [matter.people[0]?.name ?? '', matter.orderNumber, ...(isUrgent ? [called] : [])],
        since: Date.parse(matter.openedAt),
        link: portalLink({ tab: 'recipes' }),
        action: isUrgent ? 'Call' : kind === 'told' ? 'Read' : 'Ask',
        orderId: matter.orderId,
      };
    });
}

async function findWhoSettled(db: Database, id: number): Promise<First | null> {
  const [matter] = await db
    .select({ by: foodMatters.settledBy, at: foodMatters.settledAt })
    .from(foodMatters)
    .where(eq(foodMatters.id, id));
  return matter?.at ? { by: matter.by, at: matter.at } : null;
}

/** Paid, and neither confirmed nor refunded; and those that staff set to pending, which are not cooked either. */
async function findUndecided(
  { db }: Context,
  { staff, business: { timeZone } }: TodayAsked,
): Promise<FoundRow[]> {
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      firstName: orders.firstName,
      lastName: orders.lastName,
      reason: orders.pendingReason,
      totalCents: orders.totalCents,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(eq(orders.status, 'pending'))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return rows.map(({ id, number, reason, totalCents, createdAt, ...customer }): FoundRow => {
    const goesByItself = reason !== null && REFUNDED_BY_TIME.includes(reason);
    const dueAt = goesByItself ? createdAt.getTime() + DECIDE_WITHIN_MS : null;
    const isKeptOrRefunded = reason !== null && mayDo(staff, 'managePayments');
    return {
      kind: 'undecided',
      id,
      title: reason === null ? `${number}, pending: not cooked` : `${number}, paid: keep or refund`,
      detail: [
        customerName(customer),
        formatDollars(totalCents),
        ...(dueAt === null ? [] : [`refunded automatically at ${untilText(dueAt, timeZone)}`]),
      ],
      since: createdAt.getTime(),
      dueAt,
      link: isKeptOrRefunded
        ? portalLink({ tab: 'payments' })
        : portalLink({ tab: 'orders', order: id }),
      action: 'Decide',
      orderId: id,
      ...(reason === 'recipe_changed' && { subject: `food of order:${id}` }),
    };
  });
}

/** Customers whose time to answer is over, and whose order has not followed. */
async function findRunOut({ db }: Context, { at }: TodayAsked): Promise<FoundRow[]> {
  const due = await listDueChoices(db, at);
  const tests = await testOrdersAmong(
    db,
    due.map(({ orderId }) => orderId),
  );
  const real = due.filter(({ orderId }) => !tests.has(orderId));
  const together = Map.groupBy(real, ({ mealId, date }) => `${mealId} ${date}`);
  return [...together].flatMap(([id, those]): FoundRow[] => {
    const [first] = those;
    if (!first) return [];
    return [
      {
        kind: 'run_out',
        id,
        title: `${first.mealName} ran out: ${those.length === 1 ? '1 question' : `${those.length} questions`} past the time`,
        detail: [formatDate(first.date)],
        about: those.length,
        dueAt: first.until.getTime(),
        link: portalLink({ tab: 'meals', runOut: first.mealId, date: first.date }),
        action: 'Settle',
      },
    ];
  });
}
