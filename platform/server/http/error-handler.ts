/**
 * Every refusal becomes `{message, code, fields?}`. Unknown errors become a bare 500 and a log line: nothing internal
 * leaks.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod';
import type { DiskWatch } from '#platform/server/disk-space.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import { Busy, InvalidRequest, ServiceError, TooManyRequests } from '#platform/server/errors.ts';
import { logRepeats } from '#platform/server/http/request-log.ts';
import { DrizzleQueryError } from 'drizzle-orm';

type Refused = { code: string; message: string };

const NO_ADDRESS: Refused = { code: 'not_found', message: 'This address does not exist' };
const MESSAGES: Record<number, Refused> = {
  400: { code: 'invalid', message: 'The request could not be read' },
  405: { code: 'method_not_allowed', message: 'This method is not allowed here' },
  408: { code: 'timeout', message: 'The request took too long to arrive' },
  413: { code: 'too_large', message: 'The body is larger than 256 KB' },
  415: { code: 'unsupported_media_type', message: 'Send JSON' },
  429: { code: 'too_many_requests', message: 'Too many requests. Wait a moment, then try again.' },
  431: { code: 'too_large', message: 'The headers are larger than 16 KB' },
};
/** What a request may be answered with before it reaches a call: its method is not one of its path’s, or it cannot be read. */
export const UNREACHED_CODES = [
  ...new Set([NO_ADDRESS, ...Object.values(MESSAGES)].map(({ code }) => code)),
];
const DATABASE_GONE = 'We can’t do this right now. Try again in a minute.';
const DISK_FULL = 'We can’t save anything right now. Try again in a few minutes.';
const DISK_FULL_FOR_STAFF =
  'The disk is full, so nothing can be saved. Free some space and try again: there is nothing to restart.';
/** For replies sent before the hooks that set the usual headers. */
const BARE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};
/** Not signed in, not allowed, too often: what an intruder would get. */
const TURNED_AWAY = new Set([401, 403, 429]);
/**
 * Pages ask the first to learn whether anyone is signed in; it is not an attempt to get in. The second has an alarm of
 * its own, once a minute.
 */
const QUIET_ROUTES = new Set([getSignedIn.path, '/api/stripe/webhook']);
const UNREADABLE: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Requests that Node's parser rejects never reach a route: the same messages, written straight to the connection. */
export function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = UNREADABLE[error.code] ?? 400;
    const body = JSON.stringify(MESSAGES[status]);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    // A HEAD gets no body, as far as we can recognise one here.
    const { rawPacket }: { rawPacket?: unknown } = error;
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1').startsWith('HEAD ');
    socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  }
  socket.destroy(error);
}

/** Which of two hosts is meant, a proxy and we might read differently. */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
    if (hosts > 1) done(new InvalidRequest({ host: 'The request has more than one Host header' }));
    else done();
  });
}

/** A URL that cannot be decoded, before any route is chosen: none of a page, so the page for those. */
export function refuseBadAddress(
  _error: FastifyError,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers(BARE_HEADERS);
  if (method === 'GET' && !url.startsWith('/api/')) void reply.redirect('/404');
  else void reply.code(400).send(MESSAGES[400]);
}

export function registerErrorHandler(
  app: FastifyInstance,
  disks: DiskWatch,
  { isStrict = false }: { isStrict?: boolean } = {},
): void {
  const logDatabaseGone = logRepeats((requests) =>
    app.log.error({ requests }, 'the database still does not answer'),
  );
  const logDiskFull = logRepeats((requests) =>
    app.log.error({ requests, alarm: 'disk_full' }, 'the disk is still full'),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(NO_ADDRESS));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Busy) {
      return answerUnavailable(request, reply.header('retry-after', '2'), error.message, true);
    }
    if (error instanceof ServiceError) {
      if (TURNED_AWAY.has(error.status)) noteRefusal(error, request);
      if (isUndeclared(error, request)) {
        request.log.error({ code: error.code }, 'a refusal that its call does not declare');
        if (isStrict) return answerUndeclared(error, request, reply);
      }
      return refuse(error, reply);
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      return refuse(new InvalidRequest(validationMessages(error.validation)), reply);
    }
    if (isDiskFull(error)) {
      disks.noteRefusal();
      const facts = { err: error, alarm: 'disk_full' };
      logDiskFull(() => request.log.error(facts, 'nothing can be saved: the disk is full'));
      const message = request.staff === null ? DISK_FULL : DISK_FULL_FOR_STAFF;
      return answerUnavailable(request, reply.header('retry-after', '60'), message);
    }
    if (isDatabaseGone(error)) {
      logDatabaseGone(() => request.log.error({ err: error }, 'the database does not answer'));
      return answerUnavailable(request, reply.header('retry-after', '2'), DATABASE_GONE);
    }
    return answerUnknown(error, request, reply);
  });
}

