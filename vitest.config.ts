import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { CHROMIUM_ARGUMENTS } from './tools/chromium-arguments.ts';

const testsOf = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;
const SERVER_TESTS = ['{areas/*,platform,app}/server', 'sandbox', 'quality', 'tools'].map(testsOf);
const ALONE_TESTS = '{areas/*,platform,app,sandbox,quality,tools}/**/*.alone.test.ts';
const RELEASE_TESTS = '{areas/*,platform,app,sandbox,quality,tools}/**/*.release.test.ts';
/** They play more cases in a release: see quality/support/random/how-many.ts. */
const RANDOM_TESTS = [
  'areas/calculator/server/calorie-advice.test.ts',
  'areas/checkout/server/fair-places.test.ts',
  'areas/kitchen/rules/shopping-list.test.ts',
  'areas/kitchen/server/labels.test.ts',
  'areas/kitchen/server/sample-week.test.ts',
  'areas/kitchen/server/sheet-totals.test.ts',
  'areas/office/server/figures.test.ts',
  'areas/orders/server/a-month-of-money.test.ts',
  'areas/orders/server/account-laws.test.ts',
  'areas/printouts/server/draw-labels.test.ts',
  'quality/food/any-steps.test.ts',
];
const COMPONENT_TESTS = '{areas/*,platform,app}/web/**/*.browser.test.tsx';

const { SHUFFLE } = process.env;
/** One project after the other, or workers would begin anew at each file. */
const shuffledAs = (groupOrder: number) => SHUFFLE !== undefined && { sequence: { groupOrder } };

export default defineConfig({
  test: {
    allowOnly: false,
    // One more than the cores that we count on: each waits for PostgreSQL, a socket or a clock a third of its time.
    maxWorkers: 3,
    // Tests make much that nobody keeps: more room before it is collected is less collecting.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Patience for a busy machine, no claim about speed.
    expect: { poll: { timeout: 10_000 } },
    attachmentsDir: 'test-results/components',
    // Files depend on nothing that others leave: `SHUFFLE=7 npm test` runs them in another order, the same for each number.
    ...(SHUFFLE !== undefined && { sequence: { shuffle: { files: true }, seed: Number(SHUFFLE) } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          ...shuffledAs(0),
          // Pure, and what a test replaces it puts back, so the files of a worker load the modules once.
          isolate: false,
          include: ['{areas/*,platform}/{rules,calls}', '{areas/*,platform,app}/web'].map(testsOf),
          exclude: [...configDefaults.exclude, COMPONENT_TESTS],
          // Read by the test of the theme's contrasts.
          css: { include: /tokens\.css/ },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...shuffledAs(1),
          // The files of a worker share the modules, an app and its database.
          isolate: false,
          include: SERVER_TESTS,
          exclude: [...configDefaults.exclude, ALONE_TESTS, RELEASE_TESTS],
          globalSetup: './quality/support/vitest-global-setup.ts',
          setupFiles: ['quality/support/shared-app-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          ...shuffledAs(2),
          // These replace modules or change the environment.
          include: [ALONE_TESTS],
          globalSetup: './quality/support/vitest-global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'release',
          // Processes, hours, kept releases and many random cases: nightly and before a release.
          include: [RELEASE_TESTS, ...RANDOM_TESTS],
          env: { RANDOM_CASES: 'all' },
          globalSetup: './quality/support/vitest-global-setup.ts',
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        test: {
          name: 'browser',
          include: [COMPONENT_TESTS],
          setupFiles: ['platform/web/testing/browser-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            // A phone; what differs on a wide screen asks for one.
            viewport: { width: 390, height: 844 },
            provider: playwright({
              actionTimeout: 10_000,
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'],
                args: CHROMIUM_ARGUMENTS,
              },
              contextOptions: {
                locale: 'en-AU',
                timezoneId: 'Australia/Brisbane',
                reducedMotion: 'reduce',
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
