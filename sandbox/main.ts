/** The payment sandbox: `node sandbox/main.ts --data DIR [--port 0] [--host 127.0.0.1]`. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import { createSandboxServer, removeServerFile, writeServerFile } from './sandbox-server.ts';
import { expireApprovals } from './intents/end-payment.ts';
import { startLaterRefunds } from './refunds.ts';
import { openStore } from './store.ts';
import { startWebhookDelivery } from './webhooks/webhook-delivery.ts';

type Options = { dataDir: string; port: number; host: string };

const STOP_GRACE_MS = 5000;

try {
  await run(readOptions());
} catch (error) {
  console.error(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

async function run(options: Options): Promise<void> {
  requireTestPaymentsAllowed();
  // Only this user may read the folder, because the store contains the keys.
  process.umask(0o077);
  const store = openStore(options.dataDir);
  const server = createSandboxServer(store);
  const port = await listen(server, options);
  const delivery = startWebhookDelivery(store);
  store.transact(() => expireApprovals({ store, requestId: null, idempotencyKey: null }));
  const laterRefunds = startLaterRefunds(store);
  writeServerFile(options.dataDir, { pid: process.pid, port, ...store.keys });
  console.log(
    `Payment sandbox listening on http://${options.host}:${port}, data in ${options.dataDir}`,
  );

  async function stop(): Promise<void> {
    await Promise.all([closeServer(server), delivery.stop()]);
    laterRefunds.stop();
    removeServerFile(options.dataDir);
    store.close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  });
  if (!values.data) throw new Error('--data DIR is missing');
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port must be from 0 to 65535, not ${values.port}`);
  return { dataDir: values.data, port, host: values.host };
}

function requireTestPaymentsAllowed(): void {
  if (process.env['NODE_ENV'] !== 'production' || process.env['ALLOW_TEST_PAYMENTS'] === 'yes')
    return;
  throw new Error('refuses to start with NODE_ENV=production unless ALLOW_TEST_PAYMENTS=yes');
}

/** Returns the port, which the operating system chooses if 0 is requested. */
async function listen(server: Server, { port, host }: Options): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Waits for open requests, then closes their connections. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const forceClose = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(forceClose);
}
