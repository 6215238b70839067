/** Which request and which checkout a log line is about, without passing a logger around. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type LogIds = {
  requestId?: string;
  /** For scheduled jobs, which have no request. */
  job?: string;
  checkoutId?: string;
};

const storage = new AsyncLocalStorage<LogIds>();
/** Headers in which a proxy may pass its request id. */
const REQUEST_ID = /^[\w-]{8,64}$/;

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    logIds: LogIds;
  }
}

/** Fields on every log line. */
export function currentLogIds(): LogIds {
  return storage.getStore() ?? {};
}

/** From here on, everything this request logs is about this checkout. A job handles many and names each itself. */
export function noteCheckout(checkoutId: string): void {
  const ids = storage.getStore();
  if (ids?.requestId) ids.checkoutId = checkoutId;
}

export function runAsJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  return storage.run({ job }, work);
}

/** The caller's own id if it is well-formed, so that our log lines can be matched with the proxy's. */
export function newRequestId(headers: Record<string, string | string[] | undefined>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Replies carry the id too, so that whoever reports a failure can quote it. */
export function trackRequests(app: FastifyInstance): void {
  app.decorateRequest('logIds');
  app.addHook('onRequest', (request, reply, done) => {
    request.logIds = { requestId: request.id };
    reply.header('x-request-id', request.id);
    storage.run(request.logIds, done);
  });
  // Reading a body loses the async context: https://github.com/nodejs/node/issues/34430
  app.addHook('preValidation', (request, _reply, done) => {
    storage.run(request.logIds, done);
  });
}
