/** A storm: two people close the same afternoon at once, buyers take the places it needs, and the app is killed in the middle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ClosureReply, IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { SPREAD_DAYS } from '#areas/order-book/rules/incident.ts';
import { aSmallBasket, anUnpricedOrder } from '../basket.ts';
import { buy } from '../customer.ts';
import { drain, runDueJobsNow } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { type Fixture, openFixture } from '../open-fixture.ts';
import { runConcurrently, waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { openStaffBrowser, type StaffBrowser } from '../staff-browser.ts';
import { waitFor } from '../system-under-test.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

const SOCKETS = 32;
const SETTLE_MS = 60_000;
const KILLS = 3;
const LOOK_EVERY_MS = 10;
const RUN_JOBS_EVERY_MS = 1000;
const PATH = '/api/admin/incidents';
const CLOSURES = '/api/admin/closures';
const CAUSES = ['the storm', 'flooding'];

export const storm: Scenario = {
  name: 'storm',
  promise:
    'two people close an afternoon of 60 at once, 40 places elsewhere, buyers and kills meanwhile: one incident, every delivery as chosen, no place sold twice, no refund twice, one message each',
  sizes: { short: 30, long: 60 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { size, history } = context;
  const fixture = await openFixture(context);
  const { system, menu } = fixture;
  const date = menu.days[0] ?? '';
  const closed: SlotKey = { date, window: '16:00-18:00' };
  const next = addDays(date, 1);
  await sell(fixture, { from: 0, count: size, slots: [closed] });
  // Two thirds of the deliveries find a place; of the windows that could take them all others are closed.
  const places = Math.floor((size * 2) / 3);
  const elsewhere = DELIVERY_WINDOWS.map((window) => ({ date: next, window }));
  for (const [index, slot] of elsewhere.entries())
    await fixture.staffBrowser.setCapacity(
      slot,
      index === 0 ? Math.ceil(places / 2) : Math.floor(places / 2),
    );
  const people = await Promise.all(CAUSES.map(() => openStaffBrowser(system.url, history)));
  for (let day = 2; day <= SPREAD_DAYS; day += 1)
    await people[0]?.post(CLOSURES, {
      from: addDays(date, day),
      until: addDays(date, day),
      windows: DELIVERY_WINDOWS,
    });

  const started = await closeTogether(people, closed);
  const buyers = sell(fixture, { from: size, count: Math.floor(size / 3), slots: elsewhere });
  const kills = await killInTheMiddle(context, fixture, { people, id: started.id, size });
  await buyers;
  const complaints = [...started.complaints];
  complaints.push(...(await finish(fixture, { people, id: started.id })));
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(...(await findDiscrepancies(system, history)));
  const end = await checkEnd(fixture, { id: started.id, closed, size });
  complaints.push(...end.complaints);
  for (const person of people) person.close();
  fixture.close();
  return {
    complaints,
    measured: `${size} deliveries: ${end.moved} moved, ${end.refunded} refunded, through ${kills} kills, with ${places} places and ${Math.floor(size / 3)} buyers who wanted them`,
  };
}

/** One delivery for each order. Some buyers find their window full. */
async function sell(
  { customer: nth, menu }: Fixture,
  { from, count, slots }: { from: number; count: number; slots: readonly SlotKey[] },
): Promise<void> {
  await runConcurrently(count, SOCKETS, async (index) => {
    const { customer, random } = nth(from + index);
    const basket = aSmallBasket(random, menu, random.pick(slots));
    await buy(customer, anUnpricedOrder(customer.who, basket));
  });
}

/** Each agrees to a preview of their own: what finds no place is refunded. */
async function closeTogether(
  people: readonly StaffBrowser[],
  { date, window }: SlotKey,
): Promise<{ id: number; complaints: string[] }> {
  const windows = [window];
  const plans: object[] = [];
  for (const [index, person] of people.entries()) {
    const asked = { from: date, until: date, windows, cause: CAUSES[index], dryRun: true };
    const first = (await person.post(CLOSURES, asked)).body as ClosureReply;
    const rows = first.rows.map(({ id, choice, to }) =>
      choice === 'move' && to ? { id, choice, ...to } : { id, choice: 'refund' },
    );
    const { previewHash } = (await person.post(CLOSURES, { ...asked, rows })).body as ClosureReply;
    plans.push({ ...asked, rows, dryRun: false, previewHash });
  }
  const answers = await Promise.all(
    people.map((person, index) => person.post(CLOSURES, plans[index] ?? {})),
  );
  const replies = answers.map(({ body }) => body as ClosureReply);
  const complaints: string[] = [];
  for (const { status } of answers)
    if (status !== 200) complaints.push(`ONE INCIDENT: a second person was answered ${status}`);
  const ids = new Set(
    replies.flatMap(({ incidentId }) => (typeof incidentId === 'number' ? [incidentId] : [])),
  );
  if (ids.size !== 1) complaints.push(`ONE INCIDENT: two people made ${ids.size}`);
  if (replies.filter(({ isJoined }) => isJoined).length !== 1)
    complaints.push('ONE INCIDENT: nobody was told that the other had closed the window');
  const [id] = ids;
  if (id === undefined) throw new Error('no incident was started');
  return { id, complaints };
}

type Running = { people: readonly StaffBrowser[]; id: number };

