/** Tells this process what changed in the database, no matter who changed it: triggers notify, this listens. */
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

/**
 * An order's change as its trigger reports it, in JSON; null when the connection was lost and changes may have been
 * missed.
 */
export type OrderChangeListener = (change: string | null) => void;

/** The kind of work that was written; null when the connection is back and some may have been missed. */
type WorkListener = (kind: string | null) => void;

export type ChangeFeed = {
  onChange(listener: () => void): void;
  onOrderChange(listener: OrderChangeListener): () => void;
  /** Work was written that may be due. Returns a function that stops listening. */
  onWorkDue(listener: WorkListener): () => void;
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
  const workListeners = new Set<WorkListener>();
  let client: pg.Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const tell = () => listeners.forEach((listener) => listener());
  const tellOfOrder = (change: string | null) =>
    orderListeners.forEach((listener) => listener(change));
  const tellOfWork = (kind: string | null) => workListeners.forEach((listener) => listener(kind));

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
    retry = setTimeout(() => void connect().catch(scheduleRetry), RETRY_MS);
  };

  const connect = async () => {
    const fresh = new DatabaseClient({ connectionString: url });
    fresh.on('error', () => lose(fresh));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === 'site_changed') tell();
      else if (channel === 'work_due') tellOfWork(payload ?? null);
      else tellOfOrder(payload ?? null);
    });
    await fresh.connect();
    await fresh.query('listen site_changed; listen orders_changed; listen work_due');
    if (isClosed) {
      await fresh.end();
      return;
    }
    client = fresh;
    tell();
    tellOfWork(null);
  };

  await connect();
  return {
    onChange: (listener) => listeners.push(listener),
    onOrderChange: joining(orderListeners),
    onWorkDue: joining(workListeners),
    isLive: () => client !== null,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

/** Adds a listener, and returns a function that takes it away. */
function joining<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
