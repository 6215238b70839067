/** The log: one JSON line per event, with no personal data. */
import { type DestinationStream, pino, type Logger, stdTimeFunctions } from 'pino';
import { currentLogIds } from '#platform/server/log-ids.ts';

/** Fields that are never written, even if code passes them. */
const SECRETS = [
  'password',
  'token',
  'cookie',
  'authorization',
  'clientSecret',
  'email',
  'phone',
  'address',
  'recipient',
];
/** What every text to be cleaned contains. Most lines do not, and need no closer look. */
const SUSPECT = /@|\\nparams: |_secret_|(?:sk|rk|whsec|mr)_/;
const DEEPEST_CAUSE = 3;

/** `destination` is standard output, except in tests. */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    level: 'info',
    timestamp: stdTimeFunctions.isoTime,
    mixin: idsOf,
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[kept out]' },
    hooks: { streamWrite: cleanText },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The request, job and checkout a line is about. A request's own logger already includes its id. */
function idsOf(_fields: object, _level: number, logger: Logger): object {
  const { requestId, ...ids } = currentLogIds();
  return requestId === undefined || 'requestId' in logger.bindings() ? ids : { requestId, ...ids };
}

/**
 * Of an error, only what shows an operator where to look. Query values, the conflicting row and everything else
 * attached to the error are left out: they are customers' names and addresses.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return cleanMessage(String(error));
  const { message, stack = '', cause } = error;
  return {
    type: error.constructor.name,
    message: cleanMessage(message),
    ...databaseFacts(error),
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  };
}

/** PostgreSQL's or Node's error code, and the constraint and table concerned. */
function databaseFacts(error: Error): Record<string, string> {
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ code, constraint, table }).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}

/** Drizzle appends the values to the query; PostgreSQL quotes the value it could not read. */
function cleanMessage(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '').replaceAll(/: "[^"]*"/g, ': "…"');
}

/** The last line of defence, for messages from other programs: a mail server repeats the address it refuses. */
function cleanText(line: string): string {
  if (!SUSPECT.test(line)) return line;
  return line
    .replaceAll(/\\nparams: (?:[^"\\]|\\.)*/g, '')
    .replaceAll(/[^\s"'<>(),:;\\/]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[email]')
    .replaceAll(/_secret_\w+/g, '_secret_[kept out]')
    .replaceAll(/\b(sk|rk|whsec|mr)_\w+/g, '$1_[kept out]');
}
