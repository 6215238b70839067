/** Another program that is slow, refuses or never answers is told of orders by an app that is killed between commit and send. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { WebhookSecretReply } from '#areas/staff/calls/webhooks.ts';
import { WEBHOOK_EVENTS } from '#platform/rules/webhooks.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import { aSmallBasket, anUnpricedOrder } from '../basket.ts';
import { readBooks } from '../books.ts';
import type { BrowserAnswer } from '../browser.ts';
import { buy } from '../customer.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { type Fixture, openFixture } from '../open-fixture.ts';
import { runConcurrently, waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { openStaffBrowser, type StaffBrowser } from '../staff-browser.ts';
import { findUntold, type News, readNews } from '../webhooks/find-untold.ts';
import { moodyReceiver, type MoodyReceiver } from '../webhooks/moody-receiver.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const SOCKETS = 8;
const SETTLE_MS = 60_000;
/** What is due is sent at once; the rest waits for the next round. */
const SEND_MS = 5000;
/** Midday of the first delivery day. */
const DELIVERY_DAY = '2026-01-13T02:00:00Z';
/** More than the longest wait after as many failures as a receiver has moods. */
const LATER_MINUTES = 30;
const MOST_ROUNDS = 6;
const LONGEST_LIFE_MS = 900;
/** More often, and on a busy machine nothing would get done. */
const ORDERS_A_KILL = 5;

export const outgoingWebhooks: Scenario = {
  name: 'outgoing-webhooks',
  promise:
    'killed between commit and send, to receivers that are slow, refuse or never answer: every event arrives, signed, under one id, and none of what never happened',
  sizes: { short: 5, long: 200 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const fixture = await openFixture(context);
  const { system } = fixture;
  const random = seededRandom(`${seed}:receivers`);
  const receivers = await Promise.all([0, 1].map(() => openReceiver(fixture, random)));
  const day = fixture.menu.days[0] ?? '';

  const kills = await whileKilled(context, fixture, () => sellAndRefund(fixture, size, day));
  fixture.close();
  await system.app.kill();
  system.app.setNow(DELIVERY_DAY);
  await system.app.start();
  const office = await openStaffBrowser(system.url, history);
  const later = await whileKilled(context, fixture, () => deliver(office, random, day));
  office.close();

  for (const receiver of receivers) receiver.calmDown();
  const { news, open } = await settle(fixture);
  const complaints = await findDiscrepancies(system, history);
  complaints.push(...open.map((what) => `still open: ${what}`));
  const books = await readBooks(system);
  for (const receiver of receivers) complaints.push(...findUntold(receiver, news, books));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  const attempts = receivers.reduce((sum, { got }) => sum + got.length, 0);
  return {
    complaints,
    measured: `${news.messages.length} events to 2 receivers in ${attempts} attempts through ${kills + later} kills: ${books.orders.length} orders, ${books.refunds.length} refunds, ${news.reports.length} reports of deliveries`,
  };
}

async function openReceiver({ staffBrowser }: Fixture, random: Random): Promise<MoodyReceiver> {
  const receiver = await moodyReceiver(random);
  const added = await staffBrowser.post('/api/admin/webhooks', {
    url: receiver.url,
    events: WEBHOOK_EVENTS,
  });
  if (added.status !== 201) throw new Error(`the webhook was refused: ${added.status}`);
  const { secret, webhook } = added.body as WebhookSecretReply;
  receiver.isFor({ webhookId: webhook.id, secret });
  return receiver;
}

/** Kills the app now and then, and lets it finish the work; returns how often. */
async function whileKilled(
  { seed, size, history }: ScenarioContext,
  { system: { app } }: Fixture,
  work: () => Promise<void>,
): Promise<number> {
  const random = seededRandom(`${seed}:kills`);
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let kills = 0;
  do {
    await sleep(200 + random.below(LONGEST_LIFE_MS));
    await app.kill();
    history.note({ who: 'fault injector', did: 'kill the app' });
    kills += 1;
    await app.start();
  } while (!isDone && kills < Math.ceil(size / ORDERS_A_KILL));
  await working;
  return kills;
}

/** A third are cancelled, a third get some money back. */
async function sellAndRefund(
  { customer: nth, menu, system, staffBrowser }: Fixture,
  count: number,
  date: string,
) {
  await runConcurrently(count, SOCKETS, async (index) => {
    const { customer, random } = nth(index);
    const slot = { date, window: random.pick(DELIVERY_WINDOWS) };
    const number = await buy(
      customer,
      anUnpricedOrder(customer.who, aSmallBasket(random, menu, slot)),
    );
    const { orders } = await readBooks(system);
    const id = orders.find((order) => order.number === number)?.id;
    if (id === undefined) return;
    if (index % 3 === 0) await untilAnswered(() => staffBrowser.cancel(id));
    if (index % 3 === 1) await untilAnswered(() => staffBrowser.refund(id, '2.00'));
  });
}

/** Cooked, packed, and out or not; each as the office sets it. */
async function deliver(office: StaffBrowser, random: Random, date: string): Promise<void> {
  const listed = await untilAnswered(() => office.get(`/api/admin/deliveries?date=${date}`));
  const stops = listed.body as DeliveryReply[];
  const ends = stops.map(() => random.pick(['delivered', 'missed'] as const));
  await runConcurrently(stops.length, SOCKETS, async (index) => {
    const stop = stops[index];
    if (!stop || stop.status === 'cancelled') return;
    for (const status of ['cooked', 'packed', 'out', ends[index]]) {
      await untilAnswered(() =>
        office.post('/api/admin/deliveries/status', {
          confirm: CONFIRMED,
          deliveries: [{ id: stop.id }],
          status,
        }),
      );
    }
  });
}

async function untilAnswered(ask: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 0 && answer.status < 500) return answer;
    await sleep(200);
  }
}

/** Moves the clock on until nothing waits: what a killed process had begun stays its own for up to two minutes. */
async function settle({ system }: Fixture): Promise<{ news: News; open: string[] }> {
  for (let round = 1; ; round += 1) {
    await system.app.startLater(LATER_MINUTES);
    const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
    const open = 'open' in settled ? settled.open : [];
    const isSent = await waitUntil(async () => !isWaiting(await readNews(system)), SEND_MS);
    if (isSent || round >= MOST_ROUNDS) return { news: await readNews(system), open };
  }
}

function isWaiting({ messages }: News): boolean {
  return messages.some(({ state }) => state === 'waiting');
}
