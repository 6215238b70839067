/** Drivers without signal for hours: their reports come late, doubled and in any order, while the app is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { DriveDayReply, DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { DriverStatus } from '#areas/order-book/rules/delivery.ts';
import { aSmallBasket, anUnpricedOrder } from '../basket.ts';
import { buy } from '../customer.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { type Fixture, openFixture } from '../open-fixture.ts';
import { runConcurrently } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { openStaffBrowser } from '../staff-browser.ts';
import { waitFor } from '../system-under-test.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

const SOCKETS = 32;
const SETTLE_MS = 120_000;
const DRIVERS = 10;
const MOST_COPIES = 4;
const MOST_IN_A_BATCH = 10;
const BATCHES_AT_ONCE = 3;
const KILL_EVERY = 25;
const MOST_ATTEMPTS = 50;
/** The vans leave at 1 pm, and the phones find a signal at 4:30 pm. */
const LEAVES = Date.parse('2026-01-13T03:00:00Z');
const BACK_IN_REACH = '2026-01-13T06:30:00Z';
const LAST_STOP_MINUTES = 200;

type Report = {
  key: string;
  deliveryId: number;
  status: DriverStatus;
  at: string;
  starts: true;
};

/** What a driver did at one stop, in the sequence in which it happened. */
type Story = readonly Report[];

type Outcome = { id: number; status: string; statusAt: Date };

export const drivers: Scenario = {
  name: 'drivers',
  promise:
    'reports of 10 drivers, hours late, doubled, shuffled and through kills: none lost, each delivery as it ended at the door, each message once',
  sizes: { short: 40, long: 200 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { size, history, seed } = context;
  const fixture = await openFixture(context);
  const { system } = fixture;
  const start = fixture.menu.days[0] ?? '';
  await sellStops(fixture, size, start);
  await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  fixture.close();
  await system.app.kill();
  system.app.setNow(BACK_IN_REACH);
  await system.app.start();

  const office = await openStaffBrowser(system.url, history);
  const day = (await office.get('/api/drive/day')).body as DriveDayReply;
  const random = seededRandom(`${seed}:road`);
  const stories = day.stops.map(({ id }) => aStory(random, id));
  const sent = await sendAll(context, fixture, { stories, staffId: day.staffId, random });
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });

  const complaints = await findDiscrepancies(system, history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  if (day.stops.length !== size)
    complaints.push(`the drivers see ${day.stops.length} of ${size} stops`);
  complaints.push(...(await checkStories(fixture, stories)));
  office.close();
  return {
    complaints,
    measured: `${stories.length} stops, ${stories.flat().length} reports sent ${sent.copies} times in ${sent.batches} calls through ${sent.kills} kills`,
  };
}

/** One delivery for each order, all on one day. */
async function sellStops({ customer: nth, menu }: Fixture, count: number, date: string) {
  await runConcurrently(count, SOCKETS, async (index) => {
    const { customer, random } = nth(index);
    const slot = { date, window: random.pick(DELIVERY_WINDOWS) };
    await buy(customer, anUnpricedOrder(customer.who, aSmallBasket(random, menu, slot)));
  });
}

/** Left at the door, or not; now and then the customer turns up after all. */
function aStory(random: Random, deliveryId: number): Story {
  const luck = random.next();
  const statuses: DriverStatus[] =
    luck < 0.7 ? ['delivered'] : luck < 0.85 ? ['missed'] : ['missed', 'delivered'];
  let minutes = 10 + random.below(LAST_STOP_MINUTES - 40);
  const told = (status: DriverStatus, minute: number): Report => ({
    key: uuidOf(random),
    deliveryId,
    status,
    at: new Date(LEAVES + minute * 60_000).toISOString(),
    starts: true,
  });
  return [
    told('out', 0),
    ...statuses.map((status) => told(status, (minutes += 1 + random.below(20)))),
  ];
}

/** Version 4, as phones make them, but repeatable. */
function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type Road = { stories: readonly Story[]; staffId: string; random: Random };

