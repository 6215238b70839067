/** What `describeWeekClose` goes by, read from the database. */
import { and, asc, eq, gte, inArray, lte, not, or, sql } from 'drizzle-orm';
import type { WeekCloseFacts, WeekRow } from '#areas/office/rules/week-close.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { DELIVERY_STATUSES, isEnded } from '#areas/order-book/rules/delivery.ts';
import { HOLDS } from '#areas/needs/rules/gate/verdict.ts';
import { hasChanges } from '#areas/printouts/rules/printout-state.ts';
import {
  addDays,
  formatDayAndMonth,
  type PlainDate,
  weekFrom,
} from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { recordedName } from '#platform/server/sign-in-port.ts';
import { menuWeeks } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { listPrintouts } from '#areas/printouts/server/printouts.ts';
import { describeShopping } from '#areas/kitchen/server/describe-shopping.ts';
import { listMissingFacts } from '#areas/kitchen/server/production-plan.ts';
import { readShopping } from '#areas/kitchen/server/read-shopping.ts';
import { findLastCheck } from '#areas/payments/server/check-books.ts';
import { listSlots } from '#areas/places/server/delivery-slots.ts';
import { weekCloseNotes } from '#areas/office/server/tables/week-close.ts';

type WeekQuery = {
  weekStart: PlainDate;
  cutoff: Instant;
  endsAt: Instant;
  isReopened: boolean;
  /** The first day of the week that can be ordered now. */
  onSale: PlainDate;
  seen: readonly WeekRow[];
};

/** Parts that only rows nobody asked for need are not read. */
export async function readWeek(context: Context, asked: WeekQuery): Promise<WeekCloseFacts> {
  const { weekStart, cutoff, endsAt, isReopened, seen } = asked;
  const { business } = await context.site.current();
  const week = { from: weekStart, to: addDays(weekStart, 6) };
  const isClosed = context.clock() >= cutoff;
  const sees = (row: WeekRow) => isClosed && seen.includes(row);
  const [sums, kitchen, check, printouts, drivers, nextWeek, notNeeded] = await Promise.all([
    sumUp(context.db, week, cutoff),
    sees('totals') || sees('suppliers') ? readKitchen(context, week) : null,
    sees('money') ? findLastCheck(context) : undefined,
    sees('printouts') ? readPrintouts(context, week, business) : null,
    readDrivers(context.db, week),
    readNextWeek(context, asked.onSale, business),
    readNotes(context.db, weekStart),
  ]);
  return {
    weekStart,
    weekEnd: week.to,
    timeZone: business.timeZone,
    cutoff,
    endsAt,
    isReopened,
    ...sums,
    missingFacts: kitchen?.missingFacts ?? null,
    suppliers: kitchen?.suppliers ?? { total: 0, ordered: 0, next: '' },
    booksMatch: check?.ok ?? null,
    printouts,
    drivers,
    nextWeek,
    notNeeded,
  };
}

type Week = { from: PlainDate; to: PlainDate };

type Sums = Pick<
  WeekCloseFacts,
  | 'orders'
  | 'meals'
  | 'deliveries'
  | 'fullWindows'
  | 'paying'
  | 'holds'
  | 'notes'
  | 'undecided'
  | 'failedRefunds'
>;

async function sumUp(db: Database, { from, to }: Week, cutoff: Instant) {
  const ofWeek = sql`d.date between ${from} and ${to} and d.status <> 'cancelled'
    and not ${isTestOrder(sql`d.order_id`)}`;
  const inWeek = sql`exists (select from deliveries d where d.order_id = o.id and ${ofWeek})`;
  const unpaid = sql`holds h join delivery_slots s on s.id = h.slot_id
    join checkouts c on c.id = h.owner_id where s.date between ${from} and ${to}`;
  const { rows } = await db.execute<
    Sums & { payingUntil: string | null; lastOrderAt: string | null }
  >(sql`select
    (select count(distinct d.order_id)::int from deliveries d where ${ofWeek}) as orders,
    (select count(*)::int from deliveries d where ${ofWeek}) as deliveries,
    (select count(*)::int from order_items i join deliveries d on d.id = i.delivery_id where ${ofWeek}) as meals,
    (select count(*)::int from delivery_slots where date between ${from} and ${to}
      and is_active and booked + held >= max_deliveries) as "fullWindows",
    (select count(distinct h.owner_id)::int from ${unpaid}) as paying,
    (select to_char(max(c.hold_until) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from ${unpaid}) as "payingUntil",
    (select to_char(max(o.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from orders o
      where o.created_at >= ${new Date(cutoff)} and ${inWeek}) as "lastOrderAt",
    (select count(*)::int from food_matters m join deliveries d on d.id = m.delivery_id join orders o on o.id = m.order_id
      where m.kind in ${[...HOLDS]} and m.settled_at is null and o.status <> 'cancelled' and ${ofWeek}) as holds,
    (select count(*)::int from food_matters m join orders o on o.id = m.order_id
      where m.kind = 'told' and m.settled_at is null and ${inWeek}) as notes,
    (select count(*)::int from orders o where o.status = 'pending' and ${inWeek}) as undecided,
    (select count(*)::int from refunds r where r.state = 'failed' and r.handled_at is null
      and not ${isTestOrder(sql`r.order_id`)}) as "failedRefunds"`);
  const [found] = rows;
  if (!found) throw new Error('the sums of a week returned nothing');
  const { payingUntil, lastOrderAt, ...sums } = found;
  return { ...sums, payingUntil: instant(payingUntil), lastOrderAt: instant(lastOrderAt) };
}

