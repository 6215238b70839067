import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE classes of a server that is going, coming or unreachable. */
const GONE = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
const GONE_WORDS = /Connection terminated|not queryable|timeout exceeded when trying to connect/;

/** Whether an error says that the database does not answer, and nothing about what it was asked. */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return GONE.test(code) || GONE_WORDS.test(cause.message);
}
