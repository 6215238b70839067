import { configDefaults, defineConfig } from 'vitest/config';

const testsOf = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['domain', 'contract', 'web'].map(testsOf),
          // Read by the test of the theme's contrasts.
          css: { include: /tokens\.css/ },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server', 'sandbox', 'quality', 'tools'].map(testsOf),
          exclude: [...configDefaults.exclude, 'tools/**/fixtures/**'],
          globalSetup: './quality/support/vitest-global-setup.ts',
        },
      },
    ],
  },
});
