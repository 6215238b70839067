import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { CHROMIUM_ARGUMENTS } from './tools/chromium-arguments.ts';

const testsOf = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;
const COMPONENT_TESTS = '{areas/*,platform,app}/web/**/*.browser.test.tsx';

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    attachmentsDir: 'test-results/components',
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
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
          include: ['{areas/*,platform,app}/server', 'sandbox', 'quality', 'tools'].map(testsOf),
          exclude: [...configDefaults.exclude, 'tools/**/fixtures/**'],
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
          expect: { poll: { timeout: 10_000 } },
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
