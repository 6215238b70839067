/** One line for each API call, and one for everything of note that it did. Pages and assets are not logged. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#platform/server/context.ts';

/** By the route's pattern, because a URL contains search words and tokens. */
const CALL = /^\/(api|sandbox)\//;
/** Refused events have an alarm of their own, once a minute. */
const QUIET_WHEN_REFUSED = '/api/stripe/webhook';

export function logRequests(app: FastifyInstance, { log }: Pick<Context, 'log'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, logIds, staff } = request;
    const { url: route = '' } = routeOptions;
    const { statusCode: status } = reply;
    const { requestId, checkoutId, story } = logIds;
    const ids = {
      requestId,
      checkoutId,
      ...(staff && { staffId: staff.id, apiTokenId: staff.token?.id }),
    };
    // What was refused or failed was rolled back.
    if (status < 400) for (const { fields, line } of story) log.info({ ...ids, ...fields }, line);
    const ms = Math.round(reply.elapsedTime);
    if (hasLine(route, status)) log.info({ ...ids, method, route, status, ms }, 'request');
    done();
  });
}

function hasLine(route: string, status: number): boolean {
  const isRefused = status >= 400 && status < 500;
  return CALL.test(route) && !(route === QUIET_WHEN_REFUSED && isRefused);
}

/**
 * For what may happen thousands of times: the first is logged in full, the others are counted and logged once a minute,
 * until a minute passes without any.
 */
export function logRepeats(logCount: (count: number) => void): (logFirst: () => void) => void {
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  return (logFirst) => {
    if (timer !== null) {
      count += 1;
      return;
    }
    logFirst();
    timer = setInterval(() => {
      if (count > 0) logCount(count);
      else if (timer !== null) {
        clearInterval(timer);
        timer = null;
      }
      count = 0;
    }, MINUTE_MS).unref();
  };
}
