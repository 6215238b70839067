import type { FastifyInstance } from 'fastify';
import {
  getToday,
  putOff as putOffCall,
  seeFlag as seeFlagCall,
  waiveWeekRow as waiveCall,
  type TodayReply,
  type TodayRowReply,
  type WeekCloseReply,
  type DayReply,
  type DayWindowReply,
} from '#areas/office/calls/today.ts';
import {
  searchPortal as searchCall,
  MOST_FOUND,
  MOST_IN_GROUP,
  type SearchReply,
} from '#areas/office/calls/search.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { seeFlag } from '#areas/delivery/server/pack-bag.ts';
import { putOff, findWaits, waiveWeekRow } from '#areas/office/server/put-off.ts';
import { and, eq, sql, DrizzleQueryError } from 'drizzle-orm';
import { type StaffMember, mayDo, recordedName } from '#platform/server/sign-in-port.ts';
import { DatabaseError } from 'pg';
import { type FoundKind, FOUND_KINDS } from '#areas/office/rules/search.ts';
import { markedWords, RANK } from '#platform/rules/search-key.ts';
import { wallTimeAt, instantOf, toInstantText, type WallTime } from '#platform/rules/zoned-time.ts';
import type { Finder, FoundItems } from '#platform/server/finders.ts';
import type { Database } from '#platform/server/db/client.ts';
import { replacedFacts } from '#areas/business/server/load-business.ts';
import { throttle } from '#platform/server/http/throttle.ts';
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import { canWait, countByPage, type TodayRow } from '#areas/order-book/rules/today-rows.ts';
import { listRows } from '#areas/office/server/write-export.ts';
import {
  ANNOUNCED_BEFORE_MS,
  describeWeekClose,
  WAIVABLE_ROWS,
  WEEK_ROW_RIGHTS,
  WEEK_ROWS,
} from '#areas/office/rules/week-close.ts';
import { cutoffOf, orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { readWeek } from '#areas/office/server/read-week.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { isLate } from '#areas/order-book/rules/today.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { listDueOrders } from '#areas/kitchen/server/list-goods.ts';
import { isGoingOut } from '#areas/order-book/server/open-balances.ts';
import {
  type CountedStops,
  countServed,
  countsOf,
  countStops,
} from '#areas/kitchen/server/count-portions.ts';

export function registerTodayRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getToday, ({ query, staff }) => describeToday(context, staff, query.day));

  staffRoute(app, searchCall, ({ body, staff }) => searchPortal(context, staff, body.q));

  staffRoute(app, putOffCall, async ({ body: { key, until, note }, staff }) => {
    await putOff(context, staff, { key, until: until === null ? null : Date.parse(until), note });
    return undefined;
  });

  staffRoute(app, waiveCall, async ({ body, staff }) => {
    await waiveWeekRow(context, staff, body);
    return undefined;
  });

  staffRoute(app, seeFlagCall, async ({ params, body, staff }) => {
    await seeFlag(context, staff, { ...params, ...body });
    return undefined;
  });
}

const A_SOURCE_MS = 150;
const LIMIT = { limit: 20, windowSeconds: 10 };
/** PostgreSQL's query_canceled. */
const STOPPED = '57014';

type Searching = Pick<Context, 'db' | 'clock' | 'site' | 'finders' | 'throttle'>;

/** What all sources find that this member of staff may see. A source that takes too long is named, and the others answer. */
export async function searchPortal(
  context: Searching,
  staff: StaffMember,
  q: string,
): Promise<SearchReply> {
  const refusal = (wait: string) => `Too many searches at once. Try again in ${wait}.`;
  await throttle(context, { key: `search ${staff.id}`, ...LIMIT, refusal });
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const own = context.finders.filter(
    ({ right, unless }) => mayDo(staff, right) && (unless === undefined || !mayDo(staff, unless)),
  );
  const shared = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
    const known = (shared.get(name) as Promise<T> | undefined) ?? find();
    shared.set(name, known);
    return known;
  };
  const answers = await Promise.all(
    own.map(async (finder) => ({
      kind: kindOf(finder),
      found: await inTime(context, (tx) =>
        finder.find(context, { q, today, limit: MOST_IN_GROUP, tx, once }),
      ),
    })),
  );
  const groups = answers
    .flatMap(({ kind, found }) =>
      found ? { kind, ...found, rank: found.items[0]?.rank ?? 0 } : [],
    )
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => b.rank - a.rank || placeOf(a.kind) - placeOf(b.kind));
  let left = MOST_FOUND;
  const shown = groups.flatMap((group) => {
    const items = group.items.slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : { ...group, items };
  });
  return {
    q,
    groups: shown.map(({ kind, items, rank, more }) => ({
      kind,
      rank,
      more,
      items: items.map(({ id, title, detail, link }) => ({
        id,
        title,
        detail,
        link,
        marks: markedWords(q, title, detail),
      })),
    })),
    nearly: shown.some(({ items }) => items.some(({ rank }) => rank === RANK.nearly)),
    late: answers.flatMap(({ kind, found }) => (found ? [] : kind)),
  };
}

