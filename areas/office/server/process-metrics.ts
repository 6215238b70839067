import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LIVE_PATH } from '#areas/order-book/calls/admin-orders.ts';
import { VERSION } from '#platform/server/version.ts';

const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];
/** Routes that accept something guessable. */
const SIGN_IN = /^\/api\/auth\/(sign-in|two-factor|passkey)/;
const REFUSALS = new Set([400, 401, 403, 429]);

/** What this process does: requests by route, memory, processor, event loop. Add these up over processes. */
export function measureProcess(app: FastifyInstance): Registry {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'mealrun_build_info',
    help: 'Always 1; the labels describe the running version.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  const durations = new Histogram({
    name: 'mealrun_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'mealrun_sign_in_failures_total',
    help: 'Refused sign-ins, second factors and passkeys of staff.',
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The route pattern, never the URL: there are only so many, and it identifies no one.
    const route = routeOptions.url ?? 'none';
    const status = reply.statusCode;
    // A stream lasts as long as a page is open.
    if (route !== LIVE_PATH) durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (SIGN_IN.test(route) && REFUSALS.has(status)) failures.inc();
    done();
  });
  return register;
}
