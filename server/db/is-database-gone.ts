import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE classes of a server that is stopping, starting, unreachable, or a standby. */
const GONE = /^(08|57P0|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
const GONE_WORDS =
  /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/;

/** True when an error means that the database is unreachable, rather than that the query was wrong. */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return GONE.test(code) || GONE_WORDS.test(cause.message);
}
