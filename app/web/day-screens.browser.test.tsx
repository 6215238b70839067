import { page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BenchScreen } from '#app/web/day-screens.tsx';
import { type BenchReply, getBench } from '#areas/kitchen/calls/bench.ts';
import { benchQueue } from '#areas/kitchen/web/bench/bench-queue.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { whenIdle } from '#platform/web/testing/when-idle.ts';

const server = fakeServer();
const TODAY = '2026-01-14';

function anEmptyBench(): BenchReply {
  const day = { pots: [], trays: [], readings: [], out: [], giftCards: 0 };
  const waiting = { orders: 0, meals: 0 };
  return {
    now: new Date().toISOString(),
    date: TODAY,
    today: TODAY,
    opens: TODAY,
    until: new Date(Date.now() + 36 * 3_600_000).toISOString(),
    staffId: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
    staffName: 'Ana Cook',
    mayCook: true,
    mayRunOut: false,
    mayPack: true,
    mayDrive: true,
    coreCelsius: 75,
    foods: [],
    components: [],
    meals: [],
    days: [TODAY, '2026-01-15'].map((date) => ({ ...day, date, waiting })),
    chills: [],
    due: [],
    failed: [],
    asked: [],
  };
}

let opened: OpenPage | undefined;

beforeEach(async () => {
  await page.viewport(820, 1180);
  await benchQueue.store.withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
  await whenIdle('bench');
});

test('a day that is not on the tablet leads back to today, without signal too', async () => {
  server.answers(getBench, () => anEmptyBench());
  opened = await openPage(<BenchScreen />, { at: '/bench' });
  const title = page.getByRole('heading', { level: 1, name: 'Wed 14 Jan 2026' });
  await expect.element(title).toBeVisible();
  server.answers(getBench, () => UNREACHABLE);
  await page.getByRole('button', { name: 'The day after' }).click();
  await expect.element(page.getByText(/pots and trays of that day/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect.element(title).toBeVisible();
});

test('who is not signed in is asked to', async () => {
  server.answers(getBench, () => refused(401, { code: 'signed_out', message: 'Please sign in' }));
  server.answers(getSignedIn, () =>
    refused(401, { code: 'signed_out', message: 'Please sign in' }),
  );
  opened = await openPage(<BenchScreen />, { at: '/bench' });
  await expect.element(page.getByText(/sign in/i).first()).toBeVisible();
});
