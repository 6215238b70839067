/** Lists about the business as a whole: its slots, its books, its machine. */
import type { TodayItemReply } from '#areas/office/calls/today.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { closureOn, isOffered } from '#areas/business/rules/offered-windows.ts';
import { formatAmount, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { AlarmId } from '#platform/rules/alarms.ts';
import { isNearlyFull } from '#areas/order-book/rules/today.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { findLastCheck } from '#areas/payments/server/check-books.ts';
import { listKnownBalances } from '#areas/payments/server/payments-overview.ts';
import type { Context } from '#platform/server/context.ts';
import { readMigrationState } from '#platform/server/db/migration-state.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import type { OpenBalance } from '#areas/order-book/server/open-balances.ts';
import { listFewLeft } from '#areas/places/server/portions-left.ts';
import { listBookedSlots } from '#areas/places/server/preview-windows.ts';
import { listUnlistedSuburbs } from '#areas/places/server/unlisted-suburbs.ts';
import { listSlots } from '#areas/places/server/slot-queries.ts';
import { type FoundList, foundList } from '#areas/office/server/found-list.ts';

/** Slots of the week that is open for orders. */
export async function listNearlyFullSlots(context: Context): Promise<FoundList> {
  const { business } = await context.site.current();
  const { weekStart, weekEnd } = orderingWeekAt(context.clock(), business);
  const slots = await listSlots(context.db, { from: weekStart, to: weekEnd });
  return foundList(
    slots.filter(isNearlyFull).map(({ id, date, timeSlot, booked, maxDeliveries }) => ({
      id,
      label: `${formatDate(date)}, ${windowLabel(timeSlot)}: ${booked} of ${maxDeliveries} booked`,
      date,
      orderId: null,
    })),
  );
}

/** Meals of the week that is open for orders of which no portion is left. */
export async function listSoldOutMeals({ db, clock, site }: Context): Promise<FoundList> {
  const { business, mealsById } = await site.current();
  const week = orderingWeekAt(clock(), business);
  const left = await listFewLeft(db, week.weekStart);
  return foundList(
    [...left].flatMap(([date, meals]) =>
      meals
        .filter(({ left: number }) => number === 0)
        .map(({ mealId }) => ({
          id: `${mealId} ${date}`,
          label: `${mealsById.get(mealId)?.name ?? `Meal ${mealId}`}, ${formatDate(date)}`,
          date,
          orderId: null,
        })),
    ),
  );
}

/** Days from today on with something booked on a closed day, or in a window that the day does not have. */
export async function listNotOffered({ db, clock, site }: Context): Promise<FoundList> {
  const { business } = await site.current();
  const slots = await listBookedSlots(db, clock(), business);
  const lost = slots.filter((slot) => !isOffered(business, slot));
  return foundList(
    [...Map.groupBy(lost, ({ date }) => date)].map(([date, ofDay]) => {
      const windows = ofDay.map(({ window }) => window);
      const count = ofDay.reduce((sum, { deliveries }) => sum + deliveries, 0);
      const why = closureOn(business, date)?.reason ?? windows.map(windowLabel).join(' and ');
      return {
        id: `${date} ${windows.join(',')}`,
        label: `${formatDate(date)}, ${why}: ${count === 1 ? '1 delivery' : `${count} deliveries`}`,
        date,
        orderId: null,
      };
    }),
  );
}

/** Of open orders, on no list, until the owner has said in Settings what became of each. */
export async function listSuburbsToSettle({ db, site }: Context): Promise<FoundList> {
  const unlisted = await listUnlistedSuburbs(db, (await site.current()).business);
  return foundList(
    unlisted.map(({ name, orders }) => ({
      id: name,
      label: `${name}: ${orders === 1 ? '1 order' : `${orders} orders`}`,
      date: null,
      orderId: null,
    })),
  );
}

/** Orders whose money is not what they cost, as the Payments page lists them. */
export async function listMoneyOwed(context: Context): Promise<FoundList> {
  const balances = await listKnownBalances(context, await findLastCheck(context));
  const sumOf = (those: readonly OpenBalance[]) =>
    formatAmount(Math.abs(sumCents(those.map(({ balanceCents }) => balanceCents))));
  return {
    ...foundList(balances.map(describeBalance)),
    money: {
      owed: sumOf(balances.filter(({ balanceCents }) => balanceCents > 0)),
      toRefund: sumOf(balances.filter(({ balanceCents }) => balanceCents < 0)),
    },
  };
}

function describeBalance({ orderId, orderNumber, balanceCents }: OpenBalance): TodayItemReply {
  const amount = formatDollars(Math.abs(balanceCents));
  const label = `${orderNumber}: ${amount} ${balanceCents > 0 ? 'to pay' : 'to refund'}`;
  return { id: orderId, label, date: null, orderId };
}

/** Those that another list shows order by order, or that have a list of their own. */
const SHOWN_ELSEWHERE: readonly AlarmId[] = [
  'undecided_order',
  'recipe_alerts',
  'refund_failed',
  'mail_failed',
  'deliveries_open',
];

export async function listRaisedAlarms(context: Context): Promise<FoundList> {
  const [metrics, { isCurrent }] = await Promise.all([
    readMetrics(context),
    readMigrationState(context.db),
  ]);
  const alarms = findAlarms(context, metrics, { isCurrent, upForSeconds: process.uptime() });
  return foundList(
    alarms
      .filter(({ id }) => !SHOWN_ELSEWHERE.includes(id))
      .map(({ id, title }) => ({ id, label: title, date: null, orderId: null })),
  );
}
