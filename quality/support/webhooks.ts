import { expect } from 'vitest';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import type { TestApp } from '#quality/support/test-app.ts';

/**
 * Makes the card provider send its events to the app until `body` has ended and all have arrived; a test that continued
 * with events still arriving would race them. Call it once per app, which then listens.
 */
export async function withWebhooks(t: TestApp, body: () => Promise<void>): Promise<void> {
  const listening = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `${listening}/api/stripe/webhook`;
  await t.sandbox.setWebhook(url, HANDLED_EVENTS);
  try {
    await body();
  } finally {
    await t.sandbox.setWebhook(url, []);
    await expect.poll(() => undelivered(t), { timeout: 15_000 }).toEqual([]);
  }
}

async function undelivered({ sandbox }: TestApp): Promise<unknown[]> {
  const reply = await fetch(`${sandbox.baseUrl}/v1/events?delivery_success=false`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  });
  return ((await reply.json()) as { data: unknown[] }).data;
}
