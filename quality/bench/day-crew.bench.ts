/**
 * Ten drivers and six packers report at once on a day of 400 deliveries, and every call is sent twice, as phones do that
 * heard no answer. Aim: the database holds every report, each once. How fast, against one driver and one packer.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { type BenchApp, startBenchApp, signIn } from './bench-app.ts';
import { DATE, writeDay } from './write-day.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const DELIVERIES = 400;
const DRIVERS = 10;
const PACKERS = 6;
/** For each window, for the measurement of one person alone. */
const ALONE = 30;
const OUT_AT = '2026-01-07T02:00:01.000Z';
const DELIVERED_AT = '2026-01-07T02:00:02.000Z';

type Bag = { id: number; items: number[] };
type Reporter = { staffId: string; post(path: string, body: unknown): Promise<unknown> };
/** The keys of what the server said yes to: of a delivery, or of a portion. */
type Accepted = { events: string[]; ticks: string[] };

async function hire(app: BenchApp, db: Database, role: StaffRole, nth: number): Promise<Reporter> {
  const { rows } = await db.execute<{ password: string }>(
    sql`select password from staff_accounts where password is not null limit 1`,
  );
  const email = `${role}-${nth}@example.com`;
  const passwordHash = rows[0]?.password ?? '';
  const person = { email, firstName: role, lastName: String(nth), role, passwordHash };
  const { id } = await db.transaction((tx) =>
    createAccount(tx, { clock: Date.now }, person, 'invite'),
  );
  const headers = { cookie: await signIn(app, email), 'content-type': 'application/json' };
  return {
    staffId: id,
    async post(path, body) {
      const send = () =>
        fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const replies = await Promise.all([send(), send()]);
      const texts = await Promise.all(replies.map((reply) => reply.text()));
      if (!replies.every(({ ok }) => ok)) throw new Error(`${path}: ${texts.join(' / ')}`);
      return JSON.parse(texts[0] ?? '');
    },
  };
}

/** What leaves the kitchen without another's look. */
async function listBags(db: Database, window: string): Promise<Bag[]> {
  const { rows } = await db.execute<Bag>(sql`
    select d.id, json_agg(i.id order by i.id) as items
    from deliveries d join order_items i on i.delivery_id = d.id join orders o on o.id = d.order_id
    where d.date = ${DATE} and d.time_slot = ${window} and d.status = 'planned' and o.status = 'confirmed'
      and not exists (select from people p where p.order_id = o.id and p.allergens <> '{}')
    group by d.id order by d.id`);
  return rows;
}

/** The first who starts a window takes the stops that nobody has. */
async function giveTo(db: Database, { staffId }: Reporter, bags: readonly Bag[]): Promise<void> {
  const ids = bags.map(({ id }) => id);
  await db.execute(
    sql`update deliveries set driver_id = ${staffId} where id = any (${sql.param(ids)}::int[])`,
  );
}

async function deliver({ staffId, post }: Reporter, bags: readonly Bag[]): Promise<Accepted> {
  const deviceId = randomUUID();
  const events: string[] = [];
  for (const { id } of bags) {
    const reports = [
      {
        key: randomUUID(),
        deliveryId: id,
        status: 'out',
        at: OUT_AT,
        confirm: CONFIRMED,
        starts: true,
      },
      { key: randomUUID(), deliveryId: id, status: 'delivered', at: DELIVERED_AT, place: 'Door' },
    ];
    for (const report of reports) {
      const body = { deviceId, staffId, reports: [report] };
      const { results } = (await post('/api/drive/reports', body)) as DriveReportsReply;
      if (!results.every(({ ok }) => ok)) throw new Error(JSON.stringify(results));
      events.push(report.key);
    }
  }
  return { events, ticks: [] };
}

async function pack({ post }: Reporter, bags: readonly Bag[]): Promise<Accepted> {
  const accepted: Accepted = { events: [], ticks: [] };
  for (const { id: deliveryId, items } of bags) {
    for (const itemId of items) {
      const key = randomUUID();
      await post('/api/pack/ticks', { deliveryId, itemId, state: 'ticked', key });
      accepted.ticks.push(key);
    }
    const key = randomUUID();
    await post('/api/pack/bags', { deliveryId, status: 'packed', key });
    accepted.events.push(key);
  }
  return accepted;
}

