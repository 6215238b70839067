import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StatementClient } from './statement-client.ts';

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
    Client: StatementClient,
  });
  // Without these listeners, a connection closed by the server, idle or in use, would end the process.
  const report = (error: Error) => options.onError?.(error);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return drizzle(pool, { casing: 'snake_case' });
}
