import type { TodayListReply, TodayReply, TodayWindowReply } from '#contract/operation/today.ts';
import { type WallTime, wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { countByStatus } from '#domain/delivery/delivery-progress.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { isLate, type TodayList, TODAY_LIST_RIGHTS, TODAY_LISTS } from '#domain/operation/today.ts';
import { hasRight } from '#domain/staff/rights.ts';
import type { Context } from '#server/context.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { listByDelivery, type ListedDelivery, readDeliveries } from '#server/today/day-lists.ts';
import type { FoundList } from '#server/today/found-list.ts';
import { listMoneyOwed, listRaisedAlarms, listNearlyFullSlots } from '#server/today/house-lists.ts';
import {
  listFailedMessages,
  listFailedRefunds,
  listMealsOnHold,
  listShortBags,
  listUndecidedOrders,
} from '#server/today/order-lists.ts';

/** How today's deliveries have come along, and the lists that `staff` may see and that need someone. */
export async function describeToday(context: Context, staff: StaffMember): Promise<TodayReply> {
  const { business } = await context.site.current();
  const now = wallTimeAt(context.clock(), business.timeZone);
  const deliveries = await readDeliveries(context.db, now.date);
  const lists = await Promise.all(
    TODAY_LISTS.filter((kind) => hasRight(staff.role, TODAY_LIST_RIGHTS[kind])).map(
      async (kind): Promise<TodayListReply> => ({
        kind,
        ...(await find(kind, { context, staff, deliveries, now })),
      }),
    ),
  );
  return {
    date: now.date,
    windows: describeWindows(deliveries, now),
    lists: lists.filter(({ count }) => count > 0),
  };
}

function describeWindows(deliveries: readonly ListedDelivery[], now: WallTime): TodayWindowReply[] {
  const stops = deliveries.filter(
    ({ date, status }) => date === now.date && status !== 'cancelled',
  );
  return DELIVERY_WINDOWS.map((timeSlot) => {
    const theirs = stops.filter(({ window }) => window === timeSlot);
    return {
      timeSlot,
      stops: theirs.length,
      late: theirs.filter((delivery) => isLate(delivery, now)).length,
      counts: countByStatus(theirs.map(({ status }) => status)),
    };
  }).filter(({ stops: count }) => count > 0);
}

type Day = {
  context: Context;
  staff: StaffMember;
  deliveries: readonly ListedDelivery[];
  now: WallTime;
};

async function find(kind: TodayList, { context, staff, deliveries, now }: Day): Promise<FoundList> {
  switch (kind) {
    case 'missed':
    case 'no_ending':
    case 'late':
    case 'flagged':
    case 'allergies':
      return listByDelivery(kind, deliveries, now);
    case 'short':
      return listShortBags(context.db, now.date);
    case 'on_hold':
      return listMealsOnHold(context.db);
    case 'undecided':
      return listUndecidedOrders(context.db);
    case 'failed_messages':
      return listFailedMessages(context.db, staff);
    case 'failed_refunds':
      return listFailedRefunds(context.db);
    case 'alarms':
      return listRaisedAlarms(context);
    case 'full_slots':
      return listNearlyFullSlots(context);
    case 'money_owed':
      return listMoneyOwed(context);
  }
}
