import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from './tools/chromium-arguments.ts';

/** Variants, and what takes long: `npm run test:release` runs these, `npm test` the others. */
const RELEASE = /@release|\.release\.e2e/;

const executablePath = process.env.CHROMIUM_PATH;

// Payment sandboxes that a journey starts itself refuse to run in a shop that sells, which else this would be.
process.env.NODE_ENV ||= 'test';

/** Each journey starts its own server through the fixtures in quality/e2e/. */
export default defineConfig({
  testDir: 'quality/e2e',
  // One throwaway PostgreSQL for the whole run; each worker has its own database in it.
  globalSetup: './quality/support/vitest-global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Of two cores a fifth is idle with two: a journey often waits for a clock, a mail or a paint.
  workers: 3,
  forbidOnly: true,
  // A journey that passes only on its second attempt is named at the end of the run.
  retries: 1,
  timeout: 120_000,
  // A busy machine may take its time; what never comes fails all the same.
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
    actionTimeout: 20_000,
    // A trace injects scripts into every page, sandboxed emails included, and doubles the time: `--trace on` where needed.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS },
  },
  // One project for both devices, so that a worker keeps its app: the file's name says which (app-fixture.ts).
  projects: [
    { name: 'usual', testMatch: '*.e2e.ts', grepInvert: RELEASE },
    { name: 'release', testMatch: '*.e2e.ts', grep: RELEASE },
  ],
});
