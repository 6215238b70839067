/** The bundled PostgreSQL server: found or started under DATA_DIR, stopped with the app. */
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError, explainFileError } from './explain-database-error.ts';
import {
  choosePostgresAccount,
  grantFolderAccess,
  findPostgresBinaries,
} from './postgres-binaries.ts';
import {
  openPostgresCluster,
  SUPERUSER,
  findFreePort,
  findRunningPostgres,
  launchPostgres,
  type RunningPostgres,
  socketFolderOf,
  stopPostgres,
} from './postgres-cluster.ts';

export type EmbeddedPostgres = {
  /** For the database `mealrun`; stays the same until `stop`. */
  url: string;
  /** True when a killed app had left the server running. */
  adopted: boolean;
  stop(): Promise<void>;
};

type Log = (line: string) => void;
type Server = { folder: string; password: string; postgres: string; logFile: string; log: Log } & {
  account: ReturnType<typeof choosePostgresAccount>;
  isThrowaway: boolean;
};
type Serving = RunningPostgres & { adopted: boolean; claim: pg.Client };

const DATABASE = 'mealrun';
const GIVE_UP_MS = 60_000;
const TRY_AGAIN_MS = 2000;
const GOODBYE_ATTEMPTS = 50;

type StartOptions = {
  dataDir: string;
  log: Log;
  /** For tests: no commit waits for the disk. Default: false. */
  isThrowaway?: boolean;
};

/** Throws EmbeddedPostgresError with one line for the operator when the database cannot run. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options);
  let serving = await serve(server);
  await createDatabase(serving.claim);

  let stopped: Promise<void> | undefined;
  let recovery = Promise.resolve();
  watchClaim();

  // The claim also ends when the server crashes and restarts: take it again, on the same port so that connection pools
  // find the server again.
  function watchClaim(): void {
    serving.claim.once('end', () => {
      if (!stopped) recovery = recover();
    });
  }
  async function recover(): Promise<void> {
    options.log('Lost the database. Restarting it…');
    // Keep trying: a full disk may be cleared later.
    while (!stopped) {
      try {
        serving = await serve(server, serving.port);
        options.log('The database is back.');
        return watchClaim();
      } catch (error) {
        options.log(`The database did not restart; trying again: ${errorText(error)}`);
        await sleep(TRY_AGAIN_MS);
      }
    }
  }
  async function stop(): Promise<void> {
    await recovery;
    await waitForGoodbyes(serving.claim);
    await stopPostgres(server.folder, serving.pid);
    await serving.claim.end().catch(() => {});
  }
  return {
    url: urlOf(server, serving.port, DATABASE),
    adopted: serving.adopted,
    stop: () => (stopped ??= stop()),
  };
}

async function prepareServer(options: StartOptions): Promise<Server> {
  const { dataDir, log, isThrowaway = false } = options;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const realDataDir = realpathSync(dataDir);
    const account = choosePostgresAccount(realDataDir);
    grantFolderAccess(realDataDir, account);
    const binaries = findPostgresBinaries(account);
    const cluster = await openPostgresCluster({ dataDir: realDataDir, binaries, account, log });
    const logFile = path.join(realDataDir, 'postgres.log');
    return { ...cluster, postgres: binaries.postgres, account, logFile, log, isThrowaway };
  } catch (error) {
    return explainFileError(error, dataDir);
  }
}

/** A running server claimed by this process. Waits for one that is stopping or starting. */
async function serve(server: Server, knownPort?: number): Promise<Serving> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const found = await findRunningPostgres(server.folder);
      const port = knownPort ?? (await findFreePort());
      const running = found ?? (await launchPostgres({ ...server, port }));
      if (running) {
        const claim = await claimDataFolder(urlOf(server, running.port, 'postgres'));
        await checkIdentity(claim, server.folder);
        if (found && !knownPort) server.log(`Taking over the running database (pid ${found.pid}).`);
        return { ...running, adopted: found !== null, claim };
      }
    } catch (error) {
      if (!isConnectionTrouble(error) || Date.now() > deadline) throw error;
    }
    await sleep(100);
  }
}

async function checkIdentity(claim: pg.Client, folder: string): Promise<void> {
  const answer = await claim.query('show data_directory');
  if (answer.rows[0].data_directory === folder) return;
  await claim.end();
  throw new EmbeddedPostgresError(`The running PostgreSQL does not serve ${folder}.`);
}

// A closing pool briefly keeps sockets open and would report the shutdown as an error.
async function waitForGoodbyes(claim: pg.Client): Promise<void> {
  for (let attempts = 0; attempts < GOODBYE_ATTEMPTS; attempts++) {
    const others = await claim
      .query(
        `select from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      .catch(() => null);
    if (!others?.rowCount) return;
    await sleep(10);
  }
}

async function createDatabase(claim: pg.Client): Promise<void> {
  const found = await claim.query('select from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0) await claim.query(`create database ${DATABASE} template template0`);
}

// The server is stopping, starting or was killed: worth another attempt. Everything else is final.
function isConnectionTrouble(error: unknown): boolean {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const reset = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code);
  return reset || /Connection terminated|not queryable/i.test(error.message);
}

function urlOf(server: Server, port: number, database: string): string {
  const socketFolder = socketFolderOf(server);
  const host = socketFolder === null ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${SUPERUSER}:${server.password}@127.0.0.1:${port}/${database}${host}`;
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One running app per data folder: a lock that lives exactly as long as the app's connection. */
// Any number will do, as long as it stays the same from release to release.
const CLAIM_KEY = 4_242_001;
const NAME_PREFIX = 'mealrun app ';
const ATTEMPTS = 20;

/** Connects and claims the folder, or refuses when another app holds it. The claim ends with the client. */
async function claimDataFolder(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${NAME_PREFIX}${process.pid}`,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const answer = await client.query('select pg_try_advisory_lock($1) as claimed', [CLAIM_KEY]);
      if (answer.rows[0].claimed) return client;
      // The server takes a moment to notice that an app was killed.
      await sleep(100);
    }
    throw new EmbeddedPostgresError(
      `Mealrun is already running on this data folder (pid ${await findHolder(client)}). Stop it first, or choose another DATA_DIR.`,
    );
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function findHolder(client: pg.Client): Promise<string> {
  const answer = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [CLAIM_KEY],
  );
  return answer.rows[0]?.application_name.slice(NAME_PREFIX.length) ?? 'unknown';
}
