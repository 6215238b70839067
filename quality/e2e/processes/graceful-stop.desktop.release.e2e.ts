/** An update of the app: the old process is told to stop while customers buy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { aSmallBasket, anUnpricedOrder, expectMenu } from '../../chaos/basket.ts';
import { type Browser, openBrowser } from '../../chaos/browser.ts';
import { buy } from '../../chaos/customer.ts';
import { startHistory } from '../../chaos/history.ts';
import { seededRandom } from '#app/server/stage.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { createTestDatabase } from '#quality/support/test-database.ts';
import { startServer } from '../server-process.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';

const ROUNDS = 2;
const VISITORS = 6;
/** Before the stop, so that it comes at full load. */
const ANSWERS = 60;
/** As often as a load balancer checks, and far more often than necessary. */
const ASKED_EVERY_MS = 100;

test.setTimeout(120_000);

test('SIGTERM under load: no longer ready, every reply complete, exit code 0', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-stop-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer(
      {
        port,
        dataDir,
        databaseUrl: database.url,
        now: AN_ORDINARY_WEDNESDAY,
        variables: { STOP_WAIT_SECONDS: '4' },
      },
      (text) => (said += text),
    );
    try {
      const statuses: number[] = [];
      const crowd = sendCrowd(url, statuses);
      await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(ANSWERS);
      process.kill(server.pid, 'SIGTERM');
      const whyNot = await crowd;
      expect(await server.ended).toBe(0);
      expect(whyNot).toEqual(['the app is stopping']);
      expect(statuses.filter((status) => status === 0 || status >= 500)).toEqual([]);
    } finally {
      await server.stop();
    }
  }
  const db = openDatabase(database.url, { max: 1 });
  await checkInvariants(db);
  await db.$client.end();
  expect(said, 'errors in the log').not.toMatch(/"level":[56]0/);
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Visitors who read and buy for as long as the app reports that it is ready, as behind a load balancer. Resolves with
 * the reason why it is no longer ready; `statuses` are those of all replies until then.
 */
async function sendCrowd(url: string, statuses: number[]): Promise<unknown> {
  let isReady = true;
  const askReadiness = async () => {
    const balancer = openBrowser(url, 1);
    for (;;) {
      const { status, body } = await balancer.get('/readyz');
      if (status !== 200) {
        isReady = false;
        balancer.close();
        return (body as { reasons?: string[] } | undefined)?.reasons;
      }
      await sleep(ASKED_EVERY_MS);
    }
  };
  const visit = async (_: unknown, nth: number) => {
    const browser = openBrowser(url, 2);
    while (isReady) await (nth % 2 === 0 ? read(browser, statuses) : purchase(browser, statuses));
    browser.close();
  };
  const visitors = Array.from({ length: VISITORS }, visit);
  const whyNot = await askReadiness();
  await Promise.all(visitors);
  return whyNot;
}

async function read(browser: Browser, statuses: number[]): Promise<void> {
  for (const page of ['/', '/menu', '/api/meals', '/api/ordering-week', '/api/config']) {
    statuses.push((await browser.get(page)).status);
  }
}

async function purchase(browser: Browser, statuses: number[]): Promise<void> {
  const history = startHistory();
  const menu = await expectMenu(browser);
  const order = anUnpricedOrder('visitor', aSmallBasket(seededRandom('stop'), menu));
  await buy({ who: 'visitor', browser, history, patience: 0 }, order);
  statuses.push(...history.facts().map(({ status = 0 }) => status));
}