function kindOf({ kind }: Finder): FoundKind {
  const known = FOUND_KINDS.find((one) => one === kind);
  if (!known) throw new Error(`found-kinds.ts has no ${kind}`);
  return known;
}

function placeOf(kind: FoundKind): number {
  return FOUND_KINDS.indexOf(kind);
}

/** Null: it took too long. */
async function inTime(
  { db }: Pick<Context, 'db'>,
  find: (tx: Parameters<Finder['find']>[1]['tx']) => Promise<FoundItems>,
): Promise<FoundItems | null> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${A_SOURCE_MS}`));
        return find(tx);
      },
      { accessMode: 'read only' },
    );
  } catch (error) {
    const cause = error instanceof DrizzleQueryError ? error.cause : error;
    if (cause instanceof DatabaseError && cause.code === STOPPED) return null;
    throw error;
  }
}

/** What `staff` may decide, and how a day goes: today unless `day` says another. */
async function describeToday(
  context: Context,
  staff: StaffMember,
  day?: PlainDate,
): Promise<TodayReply> {
  const { business } = await context.site.current();
  const at = context.clock();
  const now = wallTimeAt(at, business.timeZone);
  const [all, week, dayReply] = await Promise.all([
    listRows(context, staff),
    describeWeek(context, staff),
    describeDay(context, staff, { date: day ?? now.date, now }),
  ]);
  const waits = await findWaits(context, all, at);
  const rows = all.filter(({ key }) => !waits.has(key));
  const describe = (row: TodayRow) => toRowReply(row, manyOf(context, row));
  return {
    at: toInstantText(at),
    rows: rows.map(describe),
    count: rows.length,
    byPage: countByPage(rows),
    waiting: all.flatMap((row) => {
      const wait = waits.get(row.key);
      if (!wait) return [];
      const { until, note, by } = wait;
      return [{ ...describe(row), until: toInstantText(until), note, by }];
    }),
    week,
    day: dayReply,
  };
}

function manyOf({ today }: Pick<Context, 'today'>, { kind }: TodayRow): string {
  return today.find(({ kinds }) => kind in kinds)?.kinds[kind]?.many ?? '';
}

function toRowReply(row: TodayRow, many: string): TodayRowReply {
  const { key, kind, level, title, detail, measured, page, link, action, version } = row;
  return {
    key,
    kind,
    many,
    level,
    title,
    detail: [...detail, ...(measured === undefined ? [] : [measured])].join(' · '),
    about: row.about ?? 1,
    since: instantText(row.since),
    dueAt: instantText(row.dueAt),
    page,
    action: { label: action, opens: link },
    canWait: canWait(level),
    ...(version !== undefined && { version }),
  };
}

function instantText(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : toInstantText(instant);
}

/** The rows that `staff` may see; null: no week closes, or the role sees none of its rows. */
async function describeWeek(context: Context, staff: StaffMember): Promise<WeekCloseReply | null> {
  const { business } = await context.site.current();
  const now = context.clock();
  const onSale = orderingWeekAt(now, business);
  const isReopened = await wasClosed(context.db, onSale.weekStart);
  const isAnnounced = isReopened || now >= onSale.cutoff - ANNOUNCED_BEFORE_MS;
  const weekStart = isAnnounced ? onSale.weekStart : addDays(onSale.weekStart, -7);
  const endsAt = instantOf({ date: addDays(weekStart, 7), minuteOfDay: 0 }, business.timeZone);
  const seen = WEEK_ROWS.filter((row) => mayDo(staff, WEEK_ROW_RIGHTS[row]));
  if (now >= endsAt || seen.length === 0) return null;
  const facts = await readWeek(context, {
    weekStart,
    cutoff: cutoffOf(weekStart, business),
    endsAt,
    isReopened,
    onSale: onSale.weekStart,
    seen,
  });
  const week = describeWeekClose(facts, now, seen);
  if (week === null) return null;
  const waivable: readonly string[] = WAIVABLE_ROWS;
  return {
    weekStart,
    ...week,
    rows: week.rows.map((row) => ({
      ...row,
      mayWaive: waivable.includes(row.row) && mayDo(staff, 'editSlots'),
    })),
  };
}

/** Whether its sale had ended by a cut-off that was in force before the present one. */
async function wasClosed(db: Database, weekStart: PlainDate): Promise<boolean> {
  const before = await replacedFacts(db, new Date(Date.parse(addDays(weekStart, -14))));
  return before.some(({ business, until }) => cutoffOf(weekStart, business) <= until);
}

async function describeDay(
  context: Context,
  staff: StaffMember,
  { date, now }: { date: PlainDate; now: WallTime },
): Promise<DayReply> {
  const { db } = context;
  const [stops, portions, drivers, allergies, kitchen] = await Promise.all([
    countStops(db, date),
    countServed(db, { from: date, to: date }),
    listDriversOfDay(db, date),
    countNeedy(db, date),
    mayDo(staff, 'seeDailyPrep') ? readKitchenDay(context, date) : { cooking: [], arriving: [] },
  ]);
  return {
    date,
    windows: inTimeOrder(stops.map(({ window }) => window))
      .map((window) =>
        describeWindow(
          window,
          stops.filter((one) => one.window === window),
          { date, now, drivers: drivers.filter((one) => one.window === window) },
        ),
      )
      .filter(({ stops: count }) => count > 0),
    meals: portions.reduce((sum, one) => sum + one.portions, 0),
    allergies,
    ...kitchen,
  };
}

/** What keeps the longest is cooked so many days before it is delivered. */
const COOKED_AHEAD_DAYS = 6;

async function readKitchenDay(
  context: Context,
  date: PlainDate,
): Promise<Pick<DayReply, 'cooking' | 'arriving'>> {
  const [plan, due] = await Promise.all([
    readPlan(context, { from: date, to: addDays(date, COOKED_AHEAD_DAYS), forecast: 'off' }),
    listDueOrders(context.db, date),
  ]);
  const done = plan.batches.filter(({ state }) => state === 'done');
  const cooked = [...plan.cookings, ...done].filter(({ cookDate }) => cookDate === date);
  return {
    cooking: byName(
      cooked.map(({ componentId }) => plan.book.components.get(componentId ?? 0)?.name ?? ''),
    ),
    arriving: byName(due.filter(({ arrives }) => arrives === date).map(({ supplier }) => supplier)),
  };
}

function byName(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').toSorted(compareText);
}

type Driven = { name: string; stops: number };

function describeWindow(
  window: DeliveryWindow,
  stops: readonly CountedStops[],
  { date, now, drivers }: { date: PlainDate; now: WallTime; drivers: readonly Driven[] },
): DayWindowReply {
  return {
    window,
    stops: countOf(stops),
    late: countOf(stops.filter((those) => isLate({ ...those, date }, now))),
    counts: countsOf(stops),
    drivers: drivers.map(({ name, stops: number }) => ({ name, stops: number })),
  };
}

function countOf(stops: readonly CountedStops[]): number {
  return stops.reduce((sum, { count }) => sum + count, 0);
}

async function listDriversOfDay(db: Database, date: PlainDate) {
  const rows = await db
    .select({
      window: deliveries.window,
      firstName: staffTable.firstName,
      lastName: staffTable.lastName,
      email: staffTable.email,
      stops: sql<number>`count(*)::int`,
    })
    .from(deliveries)
    .innerJoin(staffTable, eq(staffTable.id, deliveries.driverId))
    .where(isOnItsWay(date))
    .groupBy(deliveries.window, staffTable.id)
    .orderBy(deliveries.window, staffTable.firstName, staffTable.id);
  return rows.map(({ window, stops, ...driver }) => ({
    window,
    stops,
    name: recordedName(driver),
  }));
}

/** People of the day's bags with allergies, a diet or a note. */
async function countNeedy(db: Database, date: PlainDate): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(distinct ${people.id})::int` })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(isOnItsWay(date), rowHasFoodNeeds()));
  return found?.count ?? 0;
}

function isOnItsWay(date: PlainDate) {
  return and(eq(deliveries.date, date), isGoingOut());
}
