/** Which request and which checkout a log line is about, without anybody handing a logger around. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type LogIds = {
  requestId?: string;
  /** By the clock, not by a request. */
  job?: string;
  checkoutId?: string;
};

const storage = new AsyncLocalStorage<LogIds>();
/** What a proxy in front may have called the request. */
const REQUEST_ID = /^[\w-]{8,64}$/;

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    logIds: LogIds;
  }
}

/** What every log line bears. */
export function currentLogIds(): LogIds {
  return storage.getStore() ?? {};
}

/** From here on, whatever this request logs is about this checkout. A job goes through many and names each itself. */
export function noteCheckout(checkoutId: string): void {
  const ids = storage.getStore();
  if (ids?.requestId) ids.checkoutId = checkoutId;
}

export function runAsJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  return storage.run({ job }, work);
}

/** The caller's own id when it is a sane one: so a line here is found from a line of the proxy. */
export function newRequestId(headers: Record<string, string | string[] | undefined>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Answers say the id too: whoever reports a failure can name it. */
export function trackRequests(app: FastifyInstance): void {
  app.decorateRequest('logIds');
  app.addHook('onRequest', (request, reply, done) => {
    request.logIds = { requestId: request.id };
    reply.header('x-request-id', request.id);
    storage.run(request.logIds, done);
  });
  // Reading a body loses what surrounds the request: https://github.com/nodejs/node/issues/34430
  app.addHook('preValidation', (request, _reply, done) => {
    storage.run(request.logIds, done);
  });
}
