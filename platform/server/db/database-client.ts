/**
 * pg's client, for a `DATABASE_URL` that names several servers, which pg itself does not know: it connects to the one that
 * accepts writes. Seen with pg 8.23.1, which reads `host` and `port` when it connects.
 */
import { callbackify } from 'node:util';
import pg from 'pg';
import { listServerUrls, parseServer } from '#platform/server/env.ts';
import { setTimeout as sleep } from 'node:timers/promises';

type Done = (error: Error | null) => void;

export class DatabaseClient extends pg.Client {
  readonly #primary: PrimaryServer | null;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    super({ ...config, connectionString: listServerUrls(connectionString)[0] });
    this.#primary = primaryOf(connectionString);
  }

  override connect(): Promise<pg.Client>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.Client> | void {
    const connected = this.#primary ? this.#connectTo(this.#primary) : super.connect();
    if (!done) return connected;
    callbackify(() => connected)(done);
  }

  async #connectTo(primary: PrimaryServer): Promise<pg.Client> {
    const url = await primary.find();
    Object.assign(this, parseServer(url));
    try {
      await super.connect();
    } catch (error) {
      primary.forget();
      throw error;
    }
    primary.watch(this, url);
    return this;
  }
}

const PATIENCE_MS = 3000;
/** Once a primary is found, the others have this long to be a newer one. */
const OTHERS_MS = 500;
const WATCH_EVERY_MS = 2000;
/** One late reply is no reason to break every connection. */
const MOST_MISSES = 2;

/** Null: it does not accept writes. Each promotion begins a new timeline; the number sorts as text. */
const TIMELINE = `
  select case
    when pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8)
  end as timeline`;

/** Servers answer, but none of them accepts writes. Its code is PostgreSQL's for a write refused by a standby. */
class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code = '25006';
}

/** Which of several servers is the primary: found when needed, watched while there are connections to it. */
class PrimaryServer {
  readonly #urls: readonly string[];
  readonly #clients = new Map<pg.Client, string>();
  #found: Promise<string> | null = null;
  #watch: NodeJS.Timeout | null = null;
  #misses = 0;
  #isChecking = false;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** The primary's URL. Throws when there is none. */
  find(): Promise<string> {
    if (this.#found === null) {
      const search = findPrimary(this.#urls);
      this.#found = search;
      search.catch(() => (this.#found = null));
    }
    return this.#found;
  }

  /** The next connection looks for the primary again. */
  forget(): void {
    this.#found = null;
  }

  /** Breaks this connection as soon as its server no longer answers, or no longer accepts writes. */
  watch(client: pg.Client, url: string): void {
    this.#clients.set(client, url);
    client.once('error', () => this.forget());
    client.once('end', () => this.#unwatch(client));
    this.#watch ??= setInterval(() => void this.#check(), WATCH_EVERY_MS).unref();
  }

  #unwatch(client: pg.Client): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0 || this.#watch === null) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }

  /** A machine that lost its power says nothing: without asking, we would wait on it for a quarter of an hour. */
  async #check(): Promise<void> {
    const [url] = this.#clients.values();
    if (url === undefined || this.#isChecking) return;
    this.#isChecking = true;
    this.#misses = (await acceptsWrites(url)) ? 0 : this.#misses + 1;
    this.#isChecking = false;
    if (this.#misses < MOST_MISSES) return;
    this.#misses = 0;
    this.forget();
    for (const [client, at] of this.#clients) if (at === url) client.connection.stream.destroy();
  }
}

const known = new Map<string, PrimaryServer>();

/** Null when there is only one server. All connections of this process share what is known. */
function primaryOf(url: string): PrimaryServer | null {
  const urls = listServerUrls(url);
  if (urls.length === 1) return null;
  const primary = known.get(url) ?? new PrimaryServer(urls);
  known.set(url, primary);
  return primary;
}

/** For two that accept writes, the one promoted last: the other was replaced and should not have come back. */
async function findPrimary(urls: readonly string[]): Promise<string> {
  const primaries: { url: string; timeline: string }[] = [];
  const asked = urls.map(async (url) => {
    const timeline = await readTimeline(url);
    if (timeline === null) throw new NoPrimaryError('no server of DATABASE_URL accepts writes');
    primaries.push({ url, timeline });
  });
  const all = Promise.allSettled(asked);
  const one = Promise.any(asked).then(
    () => sleep(OTHERS_MS),
    () => {},
  );
  await Promise.race([all, one]);
  const newest = primaries.toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1))[0];
  if (newest) return newest.url;
  const reasons = (await all).flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as Error] : [],
  );
  throw reasons.find((reason) => reason instanceof NoPrimaryError) ?? reasons[0];
}

async function acceptsWrites(url: string): Promise<boolean> {
  try {
    return (await readTimeline(url)) !== null;
  } catch (error) {
    // Too many connections: busy, but there.
    return error instanceof pg.DatabaseError && error.code === '53300';
  }
}

async function readTimeline(url: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    return rows[0]?.timeline ?? null;
  } finally {
    // Does not wait for a server that may never answer.
    client.connection.stream.destroy();
  }
}
