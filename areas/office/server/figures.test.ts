/** Each figure against plain SQL that takes days off the kitchen's clock, over weeks of random business. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerMerges } from '#areas/customers/server/tables/customers.ts';
import { orders as orderRows } from '#areas/order-book/server/tables/orders.ts';
import type { FiguresReply } from '#areas/office/calls/figures.ts';
import {
  aPaidOrder,
  aStaffClient,
  orderThatOwes,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { writeRandomWeeks } from '#quality/support/random/random-weeks.ts';
import { seededRandom } from '#app/server/stage.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** In each of the zones; a hundred in all. */
const RANGES = 34;

let t: TestApp;
let staff: StaffClient;
let pool: pg.Pool;

async function figures(query = ''): Promise<FiguresReply> {
  const reply = await staff.get(`/api/admin/figures${query}`);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<FiguresReply>();
}

const lines = async (url: string) => {
  const reply = await staff.get(url);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  return reply.body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
};

async function open(timeZone: string, gstRegistered = false) {
  t = await startTestApp({ business: { timeZone, gstRegistered, abn: '51 824 753 556' } });
  staff = await aStaffClient(t);
  pool = new pg.Pool({ connectionString: t.context.backup.databaseUrl, max: 1 });
  return async () => {
    await pool.end();
    await t.close();
  };
}

/** One side of the page: its days, and up to which time of the wall clock, if it is under way. */
type Span = { from: string; to: string; until?: string };

async function one<Row>(query: string): Promise<Row> {
  return (await pool.query(query)).rows[0];
}

/** As the page should say, read row by row from the wall clock and never from an instant. */
async function bySql(zone: string, { from, to, until = '9999-01-01' }: Span) {
  const local = (column: string) => `${column} at time zone '${zone}'`;
  const counts = (column: string) =>
    `(${local(column)})::date >= '${from}' and (${local(column)})::date <= '${to}' and ${local(column)} < '${until}'`;
  const sold = await one<{ orders: string; cancelled: string; email: string }>(
    `select count(*) as orders, count(*) filter (where status = 'cancelled') as cancelled from orders where ${counts('created_at')}`,
  );
  const meals = await one<{ n: string }>(
    `select count(*) as n from order_items where delivery_id in (select id from deliveries
       where status <> 'cancelled' and date >= '${from}' and date <= '${to}')`,
  );
  const money = await one<{ captured: string; back: string; net: string }>(
    `select (coalesce(sum(amount_cents) filter (where amount_cents > 0 and kind = 'capture'), 0) / 100.0)::numeric(12, 2) as captured,
       (coalesce(sum(-amount_cents) filter (where kind in ('refund', 'refund_failed')), 0) / 100.0)::numeric(12, 2) as back,
       (coalesce(sum(amount_cents), 0) / 100.0)::numeric(12, 2) as net
     from ledger_entries where kind not like 'dispute%' and ${counts('created_at')}`,
  );
  const people = await one<{ fresh: string; known: string }>(
    `select count(*) filter (where first >= '${from}') as fresh, count(*) filter (where first < '${from}') as known from (
       select lower(email), min((${local('created_at')})::date) as first, bool_or(${counts('created_at')}) as is_here
       from orders where email <> '' group by lower(email)
     ) customers where is_here`,
  );
  const disputed = await one<{ n: string; amount: string }>(
    `select count(*) as n, (coalesce(sum(amount_cents), 0) / 100.0)::numeric(12, 2) as amount from disputes where ${counts('created_at')}`,
  );
  const delivered = `date >= '${from}' and date <= '${to}'`;
  const missed = `(status = 'missed' or (status = 'cancelled' and id in (select delivery_id from delivery_events where status_before = 'missed' and status = 'cancelled')))`;
  const cooked = `status = 'cancelled' and id in (select delivery_id from delivery_events where status_before in ('cooked', 'packed', 'out') and status = 'cancelled')`;
  const waste = await one<Record<string, string>>(
    `select (select count(*) from deliveries where ${delivered} and ${missed}) as missed,
       (select count(*) from order_items where delivery_id in (select id from deliveries where ${delivered} and ${missed})) as portions,
       (select count(*) from order_items where delivery_id in (select id from deliveries where ${delivered} and ${cooked})) as cooked,
       (select count(*) from audit_log where action = 'meal.run_out' and ${counts('at')}) as ranout,
       (select coalesce(sum((after ->> 'swap')::int + (after ->> 'refund')::int + (after ->> 'ask')::int), 0) from audit_log
         where action = 'meal.run_out' and ${counts('at')}) as ranoutportions`,
  );
  const list = async (query: string) =>
    Object.fromEntries((await pool.query(query)).rows.map((row) => [row.key, Number(row.n)]));
  return {
    orders: Number(sold.orders),
    cancelledOrders: Number(sold.cancelled),
    meals: Number(meals.n),
    captured: money.captured,
    refunded: money.back,
    net: money.net,
    newCustomers: Number(people.fresh),
    returningCustomers: Number(people.known),
    disputes: Number(disputed.n),
    disputed: disputed.amount,
    missedDeliveries: Number(waste.missed),
    missedPortions: Number(waste.portions),
    cookedThenCancelled: Number(waste.cooked),
    runOuts: Number(waste.ranout),
    runOutPortions: Number(waste.ranoutportions),
    portionsOfMeal: await list(
      `select meal_id as key, count(*) as n from order_items where delivery_id in
         (select id from deliveries where ${delivered} and status <> 'cancelled') group by meal_id`,
    ),
    deliveriesOfSuburb: await list(
      `select (select suburb from orders where id = order_id) as key, count(*) as n from deliveries
       where ${delivered} and status <> 'cancelled' group by 1`,
    ),
    bookedOfWindow: await list(
      `select extract(dow from date) || ' ' || time_slot as key, count(*) filter (where takes_place) as n
       from deliveries where ${delivered} group by 1`,
    ),
    capacityOfWindow: await list(
      `select extract(dow from date) || ' ' || time_slot as key, sum(max_deliveries) as n
       from delivery_slots where ${delivered} and is_active group by 1`,
    ),
    refundsOfReason: await list(
      `select case when reason ^@ 'Ran out' then 'Ran out' when reason = ' ' then 'No reason recorded' else reason end as key,
         sum(-l.amount_cents) as n
       from ledger_entries l join refunds r on l.gateway_id in (r.gateway_id, r.gateway_id || ':failed')
       where ${counts('l.created_at')} group by 1`,
    ),
  };
}

