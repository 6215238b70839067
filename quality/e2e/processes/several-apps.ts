/** Two processes of the app on one PostgreSQL and one payment sandbox, behind a load balancer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { type SandboxProcess, startSandbox } from '#platform/server/gateway/sandbox-process.ts';
import { createTestDatabase } from '#quality/support/test-database.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';
import { STAFF } from '#quality/chaos/app-process.ts';

export type AppAt = {
  url: string;
  /** kill -9 */
  kill(): void;
};

export type SeveralApps = {
  balancer: LoadBalancer;
  first: AppAt;
  second: AppAt;
  db: Database;
  dataDir: string;
  said(): string;
  stop(): Promise<void>;
};

export async function startSeveralApps({
  throttle = 'on',
}: { throttle?: 'on' | 'off' } = {}): Promise<SeveralApps> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-processes-'));
  const db = openDatabase(database.url, { max: 2 });
  const servers: ServerProcess[] = [];
  let balancer: LoadBalancer | undefined;
  let sandbox: SandboxProcess | undefined;
  let said = '';

  async function startOne(): Promise<{ port: number; app: AppAt }> {
    const port = await findFreePort();
    const server = await startServer(
      {
        port,
        dataDir,
        databaseUrl: database.url,
        // Real time, which is the same for both.
        now: '',
        variables: {
          THROTTLE: throttle,
          STAFF_EMAIL: STAFF.email,
          STAFF_PASSWORD: STAFF.password,
        },
      },
      (text) => (said += text),
    );
    servers.push(server);
    const kill = () => void process.kill(server.pid, 'SIGKILL');
    return { port, app: { url: `http://127.0.0.1:${port}`, kill } };
  }

  async function stop(): Promise<void> {
    await balancer?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await sandbox?.stop();
    await db.$client.end();
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    // Concurrently, as when a host boots: they take turns with migrations and the sample menu.
    const [first, second] = await Promise.all([startOne(), startOne()]);
    balancer = await startLoadBalancer({
      port: await findFreePort(),
      upstreams: [first.port, second.port],
      folder: path.join(dataDir, 'balancer'),
    });
    sandbox = await startSandbox({ dataDir, log: () => {} });
    await sandbox.setWebhook(`${balancer.url}/api/stripe/webhook`, HANDLED_EVENTS);
    const apps = { first: first.app, second: second.app };
    return { balancer, ...apps, db, dataDir, said: () => said, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