function instant(text: string | null): Instant | null {
  return text === null ? null : Date.parse(text);
}

/** What the plan lacks, and what is ordered of what is to be bought: by supplier and arrival. */
async function readKitchen(context: Context, week: Week) {
  const list = await readShopping(context, { ...week, forecast: 'off', arrivals: [] });
  const orders = describeShopping(list, week).orders.filter(
    ({ sent, lines }) => sent !== null || lines.some(({ packs }) => packs > 0),
  );
  const open = orders.filter(({ sent }) => sent === null);
  const [next] = open;
  return {
    missingFacts: list.plan.book.meals.size === 0 ? null : listMissingFacts(list.plan).length,
    suppliers: {
      total: orders.length,
      ordered: orders.length - open.length,
      next: next ? `${next.supplier} for ${formatDayAndMonth(next.arrives)}` : '',
    },
  };
}

const PRINTED = { prep_sheet: 'prep sheet', run_sheet: 'run sheet', labels: 'labels' } as const;

/** For the first day on which something is delivered. */
async function readPrintouts(
  context: Context,
  { from, to }: Week,
  { timeZone }: BusinessFacts,
): Promise<WeekCloseFacts['printouts']> {
  const [first] = await context.db
    .select({ date: deliveries.date })
    .from(deliveries)
    .where(
      and(
        gte(deliveries.date, from),
        lte(deliveries.date, to),
        sql`${deliveries.status} <> 'cancelled'`,
        not(isTestOrder(deliveries.orderId)),
      ),
    )
    .orderBy(asc(deliveries.date))
    .limit(1);
  if (!first) return null;
  const printed = await listPrintouts(context, first.date);
  const stale = printed.map(({ unprinted }) => unprinted).filter(hasChanges);
  const orders = new Set(stale.flatMap((one) => one.orders.map(({ orderId }) => orderId)));
  const work = new Set(stale.flatMap((one) => one.work));
  return {
    date: first.date,
    isOver: first.date < wallTimeAt(context.clock(), timeZone).date,
    missing: (Object.keys(PRINTED) as (keyof typeof PRINTED)[])
      .filter((kind) => !printed.some(({ printout }) => printout.kind === kind))
      .map((kind) => PRINTED[kind]),
    changes: stale.length === 0 ? null : { orders: orders.size, work: work.size },
  };
}

async function readDrivers(db: Database, { from, to }: Week): Promise<WeekCloseFacts['drivers']> {
  const [accounts] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(staffTable)
    .where(and(eq(staffTable.isActive, true), eq(staffTable.role, 'driver')));
  const [without] = await db
    .select({
      date: deliveries.date,
      window: deliveries.window,
      stops: sql<number>`count(*)::int`,
    })
    .from(deliveries)
    .where(
      and(
        gte(deliveries.date, from),
        lte(deliveries.date, to),
        inArray(
          deliveries.status,
          DELIVERY_STATUSES.filter((status) => !isEnded(status)),
        ),
        sql`${deliveries.driverId} is null`,
        not(isTestOrder(deliveries.orderId)),
      ),
    )
    .groupBy(deliveries.date, deliveries.window)
    .orderBy(asc(deliveries.date), asc(deliveries.window))
    .limit(1);
  return { accounts: accounts?.count ?? 0, without: without ?? null };
}

/** The week on sale: whether a kitchen that plans menus has its menu, and its windows without a row. */
async function readNextWeek(
  { db }: Pick<Context, 'db'>,
  onSale: PlainDate,
  business: BusinessFacts,
): Promise<WeekCloseFacts['nextWeek']> {
  const days = weekFrom(onSale);
  const ready = await db
    .select({ weekStart: menuWeeks.weekStart })
    .from(menuWeeks)
    .where(and(eq(menuWeeks.state, 'ready'), gte(menuWeeks.weekStart, addDays(onSale, -28))));
  const weeks = ready.map(({ weekStart }) => weekStart);
  const plansMenus = weeks.some((week) => week < onSale);
  const slots = await listSlots(db, { from: onSale, to: addDays(onSale, 6) });
  const isSet = new Set(slots.map(({ date, timeSlot }) => `${date} ${timeSlot}`));
  return {
    hasMenu: !plansMenus || weeks.includes(onSale),
    notSet: days.flatMap((date) =>
      windowsOn(business, date).filter((window) => !isSet.has(`${date} ${window}`)),
    ).length,
  };
}

async function readNotes(db: Database, weekStart: PlainDate): Promise<WeekCloseFacts['notNeeded']> {
  const notes = await db
    .select({ row: weekCloseNotes.row, by: staffTable })
    .from(weekCloseNotes)
    .innerJoin(staffTable, eq(staffTable.id, weekCloseNotes.staffId))
    .where(
      or(
        eq(weekCloseNotes.weekStart, weekStart),
        and(eq(weekCloseNotes.stays, true), lte(weekCloseNotes.weekStart, weekStart)),
      ),
    );
  return Object.fromEntries(notes.map(({ row, by }) => [row, recordedName(by)]));
}
