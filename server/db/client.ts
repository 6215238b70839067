import { createHash } from 'node:crypto';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

// Dates stay yyyy-MM-dd text; otherwise pg would turn them into instants in the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens a pool of up to `max` connections; a lost connection is replaced when next needed. */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    // Independent queries are sent together; they still run one after the other.
    pipeline: true,
  });
  // Without these listeners, a connection closed by the server, idle or in use, would end the process.
  const report = (error: Error) => options.onError?.(error);
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
    nameWrites(client);
  });
  return drizzle(pool, { casing: 'snake_case' });
}

/** Includes writes that follow a CTE (`with ended as (delete …) update …`) and row locks. */
const WRITE = /^\s*(with \w+ as \(\s*)?(insert|update|delete)\b|\bfor (no key )?update\b/i;
/** The text of a multi-row insert varies with the number of rows, so it is seldom reused. */
const LONGEST_NAMED = 2000;

/**
 * Names each write, so that PostgreSQL recognises it on the same connection and reuses its plan. A write by key has one
 * good plan for any values; a search does not, and is planned each time.
 */
function nameWrites(client: pg.PoolClient): void {
  const prototype = pg.Client.prototype as { query: (...sent: unknown[]) => unknown };
  const query = (sent: unknown, values: unknown, ...rest: unknown[]) => {
    const hasValues = Array.isArray(values) && values.length > 0;
    return prototype.query.apply(client, [hasValues ? named(sent) : sent, values, ...rest]);
  };
  client.query = query as typeof client.query;
}

function named(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || !('text' in sent)) return sent;
  const { text, name } = sent as { text: unknown; name?: string };
  const isUnnamedWrite =
    typeof text === 'string' &&
    name === undefined &&
    text.length <= LONGEST_NAMED &&
    WRITE.test(text);
  return isUnnamedWrite ? { ...sent, name: nameOf(text) } : sent;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
