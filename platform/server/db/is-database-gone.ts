import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE classes of a server that is stopping, starting, unreachable, out of space or memory, or a standby. */
const GONE = /^(08|53|57P0|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
const GONE_WORDS =
  /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/;
/** PostgreSQL's, and the file system's own. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** True when an error means that the database cannot work now, rather than that the query was wrong. */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  return GONE.test(codeOf(cause)) || GONE_WORDS.test(cause.message);
}

/** True when a disk is full: the database's, or that of the data folder. */
export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && FULL.test(codeOf(cause));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