/** The message says what to do; a program reads `retry-after`. */
function answerUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  isBusy = false,
) {
  reply.code(503);
  const page = request.routeOptions.config.whenUnavailable?.(isBusy);
  return page === undefined
    ? reply.send({ message, code: 'unavailable' })
    : reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

/** Programs go by the codes that a call declares. */
function isUndeclared({ code }: ServiceError, { routeOptions }: FastifyRequest): boolean {
  const { refusals } = routeOptions.config;
  return refusals !== undefined && !refusals.includes(code);
}

function answerUndeclared({ code }: ServiceError, request: FastifyRequest, reply: FastifyReply) {
  const message = `${request.method} ${request.routeOptions.url} does not declare ${code}`;
  return reply.code(500).send({ message, code: 'internal' });
}

/** Logs the caller and the route, never what they sent. */
function noteRefusal(error: ServiceError, { log, method, routeOptions, ip }: FastifyRequest): void {
  const { status, code } = error;
  const { url } = routeOptions;
  if (url === undefined || !QUIET_ROUTES.has(url))
    log.warn({ status, code, method, route: url, ip }, 'access refused');
}

function refuse(error: ServiceError, reply: FastifyReply) {
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(error.status)
    .send({ message: error.message, code: error.code, ...error.details });
}

function answerUnknown(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  const known = MESSAGES[status];
  if (known && status < 500) return reply.code(status).send(known);
  request.log.error({ err: error }, 'request failed');
  return reply.code(500).send({
    message: 'Something went wrong on our side. Try again in a minute.',
    code: 'internal',
  });
}

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

/** What is wrong with a request, by field path; the first problem of each field. */
function validationMessages(
  problems: readonly ZodFastifySchemaValidationError[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const problem of problems) {
    const parent = problem.instancePath.split('/').filter((part) => part !== '');
    const unknownKeys = problem.keyword === 'unrecognized_keys' ? keysOf(problem.params) : [];
    if (unknownKeys.length === 0) {
      const path = parent.join('.') || 'body';
      fields[path] ??= problemText(path, problem.message ?? 'is not valid');
    }
    for (const key of unknownKeys) {
      const path = [...parent, key].join('.');
      fields[path] ??= `${path} is not a known field`;
    }
  }
  return fields;
}

/** Our own sentences stay as they are; the schema library's fragments get the field's name in front. */
function problemText(path: string, message: string): string {
  if (message.startsWith('Please')) return message;
  if (message.endsWith('received undefined')) return `${path} is missing`;
  return `${path}: ${message.replace(/^Invalid input: /, '')}`;
}

function keysOf(params: Record<string, unknown>): string[] {
  const keys = params['keys'];
  return Array.isArray(keys) ? keys.map(String) : [];
}

/** Why the app cannot listen, as one line that names the variable and says what to do. */
export function explainListenError(error: unknown, at: { port: number; host: string }): Error {
  const { code } = (error ?? {}) as { code?: string };
  const { port, host } = at;
  if (code === 'EADDRINUSE') {
    return new Error(
      `PORT ${port} is taken by another program. Stop that program, or set PORT to a free port.`,
    );
  }
  if (code === 'EACCES') {
    return new Error(`PORT ${port} needs root. Set PORT to 1024 or more, behind a web server.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(`HOST ${host} is not an address of this machine. Correct HOST.`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