/** Each time some more of it is done. */
async function killInTheMiddle(
  { history }: ScenarioContext,
  { system }: Fixture,
  { people, id, size }: Running & { size: number },
): Promise<number> {
  let kills = 0;
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const enough = Math.floor((size * nth) / (KILLS + 2));
    let left = size;
    await waitUntil(async () => {
      const found = await readIncident(people, id);
      left = found ? found.counts.waiting : left;
      return found !== null && found.counts.done + found.counts.failed >= enough;
    }, SETTLE_MS);
    if (left === 0) break;
    history.note({ who: 'fault injector', did: 'kill the app' });
    await system.app.startLater(1);
    kills += 1;
    await sleep(LOOK_EVERY_MS);
  }
  return kills;
}

async function readIncident(
  [person]: readonly StaffBrowser[],
  id: number,
): Promise<IncidentReply | null> {
  const answer = await person?.get(`${PATH}/${id}`);
  return answer?.status === 200 ? (answer.body as IncidentReply) : null;
}

/** Until every row had its turn. What found no place after all is then refunded, as a person would choose. */
async function finish({ system }: Fixture, { people, id }: Running): Promise<string[]> {
  for (const isSecond of [false, true]) {
    let jobsRunAt = 0;
    const isDone = await waitUntil(async () => {
      if (Date.now() - jobsRunAt > RUN_JOBS_EVERY_MS) {
        await waitFor(() => runDueJobsNow(system));
        jobsRunAt = Date.now();
      }
      return (await readIncident(people, id))?.counts.waiting === 0;
    }, SETTLE_MS);
    if (!isDone) return ['UNDECIDED: rows still wait for their turn'];
    const rows = (await readIncident(people, id))?.rows ?? [];
    const failed = rows.filter(({ state }) => state === 'failed');
    if (isSecond && failed.length > 0) return [`UNDECIDED: ${failed.length} rows failed twice`];
    if (failed.length === 0) return [];
    await people[0]?.post(`${PATH}/${id}/retry`, {
      rows: failed.map(({ deliveryId }) => ({ id: deliveryId, choice: 'refund' })),
    });
  }
  return [];
}

type Decided = {
  deliveryId: number;
  orderId: number;
  choice: string;
  state: string;
  toDate: string | null;
  toWindow: string | null;
  status: string;
  date: string;
  window: string;
};

function readEnd({ system }: Fixture, id: number) {
  return waitFor(() =>
    system.inDatabase(async (db) => {
      const all = async <T>(query: ReturnType<typeof sql>) => (await db.execute(query)).rows as T[];
      return {
        incidents: await all(sql`select id from incidents`),
        rows: await all<Decided>(sql`
          select r.delivery_id "deliveryId", r.order_id "orderId", r.choice, r.state,
            r.to_date::text "toDate", r.to_time_slot "toWindow", d.status, d.date::text date, d.time_slot "window"
          from incident_rows r join deliveries d on d.id = r.delivery_id where r.incident_id = ${id}`),
        told: await all<{ orderId: number; kind: string; channel: string }>(sql`
          select order_id "orderId", kind, channel from messages
          where kind in ('delivery_moved', 'cancelled') and state <> 'withdrawn'`),
        back: await all<{ orderId: number }>(sql`select order_id "orderId" from refunds`),
        slots: await all<{
          date: string;
          window: string;
          taken: number;
          booked: number;
          most: number;
          used: number;
        }>(sql`
          select s.date::text date, s.time_slot "window", s.held + s.booked taken, s.booked, s.max_deliveries most,
            (select count(*)::int from deliveries d
              where d.date = s.date and d.time_slot = s.time_slot and d.takes_place) used
          from delivery_slots s`),
      };
    }),
  );
}

async function checkEnd(
  fixture: Fixture,
  { id, closed, size }: { id: number; closed: SlotKey; size: number },
) {
  const { rows, told, back, slots, incidents } = await readEnd(fixture, id);
  const complaints: string[] = [];
  if (incidents.length !== 1) complaints.push(`ONE INCIDENT: there are ${incidents.length}`);
  if (rows.length !== size) complaints.push(`${rows.length} of ${size} deliveries were decided on`);
  for (const row of rows) {
    const isThere = row.date === row.toDate && row.window === row.toWindow;
    const isHome = row.date === closed.date && row.window === closed.window;
    const isAsChosen =
      row.choice === 'move'
        ? isThere && row.status === 'planned'
        : isHome && row.status === 'cancelled';
    if (row.state !== 'done' || !isAsChosen)
      complaints.push(
        `UNDECIDED: delivery ${row.deliveryId} was to ${row.choice}, is ${row.state}: ${row.status} on ${row.date} ${row.window}`,
      );
    // Each order has one delivery: without it the whole order is cancelled, and told so.
    const emails = told.filter(
      ({ orderId, channel }) => orderId === row.orderId && channel === 'email',
    );
    const kind = row.choice === 'move' ? 'delivery_moved' : 'cancelled';
    if (emails.length !== 1 || emails[0]?.kind !== kind)
      complaints.push(
        `MAIL: delivery ${row.deliveryId} was to ${row.choice} and is told ${emails.length} times`,
      );
    const refunds = back.filter(({ orderId }) => orderId === row.orderId).length;
    if (refunds !== (row.choice === 'refund' ? 1 : 0))
      complaints.push(`REFUNDED: order ${row.orderId} has ${refunds} refunds`);
  }
  for (const { date, window, taken, booked, most, used } of slots) {
    if (taken > most)
      complaints.push(`SOLD TWICE: ${taken} of ${most} places on ${date} ${window}`);
    if (used !== booked)
      complaints.push(`PLACES: ${used} deliveries use ${booked} places on ${date} ${window}`);
  }
  const count = (choice: string) => rows.filter((row) => row.choice === choice).length;
  return { complaints, moved: count('move'), refunded: count('refund') };
}
