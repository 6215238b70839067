/** The base of every journey: the real app, where neither browser nor server may report an error. */
import { test as base, type BrowserContext, devices, expect } from '@playwright/test';
import type { StaffAccount } from './journey-server.ts';
import type { RunningApp } from './running-app.ts';
import { startAppsOnDemand, type RunningApps } from './running-apps.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = { apps: RunningApps };

type TestFixtures = {
  /** The ISO instant at which the server's clock starts. */
  now: string;
  /** Whose account the kitchen has; null: none yet. */
  owner: StaffAccount | null;
  /** More of the server's environment; the app is then shared with no file that asks for another one. */
  variables: Record<string, string>;
  /** A name: the app is shared with no other file. */
  ownApp: string;
  /** Empty at the beginning of each file. */
  app: RunningApp;
  /** Error replies that this test provokes, besides 402 and 409, which belong to paying. */
  expectedStatuses: number[];
  /** Whether this test goes offline. */
  goesOffline: boolean;
  /** What the browser may report in this test, added to while it runs. */
  expectedMessages: string[];
  /** Sets the server's clock for the rest of this test. */
  setNow: RunningApp['setNow'];
  quietBrowser: void;
  quietServer: void;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs: nothing.
    async ({}, use) => {
      const apps = startAppsOnDemand();
      await use(apps);
      await apps.stop();
    },
    { scope: 'worker' },
  ],

  now: [AN_ORDINARY_WEDNESDAY, { option: true }],

  owner: [null, { option: true }],

  variables: [{}, { option: true }],

  ownApp: ['', { option: true }],

  app: [
    async ({ apps, now, owner, variables, ownApp }, use, { file }) =>
      use(await apps.appFor({ now, owner, variables, ownApp, file })),
    // Its start is no part of the test's own time.
    { timeout: 60_000 },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  // oxlint-disable-next-line no-empty-pattern -- as above
  viewport: async ({}, use, { file }) =>
    use(isOnPhone(file) ? { width: 390, height: 844 } : { width: 1280, height: 800 }),

  // oxlint-disable-next-line no-empty-pattern -- as above
  isMobile: async ({}, use, { file }) => use(isOnPhone(file)),

  // oxlint-disable-next-line no-empty-pattern -- as above
  hasTouch: async ({}, use, { file }) => use(isOnPhone(file)),

  // oxlint-disable-next-line no-empty-pattern -- as above
  userAgent: async ({}, use, { file }) =>
    use(isOnPhone(file) ? undefined : devices['Desktop Chrome'].userAgent),

  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs: nothing.
  expectedMessages: async ({}, use) => use([]),

  setNow: async ({ app, now }, use) => {
    let isAtAnotherTime = false;
    await use(async (at) => {
      isAtAnotherTime = true;
      await app.setNow(at);
    });
    if (isAtAnotherTime) await app.setNow(now);
  },

  expectedStatuses: [[], { option: true }],

  goesOffline: [false, { option: true }],

  quietBrowser: [
    async ({ context, app, expectedStatuses, expectedMessages, goesOffline }, use) => {
      const statuses = [402, 409, ...expectedStatuses];
      expectedMessages.push(...statuses.map((status) => `responded with a status of ${status} `));
      if (goesOffline)
        expectedMessages.push(
          'net::ERR_INTERNET_DISCONNECTED',
          'net::ERR_FAILED',
          NO_SERVICE_WORKER,
        );
      const troubles = listenForTroubles(context, app.url, expectedMessages);
      await use();
      expect(troubles, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],

  quietServer: [
    async ({ app }, use) => {
      const before = app.said().length;
      await use();
      const said = app.said().slice(before);
      expect(said, 'errors in the log of the server').not.toMatch(/"level":[56]0/);
    },
    { auto: true },
  ],
});

/** `NAME.phone.e2e.ts`, or `NAME.desktop.e2e.ts`. */
function isOnPhone(file: string): boolean {
  return file.includes('.phone.');
}

/** The browser may look for a new service worker just when there is no connection. */
const NO_SERVICE_WORKER = 'An unknown error occurred when fetching the script.';

/** The browser's own pages, such as its PDF viewer. */
const PDF_VIEWER = /^(chrome|chrome-extension):/;

/** Anything a visitor's browser would report: broken scripts, refused content, unexpected replies, other sites. */
function listenForTroubles(context: BrowserContext, home: string, expected: string[]): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    const isExpected = expected.some((text) => message.text().includes(text));
    if (message.type() === 'error' && !isExpected)
      troubles.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => troubles.push(String(webError.error().stack)));
  context.on('request', (request) => {
    const isOurs = request.url().startsWith(home) || PDF_VIEWER.test(request.url());
    if (!isOurs) troubles.push(`asked another site: ${request.url()}`);
  });
  return troubles;
}
