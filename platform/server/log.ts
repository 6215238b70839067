/** The log: one JSON line per event, with no personal data. */
import { type DestinationStream, pino, type Logger, stdTimeFunctions } from 'pino';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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
    mixin: traceIds,
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[kept out]' },
    hooks: { streamWrite: cleanText },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The request, job and checkout a line is about. A request's own logger already includes its id. */
function traceIds(_fields: object, _level: number, logger: Logger): object {
  const { requestId, ...ids } = currentLogIds();
  return requestId === undefined || 'requestId' in logger.bindings() ? ids : { requestId, ...ids };
}

/**
 * For an error, only what shows an operator where to look. Query values, the conflicting row and everything else
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

/** Which request and which checkout a log line is about, without passing a logger around. */
type LogIds = {
  requestId?: string;
  /** For scheduled jobs, which have no request. */
  job?: string;
  checkoutId?: string;
};

/** A line to be written once the request has succeeded. */
type StoryLine = { fields: object; line: string };

type RequestScope = LogIds & { requestId: string; story: StoryLine[] };
/** One thing of several that a job does. */
type PieceScope = LogIds & { isPiece: true };
type Scope = RequestScope | PieceScope | { job: string };

const storage = new AsyncLocalStorage<Scope>();
/** Headers in which a proxy may pass its request id. */
const REQUEST_ID = /^[\w-]{8,64}$/;

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    logIds: RequestScope;
  }
}

function currentLogIds(): LogIds {
  const { requestId, job, checkoutId }: LogIds = storage.getStore() ?? {};
  return {
    ...(requestId !== undefined && { requestId }),
    ...(job !== undefined && { job }),
    ...(checkoutId !== undefined && { checkoutId }),
  };
}

/** From here on, everything this request or piece of a job logs is about this checkout. A job as a whole handles many. */
export function noteCheckout(checkoutId: string): void {
  const scope = storage.getStore();
  if (scope && ('story' in scope || 'isPiece' in scope)) scope.checkoutId = checkoutId;
}

/** One line about what this request did, written when it is answered without an error. Outside of a request: nothing. */
export function tellOnSuccess(fields: object, line: string): void {
  const scope = storage.getStore();
  if (scope && 'story' in scope) scope.story.push({ fields, line });
}

export function runAsJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  return storage.run({ job }, work);
}

/** One of several things that a job does, with a checkout of its own. A request does one thing. */
export function runAsPiece<T>(work: () => Promise<T>): Promise<T> {
  const scope = storage.getStore();
  if (scope && 'story' in scope) return work();
  return storage.run({ ...scope, isPiece: true }, work);
}

/** Work whose effects are taken back: what it did is not told. */
export function runUntold<T>(work: () => Promise<T>): Promise<T> {
  return storage.run({ ...currentLogIds(), isPiece: true }, work);
}

/** A trusted proxy's own id if it is well-formed, so that our log lines can be matched with its own. */
export function newRequestId(
  headers: Record<string, string | string[] | undefined>,
  isFromProxy: boolean,
): string {
  const sent = headers['x-request-id'];
  return isFromProxy && typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Replies carry the id too, so that anyone who reports a failure can quote it. */
export function trackRequests(app: FastifyInstance): void {
  app.decorateRequest('logIds');
  app.addHook('onRequest', (request, reply, done) => {
    request.logIds = { requestId: request.id, story: [] };
    reply.header('x-request-id', request.id);
    storage.run(request.logIds, done);
  });
  // Reading a body loses the async context: https://github.com/nodejs/node/issues/34430
  app.addHook('preValidation', (request, _reply, done) => {
    storage.run(request.logIds, done);
  });
}
