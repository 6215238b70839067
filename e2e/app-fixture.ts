/** The ground every journey stands on: the real server on a database of its own, and a browser that may not complain. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type BrowserContext, expect } from '@playwright/test';
import { type Database, openDatabase } from '#server/db/client.ts';
import { findFreePort } from '#server/db/postgres-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export { expect } from '@playwright/test';

/** Wednesday noon in Brisbane: the week from Tue 13 to Mon 19 Jan 2026 is open until Sunday 11 January, 5 pm. */
const AN_ORDINARY_WEDNESDAY = '2026-01-07T02:00:00Z';

type App = {
  url: string;
  /** What the kitchen has in its books. */
  db: Database;
  /** The same app on the same data, at another time: `now` is an ISO instant. */
  restart: (now: string) => Promise<void>;
};

type WorkerFixtures = {
  /** The ISO instant at which the server's clock starts. */
  now: string;
  app: App;
};

type TestFixtures = {
  /** Answers that this test provokes, beside 402 and 409, which belong to paying. */
  expectedStatuses: number[];
  /** Restarts the app at another time, for the rest of this test. */
  restartAt: App['restart'];
  quietBrowser: void;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  now: [AN_ORDINARY_WEDNESDAY, { option: true, scope: 'worker' }],

  app: [
    async ({ now }, use) => {
      const database = await createTestDatabase();
      const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-journeys-'));
      const port = await findFreePort();
      const start = (at: string) =>
        startServer({ port, dataDir, databaseUrl: database.url, now: at });
      const db = openDatabase(database.url, { max: 2 });
      let server: ServerProcess | undefined;
      try {
        server = await start(now);
        await use({
          url: `http://localhost:${port}`,
          db,
          async restart(at) {
            await server?.stop();
            server = await start(at);
          },
        });
      } finally {
        await server?.stop();
        await db.$client.end();
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  restartAt: async ({ app, now }, use) => {
    let isAtAnotherTime = false;
    await use(async (at) => {
      isAtAnotherTime = true;
      await app.restart(at);
    });
    if (isAtAnotherTime) await app.restart(now);
  },

  expectedStatuses: [[], { option: true }],

  quietBrowser: [
    async ({ context, app, expectedStatuses }, use) => {
      const troubles = listenForTroubles(context, app.url, [402, 409, ...expectedStatuses]);
      await use();
      expect(troubles, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Whatever a visitor's browser would complain about: broken scripts, refused content, answers nobody expected, other sites. */
function listenForTroubles(context: BrowserContext, home: string, expected: number[]): string[] {
  const troubles: string[] = [];
  const refusals = expected.map((status) => `responded with a status of ${status} `);
  context.on('console', (message) => {
    const isExpected = refusals.some((refusal) => message.text().includes(refusal));
    if (message.type() === 'error' && !isExpected)
      troubles.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => troubles.push(String(webError.error().stack)));
  context.on('request', (request) => {
    if (!request.url().startsWith(home)) troubles.push(`asked another site: ${request.url()}`);
  });
  return troubles;
}