/** The same of one side of the page. */
function shown(reply: FiguresReply, side: 'now' | 'before') {
  const { averageBasket, ...totals } = reply.totals;
  const of = (figuresOf: Record<string, Record<'now' | 'before', unknown>>) =>
    Object.fromEntries(Object.entries(figuresOf).map(([name, both]) => [name, both[side]]));
  const list = <Row>(rows: readonly Row[], key: (row: Row) => string, n: (row: Row) => number) =>
    Object.fromEntries(rows.map((row) => [key(row), n(row)]).filter(([, count]) => count !== 0));
  const windowKey = (row: FiguresReply['windows'][number]) => `${row.weekday} ${row.window}`;
  expect(averageBasket[side]).toBe(
    totals.orders[side] === 0
      ? null
      : (Math.round((Number(totals.captured[side]) * 100) / totals.orders[side]) / 100).toFixed(2),
  );
  return {
    ...of(totals),
    ...of(reply.waste),
    portionsOfMeal: list(
      reply.meals,
      (row) => String(row.mealId),
      (row) => row.portions[side],
    ),
    deliveriesOfSuburb: list(
      reply.suburbs,
      (row) => row.suburb,
      (row) => row.deliveries[side],
    ),
    bookedOfWindow: list(reply.windows, windowKey, (row) => row.booked[side]),
    refundsOfReason: list(
      reply.refunds,
      (row) => row.reason,
      (row) => Math.round(Number(row.amount[side]) * 100),
    ),
  };
}

const withoutZeros = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0));

async function expectAgreement(
  zone: string,
  reply: FiguresReply,
  spans: { now: Span; before: Span },
) {
  for (const side of ['now', 'before'] as const) {
    const { capacityOfWindow, ...expected } = await bySql(zone, spans[side]);
    expect(shown(reply, side)).toEqual({
      ...expected,
      bookedOfWindow: withoutZeros(expected.bookedOfWindow),
      refundsOfReason: withoutZeros(expected.refundsOfReason),
    });
    for (const { weekday, window, capacity, booked } of reply.windows) {
      const offered = capacityOfWindow[`${weekday} ${window}`];
      // A closed window offers what is booked.
      if (reply.weeks === 1) expect(capacity[side]).toBe(offered ?? booked[side]);
    }
  }
  const sum = (amounts: string[]) =>
    amounts.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0);
  for (const side of ['now', 'before'] as const) {
    expect(sum(reply.points.map(({ net }) => net[side]))).toBe(sum([reply.totals.net[side]]));
    expect(reply.points.reduce((n, { orders }) => n + orders[side], 0)).toBe(
      reply.totals.orders[side],
    );
    expect(sum(reply.refunds.map(({ amount }) => amount[side]))).toBe(
      sum([reply.totals.refunded[side]]),
    );
  }
}

