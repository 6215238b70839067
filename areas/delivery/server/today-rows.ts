import {
  and,
  asc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { formatDate } from '#platform/rules/plain-date.ts';
import { instantOf, type WallTime } from '#platform/rules/zoned-time.ts';
import { minutesOf, windowLabel, timeText } from '#areas/business/rules/delivery-windows.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { untilText } from '#areas/order-book/rules/missed-choice.ts';
import {
  DELIVERY_STATUSES,
  flagText,
  isEnded,
  type MissedChoice,
} from '#areas/order-book/rules/delivery.ts';
import { matterText } from '#areas/order-book/rules/food-matters.ts';
import { closingName, incidentProgress, incidentStatus } from '#areas/order-book/rules/incident.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { isToPack, MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import {
  type DeliveryOfDay,
  firstDayAskedAfter,
  type ListOfDeliveries,
  listsOfDelivery,
} from '#areas/order-book/rules/today.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { mayDo } from '#platform/server/sign-in-port.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { missedChoices } from '#areas/order-book/server/tables/order-changes.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import { listOpenMatters } from '#areas/orders/server/food-calls.ts';
import { listIncidents } from '#areas/delivery/server/incidents.ts';
import { listMissing } from './pack-day.ts';

const OF_DELIVERIES = { page: 'deliveries', right: 'seeDeliveries' } as const;

export const deliveryToday: readonly TodayRows[] = [
  {
    kinds: {
      missed: { level: 'without', many: 'not delivered', ...OF_DELIVERIES },
      no_ending: {
        level: 'without',
        many: 'days without endings',
        alarms: ['deliveries_open'],
        ...OF_DELIVERIES,
      },
      late: { level: 'without', many: 'late windows', ...OF_DELIVERIES },
      flagged: { level: 'without', many: 'reports to check', ...OF_DELIVERIES },
    },
    find: findDeliveries,
  },
  {
    kinds: { short: { level: 'without', many: 'missing from bags', ...OF_DELIVERIES } },
    find: findShortBags,
  },
  {
    kinds: {
      closing: {
        level: 'without',
        many: 'closed windows',
        page: 'deliveries',
        right: 'moveDeliveries',
      },
    },
    find: findClosings,
  },
];

type ListedDelivery = DeliveryOfDay & {
  id: number;
  version: number;
  orderId: number;
  customer: string;
  /** For one that is missed: the customer asks for a call; until when they may choose. */
  chosen: MissedChoice | null;
  chooseUntil: Date | null;
  statusAt: Date | null;
};

/**
 * Those that can be on a list now, the oldest first: late, earlier and open, to be checked, or missed without a decision.
 * Not the whole day, most of which needs nobody.
 */
