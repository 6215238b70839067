/**
 * A PostgreSQL primary with a synchronous standby, two servers on this machine with the settings in container/postgresql:
 * Debian's PostgreSQL if it is installed, otherwise the embedded one.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '#platform/server/db/postgres-cluster.ts';
import {
  childrenOf,
  configure,
  copyCluster,
  endForGood,
  findPrograms,
  giveTo,
  initialise,
  makeServer,
  type PostgresPrograms,
  type PostgresServer,
  type Role,
  signalAll,
  spawnPostgres,
  waitUntilItWorks,
} from './postgres-server.ts';

export type ReplicatedPostgres = {
  /** Both servers, as in `DATABASE_URL`. */
  url: string;
  /** Like `PostgreSQL 15.18`. */
  version: string;
  /** Nothing is sent to the standby any more, as when the network between the two is slow. */
  holdReplication(): void;
  /** The primary is gone for good, with its data; or its machine is there but says nothing any more. */
  losePrimary(how: 'killed' | 'silent'): void;
  /** The machine that said nothing is back, with its old data, and believes itself the primary. */
  wakeLost(): void;
  /** The standby becomes the primary. */
  promote(): Promise<void>;
  /** A new standby in place of the lost server; resolves when commits wait for it. */
  addStandby(): Promise<void>;
  stop(): Promise<void>;
};

type Pair = {
  home: string;
  programs: PostgresPrograms;
  password: string;
  primary: PostgresServer;
  standby: PostgresServer;
};

const REPLICATION_USER = 'mealrun_replication';
const STANDBY = 'mealrun_standby';

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const pair = await makePair();
  const hosts = [pair.primary, pair.standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const [found] = await ask<{ server_version: string }>(pair, pair.primary, 'show server_version');
  return {
    url: `postgres://${SUPERUSER}:${pair.password}@${hosts}/mealrun`,
    version: `PostgreSQL ${found?.server_version.split(' ')[0]}`,
    holdReplication() {
      for (const { pid, command } of childrenOf(pair.primary.pid))
        if (command.includes('walsender')) process.kill(pid, 'SIGSTOP');
    },
    losePrimary(how) {
      signalAll(pair.primary.pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      if (how === 'killed') rmSync(pair.primary.cluster, { recursive: true, force: true });
    },
    wakeLost: () => signalAll(pair.standby.pid, 'SIGCONT'),
    async promote() {
      await ask(pair, pair.standby, 'select pg_promote()');
      [pair.primary, pair.standby] = [pair.standby, pair.primary];
    },
    async addStandby() {
      await endForGood(pair.standby);
      await addStandby(pair);
    },
    async stop() {
      await Promise.all([endForGood(pair.primary), endForGood(pair.standby)]);
      rmSync(pair.home, { recursive: true, force: true });
    },
  };
}

async function makePair(): Promise<Pair> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'mealrun-replicated-')));
  const programs = findPrograms(home);
  const pair: Pair = {
    home,
    programs,
    password: randomBytes(12).toString('hex'),
    primary: await makeServer(path.join(home, 'server-1'), programs),
    standby: await makeServer(path.join(home, 'server-2'), programs),
  };
  initialise(pair.primary, programs, pair.password);
  // Alone at first, it must not wait for a standby.
  await launch(pair, pair.primary, 'standby');
  const role = `create role ${REPLICATION_USER} login replication password '${pair.password}'`;
  await ask(pair, pair.primary, role);
  await ask(pair, pair.primary, 'create database mealrun');
  await addStandby(pair);
  return pair;
}

async function addStandby(pair: Pair): Promise<void> {
  const { primary, standby, password, programs } = pair;
  rmSync(standby.cluster, { recursive: true, force: true });
  await copyCluster(primary, standby, urlOf(pair, primary));
  const from = `host=127.0.0.1 port=${primary.port} user=${REPLICATION_USER} password=${password} application_name=${STANDBY}`;
  const settings = path.join(standby.cluster, 'postgresql.auto.conf');
  appendFileSync(settings, `primary_conninfo = '${from}'\n`);
  writeFileSync(path.join(standby.cluster, 'standby.signal'), '');
  giveTo(standby.cluster, programs.account);
  await launch(pair, standby, 'standby');
  configure(primary, 'primary');
  await ask(pair, primary, 'select pg_reload_conf()');
  await waitUntilItWorks(async () => {
    const synchronous = `select from pg_stat_replication where sync_state = 'sync'`;
    const rows = await ask(pair, primary, synchronous);
    if (rows.length === 0) throw new Error('the standby is not synchronous yet');
  });
}

async function launch(pair: Pair, server: PostgresServer, role: Role): Promise<void> {
  configure(server, role);
  server.pid = spawnPostgres(server, pair.programs);
  await waitUntilItWorks(() => ask(pair, server, 'select'));
}

function urlOf({ password }: Pair, { port }: PostgresServer): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

async function ask<Row extends pg.QueryResultRow>(
  pair: Pair,
  server: PostgresServer,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(pair, server) });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
