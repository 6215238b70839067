import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  confirmWithCard,
  createIntent,
  GOOD_CARD_NUMBER,
  killSandbox,
  runSandboxToExit,
  startSandboxUnderTest,
  temporaryDataDir,
} from './test-support/sandbox-under-test.ts';

describe('starting', () => {
  test('writes its port and keys for its own user only', async () => {
    const { dataDir, facts, child } = await startSandboxUnderTest();
    expect(facts.pid).toBe(child.pid);
    for (const name of ['server.json', 'sandbox.sqlite']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
  });

  test('a second sandbox on the same folder is refused, and the first keeps running', async () => {
    const first = await startSandboxUnderTest();
    const { code, errors } = await runSandboxToExit(first.dataDir);
    expect(code).toBe(1);
    expect(errors).toBe(
      `Payment sandbox: another payment sandbox is already running on ${first.dataDir}\n`,
    );
    expect(JSON.parse(readFileSync(join(first.dataDir, 'server.json'), 'utf8'))).toEqual(
      first.facts,
    );
    expect((await createIntent(first)).status).toBe('requires_payment_method');
  });

  test('is refused in production unless test payments are allowed', async () => {
    const dataDir = temporaryDataDir();
    const { code, errors } = await runSandboxToExit(dataDir, { NODE_ENV: 'production' });
    expect(code).toBe(1);
    expect(errors).toBe(
      'Payment sandbox: refuses to start with NODE_ENV=production unless ALLOW_TEST_PAYMENTS=yes\n',
    );
    expect(existsSync(join(dataDir, 'sandbox.sqlite'))).toBe(false);
    const allowed = await startSandboxUnderTest(dataDir, {
      NODE_ENV: 'production',
      ALLOW_TEST_PAYMENTS: 'yes',
    });
    expect((await createIntent(allowed)).livemode).toBe(false);
  });
});

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it cleanly while connections are open',
    async (signal) => {
      const sandbox = await startSandboxUnderTest();
      await createIntent(sandbox);
      const exited = once(sandbox.child, 'exit');
      sandbox.child.kill(signal);
      expect(await exited).toEqual([0, null]);
      expect(existsSync(join(sandbox.dataDir, 'server.json'))).toBe(false);
      expect(existsSync(join(sandbox.dataDir, 'sandbox.sqlite-wal'))).toBe(false);
    },
  );

  test('kill -9 during payments loses no answered payment and duplicates none', async () => {
    let sandbox = await startSandboxUnderTest();
    const { dataDir } = sandbox;
    const answered = new Map<string, string>();
    for (let round = 0; round < 5; round += 1) {
      const running = sandbox;
      const customers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const intent = await createIntent(running);
          answered.set(intent.id, 'requires_payment_method');
          const reply = await confirmWithCard(running, intent, GOOD_CARD_NUMBER);
          answered.set(intent.id, String(reply.body['status']));
        }
      });
      const allDisconnected = Promise.allSettled(customers);
      await expect.poll(() => answered.size, { timeout: 20_000 }).toBeGreaterThan((round + 1) * 20);
      await killSandbox(running.child);
      await allDisconnected;
      sandbox = await startSandboxUnderTest(dataDir);
    }

    const intents = await sandbox.stripe.paymentIntents
      .list({ limit: 100, expand: ['data.latest_charge'] })
      .autoPagingToArray({ limit: 10_000 });
    const statuses = new Map(intents.map(({ id, status }) => [id, status]));
    for (const [id, status] of answered) {
      if (status === 'succeeded') expect(statuses.get(id)).toBe('succeeded');
      else expect(statuses.has(id)).toBe(true);
    }
    const charges = await sandbox.stripe.events
      .list({ type: 'charge.succeeded', limit: 100 })
      .autoPagingToArray({
        limit: 10_000,
      });
    const paid = intents.filter(({ status }) => status === 'succeeded');
    expect(charges).toHaveLength(paid.length);
  });
});
