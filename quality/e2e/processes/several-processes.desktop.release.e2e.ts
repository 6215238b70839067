/** Several processes are one kitchen: one may die under load without anyone noticing. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { aSmallBasket, anUnpricedOrder, expectMenu } from '../../chaos/basket.ts';
import { runConcurrently } from '../../chaos/run-concurrently.ts';
import { type Browser, openBrowser } from '../../chaos/browser.ts';
import { buy, type Customer } from '../../chaos/customer.ts';
import { startHistory } from '../../chaos/history.ts';
import { seededRandom } from '#app/server/stage.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { type SeveralApps, startSeveralApps } from './several-apps.ts';
import { STAFF } from '#quality/chaos/app-process.ts';

const CUSTOMERS = 60;
const AT_ONCE = 8;
/** One in three orders the same delivery; there are far fewer places. */
const PLACES = 10;

let apps: SeveralApps;

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.beforeAll(async () => {
  apps = await startSeveralApps();
  console.log(`load balancer: ${apps.balancer.kind}`);
});
test.afterAll(() => apps.stop());

async function signIn(url: string): Promise<Browser> {
  const door = openBrowser(url, 1);
  const entry = await door.json('POST', '/api/auth/sign-in/email', STAFF);
  door.close();
  expect(entry.status).toBe(200);
  return openBrowser(url, 4, cookieOf(entry.cookies));
}

function cookieOf(cookies: readonly string[]): string {
  return cookies.map((set) => set.split(';')[0]).join('; ');
}

test('a session from one process is known to the other', async () => {
  const door = openBrowser(apps.first.url, 1);
  const entry = await door.json('POST', '/api/auth/sign-in/email', STAFF);
  door.close();
  const elsewhere = openBrowser(apps.second.url, 1, cookieOf(entry.cookies));
  expect((await elsewhere.get('/api/admin/system')).status).toBe(200);
  elsewhere.close();
});

test('nginx logs each request under the id that the app logs it under', async () => {
  test.skip(apps.balancer.kind !== 'nginx', 'nginx is not installed');
  const reply = await fetch(`${apps.balancer.url}/api/config`, {
    headers: { 'x-request-id': 'chosen-by-a-visitor' },
  });
  const requestId = reply.headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(/^[0-9a-f]{32}$/);
  const log = path.join(apps.dataDir, 'balancer', 'access.log');
  await expect.poll(() => readFile(log, 'utf8')).toContain(`"requestId":"${requestId}"`);
  for (const line of (await readFile(log, 'utf8')).trim().split('\n')) JSON.parse(line);
  await expect.poll(() => apps.said()).toContain(`"requestId":"${requestId}"`);
  expect(apps.said()).not.toContain('chosen-by-a-visitor');
});

test('rate limits are shared by all processes', async () => {
  const joinAt = async (url: string, nth: number) => {
    const reply = await fetch(`${url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: `guest-${nth}@example.com`, suburb: 'Cleveland' }),
    });
    return reply.status;
  };
  const statuses: number[] = [];
  for (let nth = 0; nth < 30; nth += 1) {
    statuses.push(await joinAt(nth % 2 === 0 ? apps.first.url : apps.second.url, nth));
  }
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await joinAt(apps.first.url, 31)).toBe(429);
  expect(await joinAt(apps.second.url, 32)).toBe(429);
});

test('each email is sent by one of them, once', async () => {
  const left = () => apps.db.$count(messages, eq(messages.state, 'waiting'));
  await expect.poll(left, { timeout: 70_000 }).toBe(0);
  const sent = await apps.db.select().from(messages);
  expect(sent).toHaveLength(30);
  for (const { state, tries } of sent) expect([state, tries]).toEqual(['kept', 1]);
});

test('a portal open at one process is notified of an order placed at the other', async () => {
  const heard = await listen(apps.first.url);
  const browser = openBrowser(apps.second.url, 2);
  const number = await purchase(browser, 'neighbour');
  browser.close();
  expect(number).toMatch(/^RT-/);
  await expect.poll(() => heard.text()).toContain('event: order-created');
  heard.close();
});

async function listen(url: string) {
  const door = openBrowser(url, 1);
  const entry = await door.json('POST', '/api/auth/sign-in/email', STAFF);
  door.close();
  const ended = new AbortController();
  const stream = await fetch(`${url}/api/admin/live`, {
    headers: { cookie: cookieOf(entry.cookies) },
    signal: ended.signal,
  });
  expect(stream.status).toBe(200);
  let text = '';
  const reading = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) text += decoder.decode(chunk as Uint8Array);
  };
  reading().catch(() => {});
  return { text: () => text, close: () => ended.abort() };
}

async function purchase(browser: Browser, who: string): Promise<string | null> {
  const menu = await expectMenu(browser);
  const customer: Customer = { who, browser, history: startHistory(), patience: 1 };
  return buy(customer, anUnpricedOrder(who, aSmallBasket(seededRandom(who), menu)));
}

test('one is killed under load: no checkout fails, no delivery is sold twice', async () => {
  // All customers are on this machine, and what one network may hold without paying is not what this is about.
  const unthrottled = await startSeveralApps({ throttle: 'off' });
  try {
    await killOneUnderLoad(unthrottled);
  } finally {
    await unthrottled.stop();
  }
});

async function killOneUnderLoad({ balancer, db, second, said }: SeveralApps): Promise<void> {
  const history = startHistory();
  const random = seededRandom('several processes');
  const fixture = openBrowser(balancer.url, AT_ONCE);
  const menu = await expectMenu(fixture);
  const target = { date: menu.days[3] ?? '', window: '11:00-13:00' as const };
  const staff = await signIn(balancer.url);
  const opened = await staff.json('POST', '/api/admin/delivery-slots', {
    date: target.date,
    timeSlot: target.window,
    maxDeliveries: PLACES,
  });
  expect([201, 409]).toContain(opened.status);
  staff.close();
  await db.update(deliverySlots).set({ maxDeliveries: 100 });
  await db
    .update(deliverySlots)
    .set({ maxDeliveries: PLACES })
    .where(sql`date = ${target.date} and time_slot = ${target.window}`);

  const others = menu.days.filter((date) => date !== target.date);
  const numbers: (string | null)[] = [];
  await runConcurrently(CUSTOMERS, AT_ONCE, async (index) => {
    if (numbers.length === CUSTOMERS / 3) second.kill();
    const who = `customer-${index}`;
    const chosen = index % 3 === 0 ? target : { date: random.pick(others), window: target.window };
    const order = anUnpricedOrder(who, aSmallBasket(random, menu, chosen));
    // Like a browser: asks again when there is no reply.
    const customer: Customer = { who, browser: fixture, history, patience: 1 };
    numbers.push(await buy(customer, order));
  });
  fixture.close();

  const refusals = history.facts().filter(({ status = 0 }) => status >= 400 || status === 0);
  // When asked to confirm what is already paid, the card provider refuses and says that it is paid.
  const unexpected = refusals.filter(({ did, code }) => did !== 'paid' && code !== 'slot_full');
  expect(unexpected).toEqual([]);
  expect(numbers.filter((number) => number !== null)).toHaveLength(
    CUSTOMERS - CUSTOMERS / 3 + PLACES,
  );
  const [slot] = await db
    .select()
    .from(deliverySlots)
    .where(sql`date = ${target.date} and time_slot = ${target.window}`);
  expect(slot).toMatchObject({ booked: PLACES, held: 0 });
  await checkInvariants(db);
  expect(said(), 'errors in the logs').not.toMatch(/"level":[56]0/);
}
