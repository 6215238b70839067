/** Tells this process that the menu or the business facts changed, whoever changed them: triggers notify, this listens. */
import pg from 'pg';

export type ChangeFeed = {
  onChange(listener: () => void): void;
  /** False while the connection is lost: nothing may then be taken from memory. */
  isLive(): boolean;
  close(): Promise<void>;
};

const RETRY_MS = 1000;

export async function openChangeFeed(
  url: string,
  log: { warn(message: string): void },
): Promise<ChangeFeed> {
  const listeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    tell();
    if (isClosed) return;
    log.warn('the change feed lost its connection; reading from the database until it is back');
    scheduleRetry();
  };

  const scheduleRetry = () => {
    retry = setTimeout(() => {
      connect().catch(scheduleRetry);
    }, RETRY_MS);
  };

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url });
    fresh.on('error', () => lose(fresh));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', tell);
    await fresh.connect();
    await fresh.query('listen site_changed');
    if (isClosed) {
      await fresh.end();
      return;
    }
    client = fresh;
    tell();
  };

  await connect();
  return {
    onChange: (listener) => listeners.push(listener),
    isLive: () => client !== null,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
