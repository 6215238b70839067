/**
 * pg's client, for a `DATABASE_URL` that names several servers, which pg itself does not know: it connects to the one that
 * accepts writes. Seen with pg 8.23.1, which reads `host` and `port` when it connects.
 */
import { callbackify } from 'node:util';
import pg from 'pg';
import { listServerUrls, parseServer } from './database-servers.ts';
import { primaryOf, type PrimaryServer } from './primary-server.ts';

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