/** Every driver at the same time. */
async function sendAll(
  { history }: ScenarioContext,
  { system }: Fixture,
  { stories, staffId, random }: Road,
) {
  const count = { copies: 0, batches: 0, kills: 0 };
  let isUp: Promise<void> = Promise.resolve();
  const queues = Array.from({ length: DRIVERS }, (_, driver) => ({
    deviceId: uuidOf(random),
    batches: inBatches(
      random,
      stories.filter((_story, index) => index % DRIVERS === driver).flat(),
    ),
  }));
  // Before the first kill.
  const phones = await Promise.all(
    queues.map(async (queue) => ({
      ...queue,
      browser: await openStaffBrowser(system.url, history),
    })),
  );
  await Promise.all(phones.map(sendFrom));
  return count;

  async function sendFrom({ browser, deviceId, batches }: (typeof phones)[number]) {
    await runConcurrently(batches.length, BATCHES_AT_ONCE, async (index) => {
      const reports = (batches[index] ?? []).map(withWords);
      count.batches += 1;
      count.copies += reports.length;
      if (count.batches % KILL_EVERY === 0) isUp = restart();
      for (let attempts = 1; ; attempts += 1) {
        await isUp;
        const { status, body } = await browser.post('/api/drive/reports', {
          deviceId,
          staffId,
          reports,
        });
        if (status === 200) return noteRefusals(body as DriveReportsReply);
        if (attempts === MOST_ATTEMPTS) throw new Error(`reports were refused with ${status}`);
        await sleep(100);
      }
    });
    browser.close();
  }
  function noteRefusals({ results }: DriveReportsReply): void {
    for (const { ok, code } of results)
      if (!ok) history.note({ who: 'server', did: 'refuse a report', ...(code && { code }) });
  }
  async function restart(): Promise<void> {
    count.kills += 1;
    await system.app.kill();
    history.note({ who: 'fault injector', did: 'kill the app' });
    await system.app.start();
  }
}

function withWords(report: Report) {
  if (report.status === 'missed') return { ...report, reason: 'No one home' };
  return report.status === 'delivered' ? { ...report, place: 'Front door' } : report;
}

/** Each report up to four times, none where it belongs. */
function inBatches(random: Random, reports: readonly Report[]): Report[][] {
  let left = random.shuffled(
    reports.flatMap((report) =>
      Array.from({ length: 1 + random.below(MOST_COPIES) }, () => report),
    ),
  );
  const batches: Report[][] = [];
  while (left.length > 0) {
    const size = 1 + random.below(MOST_IN_A_BATCH);
    batches.push(left.slice(0, size));
    left = left.slice(size);
  }
  return batches;
}

async function checkStories({ system }: Fixture, stories: readonly Story[]): Promise<string[]> {
  const { outcomes, keys, told } = await waitFor(() =>
    system.inDatabase(async (db) => {
      const rows = async <T>(query: ReturnType<typeof sql>) =>
        (await db.execute(query)).rows as T[];
      return {
        outcomes: await rows<Outcome>(
          sql`select id, status, status_at "statusAt" from deliveries order by id`,
        ),
        keys: await rows<{ key: string }>(
          sql`select key from delivery_events where key is not null`,
        ),
        told: await rows<{ deliveryId: number; kind: string; channel: string; state: string }>(
          sql`select delivery_id "deliveryId", kind, channel, state from messages
            where delivery_id is not null`,
        ),
      };
    }),
  );
  const complaints: string[] = [];
  const arrived = new Set(keys.map(({ key }) => key));
  for (const { key, status, deliveryId } of stories.flat())
    if (!arrived.has(key))
      complaints.push(`LOST: “${status}” of delivery ${deliveryId} is nowhere`);
  for (const story of stories) {
    const end = story.at(-1);
    const found = outcomes.find(({ id }) => id === end?.deliveryId);
    if (!end || !found) continue;
    if (found.status !== end.status)
      complaints.push(
        `delivery ${found.id} ended ${end.status}, but the books say ${found.status}`,
      );
    if (new Date(found.statusAt).getTime() !== Date.parse(end.at))
      complaints.push(`delivery ${found.id} does not bear the time of the door`);
    const emails = told.filter(
      ({ deliveryId, kind, channel, state }) =>
        deliveryId === found.id &&
        kind === `delivery_${end.status}` &&
        channel === 'email' &&
        state !== 'withdrawn',
    );
    if (emails.length !== 1)
      complaints.push(
        `MAIL: ${emails.length} emails say that delivery ${found.id} is ${end.status}`,
      );
  }
  const once = Map.groupBy(
    told,
    ({ deliveryId, kind, channel }) => `${kind} of delivery ${deliveryId} by ${channel}`,
  );
  for (const [what, { length }] of once)
    if (length > 1) complaints.push(`TOLD TWICE: ${what}, ${length} times`);
  return complaints;
}