async function readDeliveries(db: Database, now: WallTime): Promise<ListedDelivery[]> {
  const rows = await db
    .select({
      id: deliveries.id,
      orderId: orders.id,
      orderStatus: orders.status,
      firstName: orders.firstName,
      lastName: orders.lastName,
      phone: orders.phone,
      recipient: orders.recipient,
      date: deliveries.date,
      window: deliveries.window,
      status: deliveries.status,
      statusAt: deliveries.statusAt,
      flag: deliveries.flag,
      flagSeenAt: deliveries.flagSeenAt,
      version: deliveries.version,
      settledAt: deliveries.settledAt,
      chosen: missedChoices.chosen,
      chooseUntil: missedChoices.until,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .leftJoin(
      missedChoices,
      and(
        eq(missedChoices.deliveryId, deliveries.id),
        eq(missedChoices.attempt, deliveries.attempt),
      ),
    )
    .where(and(mayNeedAHand(now), not(isTestOrder(orders.id))))
    .orderBy(
      asc(deliveries.date),
      asc(deliveries.window),
      asc(deliveries.stop),
      asc(deliveries.id),
    );
  return rows.map((row) => {
    const { orderStatus, firstName, lastName, phone, recipient, ...rest } = row;
    const { settledAt, flagSeenAt, ...delivery } = rest;
    return {
      ...delivery,
      isSettled: settledAt !== null,
      isFlagSeen: flagSeenAt !== null,
      customer: customerName(handedTo({ customer: { firstName, lastName, phone }, recipient })),
      isOrderCancelled: orderStatus === 'cancelled',
    };
  });
}

function mayNeedAHand(now: WallTime) {
  const today = now.date;
  const isOpen = notInArray(deliveries.status, DELIVERY_STATUSES.filter(isEnded));
  const isOver = sql`right(${deliveries.window}, 5) <= ${timeText(now.minuteOfDay)}`;
  return and(
    gte(deliveries.date, firstDayAskedAfter(today)),
    lte(deliveries.date, today),
    or(
      and(isOpen, lt(deliveries.date, today)),
      and(isOpen, isOver),
      and(isNotNull(deliveries.flag), isNull(deliveries.flagSeenAt)),
      and(eq(deliveries.status, 'missed'), isNull(deliveries.settledAt)),
    ),
  );
}

async function findDeliveries({ db }: Context, asked: TodayAsked): Promise<FoundRow[]> {
  const all = await readDeliveries(db, asked.now);
  const listed = (kind: ListOfDeliveries) =>
    all.filter((delivery) => listsOfDelivery(delivery, asked.now).includes(kind));
  return [
    ...listed('missed').map((delivery) => describeMissed(delivery, asked)),
    ...[...Map.groupBy(listed('no_ending'), ({ date }) => date)].map(describeDay),
    ...[...Map.groupBy(listed('late'), ({ window }) => window)].map((those) =>
      describeLate(those, asked),
    ),
    ...listed('flagged').map((delivery) => describeFlagged(delivery, asked)),
  ];
}

function describeMissed(delivery: ListedDelivery, asked: TodayAsked): FoundRow {
  const { id, customer, orderId, statusAt } = delivery;
  return {
    kind: 'missed',
    id,
    title: `${customer}, not delivered`,
    detail: [whenOf(delivery, asked), ...waitingFor(delivery, asked)],
    since: statusAt?.getTime() ?? null,
    dueAt: null,
    link: linkOf(delivery, asked, 'missed'),
    action: 'Decide',
    orderId,
    covers: `delivery:${id}`,
  };
}

/** What staff need to know before they decide on it themselves. */
function waitingFor(
  { chosen, chooseUntil }: Pick<ListedDelivery, 'chosen' | 'chooseUntil'>,
  { at, business }: TodayAsked,
): string[] {
  if (chosen === 'call') return ['asks for a call'];
  if (chosen !== null || chooseUntil === null || chooseUntil.getTime() <= at) return [];
  return [`may choose until ${untilText(chooseUntil.getTime(), business.timeZone)}`];
}

function describeDay([date, those]: [string, ListedDelivery[]]): FoundRow {
  const [first] = those;
  return {
    kind: 'no_ending',
    id: date,
    title: `${formatDate(date)}: ${deliveriesText(those.length)} without an ending`,
    detail: namesOf(those),
    about: those.length,
    link: portalLink({ tab: 'deliveries', date, end: 'day' }),
    action: 'End the day…',
    orderId: those.length === 1 ? (first?.orderId ?? null) : null,
  };
}

function describeLate(
  [window, those]: [ListedDelivery['window'], ListedDelivery[]],
  { now, business }: TodayAsked,
): FoundRow {
  const { endMinute } = minutesOf(window);
  return {
    kind: 'late',
    id: `${now.date} ${window}`,
    title: `${windowLabel(window)} is late: ${deliveriesText(those.length)}`,
    detail: namesOf(those),
    about: those.length,
    since: instantOf({ date: now.date, minuteOfDay: endMinute }, business.timeZone),
    link: portalLink({ tab: 'deliveries', date: now.date, status: 'late' }),
    action: 'Look',
    orderId: those.length === 1 ? (those[0]?.orderId ?? null) : null,
  };
}

function describeFlagged(delivery: ListedDelivery, asked: TodayAsked): FoundRow {
  const { id, customer, flag, status, orderId, statusAt, version } = delivery;
  return {
    kind: 'flagged',
    id,
    title: `${customer}: ${flag === null ? '' : flagText({ flag, status }).toLowerCase()}`,
    detail: [whenOf(delivery, asked)],
    since: statusAt?.getTime() ?? null,
    link: linkOf(delivery, asked, 'flagged'),
    action: 'Seen',
    orderId,
    subject: `delivery:${id}`,
    version,
  };
}

/** The order, for those who may open it and on its day; else the list of its day. */
function linkOf({ date, orderId }: ListedDelivery, { staff, now }: TodayAsked, status: string) {
  return date === now.date && mayDo(staff, 'seeOrders')
    ? portalLink({ tab: 'orders', order: orderId })
    : portalLink({ tab: 'deliveries', date, status });
}

function whenOf({ date, window }: ListedDelivery, { now }: TodayAsked): string {
  const day = date === now.date ? '' : `${formatDate(date)}, `;
  return `${day}${windowLabel(window)}`;
}

const MOST_NAMES = 4;

function namesOf(those: readonly ListedDelivery[]): string[] {
  const names = those.slice(0, MOST_NAMES).map(({ customer }) => customer);
  const rest = those.length - names.length;
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function deliveriesText(count: number): string {
  return count === 1 ? '1 delivery' : `${count} deliveries`;
}

/** Portions that packers miss, today and tomorrow; of bags that went without, until it is settled with their people. */
async function findShortBags(
  { db }: Context,
  { now: { date: today } }: TodayAsked,
): Promise<FoundRow[]> {
  const missing = await listMissing(db, { from: today });
  const open = (await listOpenMatters(db)).filter(({ kind }) => kind === 'short');
  return [
    ...missing
      .filter(
        (portion) => !portion.isRefunded && portion.status !== 'out' && !isEnded(portion.status),
      )
      .map((portion): FoundRow => ({
        kind: 'short',
        id: `portion ${portion.itemId}`,
        title: `Stop ${portion.stop}, ${customerName(portion)}: ${portion.mealName} is missing`,
        detail: [
          MISSING_REASON_LABELS[portion.reason].toLowerCase(),
          ...(isToPack(portion) ? [] : ['packed short']),
          ...(portion.date === today ? [] : [formatDate(portion.date)]),
          windowLabel(portion.window),
        ],
        link: portalLink({ tab: 'deliveries', date: portion.date }),
        action: 'Look',
        orderId: portion.orderId,
        subject: `portion:${portion.itemId}`,
      })),
    ...open.map((matter): FoundRow => ({
      kind: 'short',
      id: matter.id,
      title: matterText(matter),
      detail: [matter.people[0]?.name ?? '', matter.orderNumber],
      since: Date.parse(matter.openedAt),
      link: portalLink({ tab: 'recipes' }),
      action: 'Settle',
      orderId: matter.orderId,
    })),
  ];
}

async function findClosings({ db }: Context): Promise<FoundRow[]> {
  const open = await listIncidents(db);
  return open
    .filter(({ counts, isSettled }) => incidentStatus(counts, isSettled) === 'stuck')
    .map(({ id, counts, startedAt, by, ...closing }): FoundRow => ({
      kind: 'closing',
      id,
      title: `${closingName(closing)} is closed: ${incidentProgress(counts)}`,
      detail: [by],
      about: counts.failed,
      since: Date.parse(startedAt),
      link: portalLink({ tab: 'close', incident: id }),
      action: 'Decide',
    }));
}
