import type { Page } from '@playwright/test';
import { expect } from './app-fixture.ts';

/** A page of the day is on the device with all of its files: it opens without signal from now on. */
export async function untilKept(page: Page, name: 'bench' | 'drive' | 'pack'): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async (day) => {
          const names = (await caches.keys()).filter((key) => key.startsWith('day-'));
          const pages = names.map(async (key) => (await caches.open(key)).match(`/${day}`));
          return (await Promise.all(pages)).filter(Boolean).length;
        }, name),
      // The scanner's megabyte is among them.
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
}