async function timed(work: () => Promise<Accepted[]>) {
  const began = performance.now();
  const accepted = await work();
  const events = accepted.flatMap((each) => each.events);
  const ticks = accepted.flatMap((each) => each.ticks);
  const seconds = (performance.now() - began) / 1000;
  return { events, ticks, perSecond: (events.length + ticks.length) / seconds };
}

/** How many of these keys the table does not hold exactly once. */
async function countLost(
  db: Database,
  table: 'delivery_events' | 'pack_ticks',
  keys: readonly string[],
): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from (
      select key from ${sql.identifier(table)} where key = any (${sql.param([...keys])}::uuid[])
      group by key having count(*) = 1) once`);
  return keys.length - (rows[0]?.found ?? 0);
}

async function countNot(db: Database, status: string, bags: readonly Bag[]): Promise<number> {
  const ids = bags.map(({ id }) => id);
  const { rows } = await db.execute<{ others: number }>(sql`
    select count(*)::int as others from deliveries
    where id = any (${sql.param(ids)}::int[]) and status <> ${status}`);
  return rows[0]?.others ?? 0;
}

const shareOf = (bags: readonly Bag[], nth: number, of: number) =>
  bags.filter((_, index) => index % of === nth);

const app = await startBenchApp();
const db = openDatabase(app.databaseUrl, { max: 1 });
try {
  await writeDay(db, DELIVERIES);
  const [toDrive, toPack] = [await listBags(db, '11:00-13:00'), await listBags(db, '16:00-18:00')];
  const drivers: Reporter[] = [];
  for (let nth = 0; nth < DRIVERS; nth += 1) drivers.push(await hire(app, db, 'driver', nth));
  const packers: Reporter[] = [];
  for (let nth = 0; nth < PACKERS; nth += 1) packers.push(await hire(app, db, 'packer', nth));
  const [driver, packer] = [drivers[0]!, packers[0]!];
  await giveTo(db, driver, toDrive.slice(0, ALONE));
  for (const [nth, each] of drivers.entries())
    await giveTo(db, each, shareOf(toDrive.slice(ALONE), nth, DRIVERS));
  const oneDriver = await timed(async () => [await deliver(driver, toDrive.slice(0, ALONE))]);
  const onePacker = await timed(async () => [await pack(packer, toPack.slice(0, ALONE))]);
  const [drive, bags] = [toDrive.slice(ALONE), toPack.slice(ALONE)];
  const all = await timed(() =>
    Promise.all([
      ...drivers.map((each, nth) => deliver(each, shareOf(drive, nth, DRIVERS))),
      ...packers.map((each, nth) => pack(each, shareOf(bags, nth, PACKERS))),
    ]),
  );
  const alone = [oneDriver.perSecond, onePacker.perSecond];
  console.log(`one driver ${alone[0]?.toFixed(1)} reports/s, one packer ${alone[1]?.toFixed(1)}/s`);
  console.log(
    `${DRIVERS} drivers and ${PACKERS} packers at once: ${all.perSecond.toFixed(1)}/s; ${alone
      .map((one) => (all.perSecond / one).toFixed(2))
      .join(' and ')} times one driver and one packer`,
  );
  const said = [oneDriver, onePacker, all];
  const events = said.flatMap((each) => each.events);
  const ticks = said.flatMap((each) => each.ticks);
  const lost =
    (await countLost(db, 'delivery_events', events)) + (await countLost(db, 'pack_ticks', ticks));
  const wrong = (await countNot(db, 'delivered', toDrive)) + (await countNot(db, 'packed', toPack));
  console.log(
    `${events.length} reports and ${ticks.length} ticks, each sent twice: ${lost} not kept exactly once, ${wrong} of ${toDrive.length + toPack.length} deliveries not as reported (aim: 0 and 0)`,
  );
  if (lost + wrong > 0) process.exitCode = 1;
} finally {
  await db.$client.end();
  await app.stop();
}