/** One where a change of clocks skips midnight; with a change at another hour, and without, too before a release. */
const ZONES = [
  { zone: 'America/Santiago', first: '2026-08-18', seed: 0.3 },
  { zone: 'Australia/Sydney', first: '2026-03-17', seed: 0.2 },
  { zone: 'Australia/Brisbane', first: '2026-01-06', seed: 0.1 },
].slice(0, howMany(3));

describe.each(ZONES)('over weeks of random business in $zone', ({ zone, first, seed }) => {
  let close: () => Promise<void>;
  const day = (days: number) =>
    new Date(Date.parse(`${first}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const span = (start: number, days: number): Span => ({
    from: day(start),
    to: day(start + days - 1),
  });

  beforeAll(async () => {
    close = await open(zone, true);
    await writeRandomWeeks(t.context.db, {
      count: 500,
      from: day(-7),
      days: 35,
      timeZone: zone,
      seed,
    });
    t.setNow(`${day(60)}T00:00:00Z`);
    // Five weeks of business, on a machine that others use as well.
  }, 180_000);
  afterAll(() => close());

  test('the random orders keep every rule of the books', () => checkInvariants(t.context.db));

  test.each([0, 7, 14, 21])(
    'each figure of a week is what SQL gives, %i days on',
    async (start) => {
      const reply = await figures(`?week=${day(start + 3)}`);
      expect(reply).toMatchObject({
        from: day(start),
        to: day(start + 6),
        isSoFar: false,
        step: 'day',
      });
      expect(reply.totals.orders.now).toBeGreaterThan(50);
      await expectAgreement(zone, reply, { now: span(start, 7), before: span(start - 7, 7) });
    },
  );

  test(`each figure of ${RANGES} ranges drawn at random is what SQL gives, over and under way`, async () => {
    const random = seededRandom(zone);
    for (let turn = 0; turn < RANGES; turn += 1) {
      const start = 7 * random.below(4);
      const weeks = 1 + random.below(Math.min(3, (28 - start) / 7));
      const days = 7 * weeks;
      const query = `?week=${day(start + random.below(7))}&weeks=${weeks}`;
      // Over, or under way at any minute of any of its days.
      const isSoFar = random.below(2) === 0;
      const last = isSoFar ? random.below(days) : days - 1;
      const minute = random.below(24 * 60);
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const until = (begin: number) => (isSoFar ? { until: `${day(begin + last)} ${time}` } : {});
      if (isSoFar) {
        const { at } = await one<{ at: Date }>(
          `select timestamp '${day(start + last)} ${time}' at time zone '${zone}' as at`,
        );
        t.setNow(at.toISOString());
      }
      const reply = await figures(query);
      t.setNow(`${day(60)}T00:00:00Z`);
      expect([query, reply.isSoFar]).toEqual([query, isSoFar]);
      await expectAgreement(zone, reply, {
        now: { ...span(start, last + 1), ...until(start) },
        before: { ...span(start - days, last + 1), ...until(start - days) },
      });
    }
  });

  test('each figure of two weeks is what SQL gives, with a point for each week', async () => {
    const reply = await figures(`?week=${day(7)}&weeks=2`);
    expect(reply.points.map(({ date, dateBefore }) => [date, dateBefore])).toEqual([
      [day(7), day(-7)],
      [day(14), day(0)],
    ]);
    await expectAgreement(zone, reply, { now: span(7, 14), before: span(-7, 14) });
  });

  test.each([
    ['12:30', 2],
    ['00:00', 3],
    ['23:59', 6],
  ])('a week under way is compared up to the same time, %s on its day %i', async (time, days) => {
    const local = `${day(7 + days)} ${time}`;
    const { at } = await one<{ at: Date }>(
      `select timestamp '${local}' at time zone '${zone}' as at`,
    );
    t.setNow(at.toISOString());
    const reply = await figures(`?week=${day(7)}`);
    t.setNow(`${day(60)}T00:00:00Z`);
    expect(reply).toMatchObject({ isSoFar: true, before: { from: day(0), to: day(days) } });
    expect(reply.points).toHaveLength(days + 1);
    await expectAgreement(zone, reply, {
      now: { from: day(7), to: day(7 + days), until: local },
      before: { from: day(0), to: day(days), until: `${day(days)} ${time}` },
    });
  });

  test('the accountant’s days add up to the ledger, and to the receipts and notes beside them', async () => {
    const week = await figures(`?week=${day(7)}`);
    const days = await lines(`/api/admin/figures/days.csv?week=${day(7)}`);
    const documents = await lines(`/api/admin/figures/documents.csv?week=${day(7)}`);
    expect(days[0]).toEqual([
      'Date',
      'Orders',
      'Taken',
      'Refunded',
      'Net',
      'Invoiced',
      'GST invoiced',
      'Taken by banks',
    ]);
    expect(days.slice(1).map(([date]) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => day(7 + n)),
    );
    const sum = (rows: string[][], column: string) =>
      rows
        .slice(1)
        .reduce((n, row) => n + Math.round(Number(row[rows[0]!.indexOf(column)]) * 100), 0);
    const { totals } = week;
    expect(sum(days, 'Taken')).toBe(Math.round(Number(totals.captured.now) * 100));
    expect(sum(days, 'Refunded')).toBe(Math.round(Number(totals.refunded.now) * 100));
    expect(sum(days, 'Net')).toBe(Math.round(Number(totals.net.now) * 100));
    expect(sum(days, 'Orders')).toBe(totals.orders.now * 100);
    expect(documents.length).toBeGreaterThan(1);
    for (const [date = '', ...amounts] of days.slice(1)) {
      const own = [documents[0]!, ...documents.filter((row) => row[0] === date)];
      expect([date, sum(own, 'Total'), sum(own, 'GST')]).toEqual([
        date,
        Math.round(Number(amounts[4]) * 100),
        Math.round(Number(amounts[5]) * 100),
      ]);
    }
  });
});

describe('a kitchen that has just begun', () => {
  let close: () => Promise<void>;
  beforeAll(async () => {
    close = await open('Australia/Brisbane');
  });
  afterAll(() => close());

  test('an empty week is all zeros, without an average', async () => {
    const reply = await figures();
    // Wednesday: yesterday was Tuesday, so the week under way.
    expect(reply).toMatchObject({
      from: '2026-01-06',
      isSoFar: true,
      meals: [],
      windows: [],
      refunds: [],
    });
    expect(reply.totals).toMatchObject({
      orders: { now: 0, before: 0 },
      net: { now: '0.00', before: '0.00' },
      averageBasket: { now: null, before: null },
    });
    expect(reply.points).toHaveLength(2);
  });

  test.each([
    ['?week=2026-01-13', 'week'],
    ['?week=2026-02-30', 'week'],
    ['?weeks=0', 'weeks'],
    ['?weeks=54', 'weeks'],
    ['?weeks=many', 'weeks'],
  ])('%s is refused by its field', async (query, field) => {
    const reply = await staff.get(`/api/admin/figures${query}`);
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]]);
    const file = await staff.get(`/api/admin/figures/days.csv${query}`);
    expect(file.statusCode).toBe(400);
  });

  test('orders as customers place them count on the day of the server’s clock', async () => {
    const paid = await aPaidOrder(t);
    const later = await orderThatOwes(t, staff);
    t.advanceMinutes(1);
    const { total } = await staff.order(paid.id);
    const reply = await figures();
    expect(reply.totals.orders).toEqual({ now: 2, before: 0 });
    expect(reply.points.map(({ orders }) => orders.now)).toEqual([0, 2]);
    const rows = await lines('/api/admin/figures/documents.csv');
    expect(rows[1]).toEqual([
      '2026-01-07',
      `${paid.orderNumber}-1`,
      'Receipt',
      paid.orderNumber,
      total,
      '0.00',
      total,
      '',
    ]);
    expect(rows[2]?.[3]).toBe(later.orderNumber);
    expect(reply.totals.newCustomers).toEqual({ now: 1, before: 0 });
    await t.context.db
      .update(orderRows)
      .set({ email: 'mia@work.example' })
      .where(eq(orderRows.id, later.id));
    expect((await figures()).totals.newCustomers).toEqual({ now: 2, before: 0 });
    // Staff say that both are one person: as on the page Customers, it is one here.
    await t.context.db.insert(customerMerges).values({
      fromEmail: 'mia@work.example',
      intoEmail: 'mia@example.com',
      mergedBy: 'owner@example.com',
      mergedAt: new Date(t.context.clock()),
    });
    expect((await figures()).totals.newCustomers).toEqual({ now: 1, before: 0 });
    await staff.delete(`/api/admin/orders/${paid.id}?refund=full`);
    t.advanceMinutes(1);
    const after = await figures();
    expect(after.totals).toMatchObject({ cancelledOrders: { now: 1 }, refunded: { now: total } });
    expect(after.refunds).toEqual([
      {
        reason: 'Order cancelled',
        count: { now: 1, before: 0 },
        amount: { now: total, before: '0.00' },
      },
    ]);
  });
});
