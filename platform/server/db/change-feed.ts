/** Tells this process what changed in the database, whoever changed it: triggers notify, this listens. */
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

/**
 * An order's change as its trigger reports it, in JSON; null when the connection was lost and changes may have been
 * missed.
 */
export type OrderChangeListener = (change: string | null) => void;

export type ChangeFeed = {
  /** The menu or the business facts changed. */
  onChange(listener: () => void): void;
  /** Returns a function that stops listening. */
  onOrderChange(listener: OrderChangeListener): () => void;
  /** False while the connection is lost: cached data must not be used then. */
  isLive(): boolean;
  close(): Promise<void>;
};

const RETRY_MS = 1000;

export async function openChangeFeed(
  url: string,
  log: { warn(message: string): void },
): Promise<ChangeFeed> {
  const listeners: (() => void)[] = [];
  const orderListeners = new Set<OrderChangeListener>();
  let client: pg.Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  const tellOfOrder = (change: string | null) =>
    orderListeners.forEach((listener) => listener(change));

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    tell();
    tellOfOrder(null);
    if (isClosed) return;
    log.warn('the change feed lost its connection; reading from the database until it reconnects');
    scheduleRetry();
  };

  const scheduleRetry = () => {
    retry = setTimeout(() => {
      connect().catch(scheduleRetry);
    }, RETRY_MS);
  };

  const connect = async () => {
    const fresh = new DatabaseClient({ connectionString: url });
    fresh.on('error', () => lose(fresh));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === 'site_changed') tell();
      else tellOfOrder(payload ?? null);
    });
    await fresh.connect();
    await fresh.query('listen site_changed; listen orders_changed');
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
    onOrderChange(listener) {
      orderListeners.add(listener);
      return () => orderListeners.delete(listener);
    },
    isLive: () => client !== null,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
