import type { TodayListReply, TodayReply, TodayWindowReply } from '#areas/office/calls/today.ts';
import { type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import {
  isLate,
  type TodayList,
  TODAY_LIST_RIGHTS,
  TODAY_LISTS,
} from '#areas/order-book/rules/today.ts';
import type { Context } from '#platform/server/context.ts';
import { type CountedStops, countsOf, countStops } from '#areas/kitchen/server/count-portions.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';
import {
  listByDelivery,
  type ListedDelivery,
  readDeliveries,
} from '#areas/office/server/day-lists.ts';
import { listOpenProblems } from '#areas/office/server/problem-list.ts';
import { listUnpaidPhoneOrders } from '#areas/office/server/phone-list.ts';
import {
  listFailedReadings,
  listMissingChecks,
  listUntrained,
} from '#areas/office/server/check-list.ts';
import type { FoundList } from '#areas/office/server/found-list.ts';
import {
  listContradictions,
  listUndeclaredMeals,
  listUnreadPacks,
} from '#areas/office/server/meal-lists.ts';
import {
  listMoneyOwed,
  listNearlyFullSlots,
  listNotOffered,
  listRaisedAlarms,
  listSoldOutMeals,
  listSuburbsToSettle,
} from '#areas/office/server/house-lists.ts';
import {
  listFoodMatters,
  listFailedMessages,
  listFailedRefunds,
  listMealsOnHold,
  listShortBags,
  listUndecidedOrders,
} from '#areas/office/server/order-lists.ts';
import { isUrgentMatter } from '#areas/order-book/rules/food-matters.ts';

/** How today's deliveries have come along, and the lists that `staff` may see and that need someone. */
export async function describeToday(context: Context, staff: StaffMember): Promise<TodayReply> {
  const { business } = await context.site.current();
  const now = wallTimeAt(context.clock(), business.timeZone);
  const [deliveries, stops] = await Promise.all([
    readDeliveries(context.db, now),
    countStops(context.db, now.date),
  ]);
  const lists = await Promise.all(
    TODAY_LISTS.filter((kind) => mayDo(staff, TODAY_LIST_RIGHTS[kind])).map(
      async (kind): Promise<TodayListReply> => ({
        kind,
        ...(await find(kind, { context, staff, deliveries, now, timeZone: business.timeZone })),
      }),
    ),
  );
  return {
    date: now.date,
    windows: describeWindows(stops, now),
    lists: lists.filter(({ count }) => count > 0),
  };
}

function describeWindows(stops: readonly CountedStops[], now: WallTime): TodayWindowReply[] {
  return inTimeOrder(stops.map(({ window }) => window))
    .map((timeSlot) => {
      const theirs = stops.filter(({ window }) => window === timeSlot);
      const late = theirs.filter((those) => isLate({ ...those, date: now.date }, now));
      return {
        timeSlot,
        stops: countOf(theirs),
        late: countOf(late),
        counts: countsOf(theirs),
      };
    })
    .filter(({ stops: count }) => count > 0);
}

function countOf(stops: readonly CountedStops[]): number {
  return stops.reduce((sum, { count }) => sum + count, 0);
}

type Day = {
  context: Context;
  staff: StaffMember;
  deliveries: readonly ListedDelivery[];
  now: WallTime;
  timeZone: string;
};

async function find(
  kind: TodayList,
  { context, staff, deliveries, now, timeZone }: Day,
): Promise<FoundList> {
  switch (kind) {
    case 'missed':
    case 'no_ending':
    case 'late':
    case 'flagged':
    case 'allergies':
      return listByDelivery(kind, deliveries, { now, at: context.clock(), timeZone });
    case 'not_offered':
      return listNotOffered(context);
    case 'problems':
      return listOpenProblems(context);
    case 'given_held':
      return listFoodMatters(context.db, isUrgentMatter);
    case 'told':
      return listFoodMatters(context.db, (matter) => matter === 'told');
    case 'short':
      return listShortBags(context.db, now.date);
    case 'on_hold':
      return listMealsOnHold(context.db);
    case 'undecided':
      return listUndecidedOrders(context.db);
    case 'unpaid_phone_orders':
      return listUnpaidPhoneOrders(context);
    case 'failed_messages':
      return listFailedMessages(context.db, staff);
    case 'failed_refunds':
      return listFailedRefunds(context.db);
    case 'alarms':
      return listRaisedAlarms(context);
    case 'full_slots':
      return listNearlyFullSlots(context);
    case 'unlisted_suburbs':
      return listSuburbsToSettle(context);
    case 'failed_readings':
      return listFailedReadings(context);
    case 'missing_checks':
      return listMissingChecks(context);
    case 'meals_at_odds':
      return listContradictions(context);
    case 'undeclared_meals':
      return listUndeclaredMeals(context);
    case 'unread_packs':
      return listUnreadPacks(context.db);
    case 'untrained':
      return listUntrained(context, now.date);
    case 'sold_out_meals':
      return listSoldOutMeals(context);
    case 'money_owed':
      return listMoneyOwed(context);
  }
}
