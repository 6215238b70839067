/** What Today says of each list, and where its numbers lead. */
import { amountInDollars } from '#platform/rules/money.ts';
import type { TodayItemReply, TodayListReply, TodayReply } from '#areas/office/calls/today.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { TodayList } from '#areas/order-book/rules/today.ts';
import { paths } from '#platform/web/navigation/paths.ts';

/** `bad`: someone is without their meals, or may get the wrong ones. `look`: today. `later`: when there is time. */
type Urgency = 'bad' | 'look' | 'later';

type ListFacts = {
  title: string;
  urgency: Urgency;
  link: (first: TodayItemReply | undefined) => string;
};

/** For the day of one of its deliveries; without a day the page opens at today. */
const deliveriesPage =
  (filter: { status?: string; allergies?: 'yes' }) => (item: TodayItemReply | undefined) =>
    paths.admin({ tab: 'deliveries', date: item?.date ?? undefined, ...filter });

/** The id of a row names its date and windows. */
function closePage(item: TodayItemReply | undefined): string {
  const [date, window] = String(item?.id ?? '').split(' ');
  return paths.admin({ tab: 'close', date, window });
}

export const TODAY_LIST_FACTS: Record<TodayList, ListFacts> = {
  given_held: {
    title: 'Call now about food',
    urgency: 'bad',
    link: () => paths.admin({ tab: 'recipes' }),
  },
  problems: {
    title: 'Problems that customers report',
    urgency: 'bad',
    link: () => paths.admin({ tab: 'problems' }),
  },
  missed: {
    title: 'Not delivered',
    urgency: 'bad',
    link: deliveriesPage({ status: 'missed' }),
  },
  no_ending: {
    title: 'Earlier days without an ending',
    urgency: 'bad',
    link: deliveriesPage({ status: 'open' }),
  },
  late: { title: 'Late', urgency: 'bad', link: deliveriesPage({ status: 'late' }) },
  flagged: {
    title: 'Reports to check',
    urgency: 'bad',
    link: deliveriesPage({ status: 'flagged' }),
  },
  not_offered: {
    title: 'Booked when you don’t deliver',
    urgency: 'bad',
    link: closePage,
  },
  short: { title: 'Missing from bags', urgency: 'bad', link: deliveriesPage({}) },
  on_hold: {
    title: 'Meals on hold',
    urgency: 'bad',
    link: () => paths.admin({ tab: 'recipes' }),
  },
  told: {
    title: 'They wrote of an allergy',
    urgency: 'bad',
    link: () => paths.admin({ tab: 'recipes' }),
  },
  undecided: {
    title: 'Orders to decide',
    urgency: 'look',
    link: () => paths.admin({ tab: 'orders', status: 'pending' }),
  },
  allergies: {
    title: 'Allergies and diets to come',
    urgency: 'look',
    link: deliveriesPage({ allergies: 'yes' }),
  },
  unpaid_phone_orders: {
    title: 'Phone orders not paid',
    urgency: 'look',
    link: () => paths.admin({ tab: 'phone' }),
  },
  failed_messages: {
    title: 'Failed emails and texts',
    urgency: 'look',
    link: () => paths.admin({ tab: 'mail', status: 'failed' }),
  },
  failed_refunds: {
    title: 'Failed refunds',
    urgency: 'look',
    link: () => paths.admin({ tab: 'payments' }),
  },
  alarms: { title: 'Alarms', urgency: 'look', link: () => paths.admin({ tab: 'system' }) },
  full_slots: {
    title: 'Nearly full slots',
    urgency: 'later',
    link: (item) => paths.deliverySlots({ week: item?.date ?? undefined }),
  },
  unlisted_suburbs: {
    title: 'Suburbs of open orders that are not on your list',
    urgency: 'later',
    link: () => paths.admin({ tab: 'settings', section: 'Where' }),
  },
  failed_readings: {
    title: 'Failed readings: what was done?',
    urgency: 'look',
    link: () => paths.admin({ tab: 'food-safety' }),
  },
  untrained: {
    title: 'No training on record',
    urgency: 'later',
    link: () => paths.admin({ tab: 'food-safety' }),
  },
  missing_checks: {
    title: 'Food safety checks missing',
    urgency: 'look',
    link: () => paths.admin({ tab: 'food-safety' }),
  },
  meals_at_odds: {
    title: 'Meals not on the menu: their text, allergens and diets disagree',
    urgency: 'look',
    link: () => paths.admin({ tab: 'meals' }),
  },
  undeclared_meals: {
    title: 'Meals whose allergens nobody has declared',
    urgency: 'later',
    link: () => paths.admin({ tab: 'meals' }),
  },
  unread_packs: {
    title: 'Read their labels: do they contain what the ingredient says?',
    urgency: 'later',
    link: () => paths.admin({ tab: 'cookbook', part: 'suppliers' }),
  },
  sold_out_meals: {
    title: 'Meals sold out',
    urgency: 'look',
    link: () => paths.admin({ tab: 'meals' }),
  },
  money_owed: {
    title: 'Open balances',
    urgency: 'later',
    link: () => paths.admin({ tab: 'payments' }),
  },
};

/** "$5.99 to pay, $1.00 to refund"; empty for any other list. */
export function describeMoney({ money }: Pick<TodayListReply, 'money'>): string {
  if (!money) return '';
  return [
    money.owed !== '0.00' && `${amountInDollars(money.owed)} to pay`,
    money.toRefund !== '0.00' && `${amountInDollars(money.toRefund)} to refund`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "12 deliveries today." */
export function countDeliveries({ windows }: Pick<TodayReply, 'windows'>): string {
  const count = windows.reduce((sum, { stops }) => sum + stops, 0);
  if (count === 0) return 'No deliveries today.';
  return count === 1 ? '1 delivery today.' : `${count} deliveries today.`;
}

/** Where one row of a list leads; null: nowhere but to its list. */
export function linkOfItem(
  kind: TodayList,
  item: TodayItemReply,
  { today, mayOpenOrders }: { today: PlainDate; mayOpenOrders: boolean },
): string | null {
  if (kind === 'not_offered') return TODAY_LIST_FACTS[kind].link(item);
  const isElsewhere = item.date !== null && item.date !== today && kind !== 'on_hold';
  if (isElsewhere) return TODAY_LIST_FACTS[kind].link(item);
  if (item.orderId === null || !mayOpenOrders) return null;
  return paths.admin({ tab: 'orders', order: item.orderId });
}
