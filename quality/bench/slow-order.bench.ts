/**
 * The order page on a slow connection: first visit with nothing cached, 390 px wide, 400 kbit/s with 400 ms for each
 * request, the processor as it is. Says when step 1 can be used (its name field takes text), when Continue has
 * answered with step 2, and what was fetched until then. Aim: usable in 4 s. `PAGE_URL` measures a server that runs
 * already, `REQUESTS=1` lists every request.
 */
/// <reference lib="dom" />
import type { Browser, CDPSession } from '@playwright/test';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { launchBrowser } from './launch-browser.ts';

const BYTES_PER_SECOND = (400 * 1024) / 8;
const LATENCY_MS = 400;
const RUNS = 3;

type Fetched = { url: string; startedMs: number; endedMs: number; bytes: number };
type Visit = { usableMs: number; meals: number; fetched: Fetched[] };

const address = process.env['PAGE_URL'];
const app = address ? { url: address, stop: async () => {} } : await startBenchApp();
const browser = await launchBrowser();

const visits: Visit[] = [];
for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, `${app.url}/order`));
console.table(visits.map(rowOf));
const usualMs = median(visits.map(({ usableMs }) => usableMs));
console.log(`Step 1 is usable after ${(usualMs / 1000).toFixed(2)} s (median of ${RUNS}).`);
if (process.env['REQUESTS']) console.table(visits[0]?.fetched);

await browser.close();
await app.stop();

async function visit(from: Browser, url: string): Promise<Visit> {
  const context = await from.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const listed = await listFetched(session);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  const start = Date.now();
  await page.goto(url, { waitUntil: 'commit' });
  // The server sends a skeleton: this field is only ever there with its script.
  const usable = await page.waitForFunction(
    () =>
      document.querySelector('#person-name-0:enabled') &&
      document.querySelector('[data-order-bar] button[type="submit"]:enabled') &&
      performance.now(),
    null,
    { polling: 'raf', timeout: 60_000 },
  );
  const usableMs = Math.round(Number(await usable.jsonValue()));
  await page.getByRole('textbox', { name: 'Name of person 1' }).fill('Mia');
  const fetched = listed.filter(({ startedMs }) => startedMs < usableMs);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('heading', { level: 1, name: 'Meal Selection' })
    .waitFor({ timeout: 60_000 });
  const meals = Date.now() - start;
  await context.close();
  return { usableMs, meals, fetched };
}

/** Every reply, in ms after the first request, with the bytes that went over the wire. */
async function listFetched(session: CDPSession): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  const byId = new Map<string, Fetched>();
  let first: number | null = null;
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ??= timestamp;
    const { pathname } = new URL(request.url);
    const one = { url: pathname, startedMs: ms(timestamp - first), endedMs: 0, bytes: 0 };
    fetched.push(one);
    byId.set(requestId, one);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = byId.get(requestId);
    if (one)
      Object.assign(one, { endedMs: ms(timestamp - (first ?? 0)), bytes: encodedDataLength });
  });
  return fetched;
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}

function rowOf({ usableMs, meals, fetched }: Visit): Record<string, number> {
  const arrived = fetched.filter(({ endedMs }) => endedMs > 0 && endedMs <= usableMs);
  return {
    'usable s': usableMs / 1000,
    'meals s': meals / 1000,
    requests: arrived.length,
    'kB arrived': Math.round(arrived.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10,
  };
}
