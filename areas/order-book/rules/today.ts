/** What the day asks of staff: which lists there are, who sees them, and what belongs on each. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import type { SlotState } from '#areas/business/rules/delivery-slots.ts';
import {
  type DeliveryFlag,
  type DeliveryStatus,
  isEnded,
} from '#areas/order-book/rules/delivery-status.ts';
import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { StaffRight } from '#platform/rules/rights.ts';

/** Lists of deliveries, the worst first. */
const DELIVERY_LISTS = ['missed', 'no_ending', 'late', 'flagged'] as const;

/** In the sequence in which they are shown: someone without their meals first, money last. */
export const TODAY_LISTS = [
  'given_held',
  'problems',
  ...DELIVERY_LISTS,
  'not_offered',
  'short',
  'on_hold',
  'told',
  'failed_readings',
  'missing_checks',
  'untrained',
  'undecided',
  'allergies',
  'unpaid_phone_orders',
  'failed_messages',
  'failed_refunds',
  'alarms',
  'full_slots',
  'unlisted_suburbs',
  'meals_at_odds',
  'undeclared_meals',
  'unread_packs',
  'sold_out_meals',
  'money_owed',
] as const;

export type TodayList = (typeof TODAY_LISTS)[number];

export type ListOfDeliveries = (typeof DELIVERY_LISTS)[number] | 'allergies';

/** Whoever lacks the right is not told that there is such a list, nor how long it is. */
export const TODAY_LIST_RIGHTS: Record<TodayList, StaffRight> = {
  problems: 'seeProblems',
  missed: 'seeDeliveries',
  no_ending: 'seeDeliveries',
  late: 'seeDeliveries',
  flagged: 'seeDeliveries',
  not_offered: 'moveDeliveries',
  short: 'seeDeliveries',
  allergies: 'seeDeliveries',
  given_held: 'seeRecipeAlerts',
  on_hold: 'seeRecipeAlerts',
  told: 'seeRecipeAlerts',
  failed_readings: 'cook',
  missing_checks: 'cook',
  untrained: 'cook',
  undecided: 'seeOrders',
  unpaid_phone_orders: 'takePhoneOrders',
  failed_messages: 'seeEmails',
  failed_refunds: 'managePayments',
  money_owed: 'managePayments',
  full_slots: 'seeSlots',
  unlisted_suburbs: 'manageSettings',
  meals_at_odds: 'editMeals',
  undeclared_meals: 'editMeals',
  unread_packs: 'editRecipes',
  sold_out_meals: 'seeMeals',
  alarms: 'manageSystem',
};

/** So many of a list are named; the others are behind its link. */
export const MOST_TODAY_ITEMS = 5;

/** For so long a delivery without an ending is asked after. */
const ASKED_AFTER_DAYS = 31;
/** For so long a flag is shown that nobody has seen. */
const FLAGGED_DAYS = 7;
/** By then every delivery of the day should have an ending. */
const DAY_ENDS_MINUTE = 21 * 60;
const NEARLY_FULL = 0.9;

export type DeliveryOfDay = {
  date: PlainDate;
  window: DeliveryWindow;
  status: DeliveryStatus;
  flag: DeliveryFlag | null;
  isFlagSeen: boolean;
  /** Staff decided that it stays missed. */
  isSettled: boolean;
  /** With someone who has allergies, a diet or a note. */
  hasNeeds: boolean;
  isOrderCancelled: boolean;
};

/** The first day whose deliveries can be on a list today. */
export function firstDayAskedAfter(today: PlainDate): PlainDate {
  return addDays(today, -ASKED_AFTER_DAYS);
}

/** Of its day, its window is over, and nobody has said how it ended. */
export function isLate(
  { date, window, status }: Pick<DeliveryOfDay, 'date' | 'window' | 'status'>,
  now: WallTime,
): boolean {
  return date === now.date && !isEnded(status) && now.minuteOfDay >= minutesOf(window).endMinute;
}

/** The lists that a delivery is on. Of a cancelled order only a flag is still of interest. */
export function listsOfDelivery(delivery: DeliveryOfDay, now: WallTime): ListOfDeliveries[] {
  const { date, status, flag, isFlagSeen, isSettled, hasNeeds, isOrderCancelled } = delivery;
  const isToday = date === now.date;
  const isOpen = !isEnded(status);
  const isOn: Record<ListOfDeliveries, boolean> = {
    // Also after midnight, until someone decides what becomes of it.
    missed:
      date <= now.date && date >= firstDayAskedAfter(now.date) && status === 'missed' && !isSettled,
    no_ending: date < now.date && date >= firstDayAskedAfter(now.date) && isOpen,
    late: isLate(delivery, now),
    flagged:
      flag !== null && !isFlagSeen && date <= now.date && date > addDays(now.date, -FLAGGED_DAYS),
    allergies: isToday && isOpen && hasNeeds,
  };
  return ([...DELIVERY_LISTS, 'allergies'] as const).filter(
    (list) => isOn[list] && (!isOrderCancelled || list === 'flagged'),
  );
}

/** The last day whose deliveries should all have ended: today from 9pm on. */
export function lastDayToHaveEnded({ date, minuteOfDay }: WallTime): PlainDate {
  return minuteOfDay >= DAY_ENDS_MINUTE ? date : addDays(date, -1);
}

/** Open, and more than nine tenths of its places are booked. */
export function isNearlyFull({ isActive, booked, maxDeliveries }: SlotState): boolean {
  return isActive && booked > maxDeliveries * NEARLY_FULL;
}
