import { expect, test } from 'vitest';
import { waitAfterWebhookAttempt } from './webhooks.ts';

const HOUR_MS = 60 * 60_000;

test('a webhook is tried over three days with growing pauses, then given up', () => {
  const waits: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const wait = waitAfterWebhookAttempt(attempt);
    if (wait === null) break;
    waits.push(wait);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBe(60_000);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS;
  expect(hours).toBeGreaterThanOrEqual(72);
  expect(hours).toBeLessThan(80);
});
