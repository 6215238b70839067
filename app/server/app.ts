import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { About, Access } from '#platform/calls/endpoint.ts';
import { watchDisks } from '#platform/server/disk-space.ts';
import { newRequestId, trackRequests } from '#platform/server/log.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import {
  refuseBadAddress,
  refuseSecondHost,
  refuseUnreadable,
  registerErrorHandler,
} from '#platform/server/http/error-handler.ts';
import { areas, whose } from '#app/server/areas.ts';
import { describeCalls } from './describe-calls.ts';
import { registerReferencePage } from '#app/server/reference-page.ts';
import { type Phase, registerHealth } from '#app/server/health.ts';
import { askWhose } from '#platform/server/http/about.ts';
import { logRequests } from '#platform/server/http/request-log.ts';
import { registerSecurityHeaders, trustProxies } from '#platform/server/http/security-headers.ts';
import { closeUnreadConnections } from '#platform/server/http/unanswered-requests.ts';
import { registerMetricsRoutes } from '#areas/office/server/metrics-routes.ts';
import type { RefusalCode } from '#platform/calls/refusals.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { requireStaff } from '#areas/staff/server/require-staff.ts';
import { registerSandboxPassthrough } from '#platform/server/gateway/sandbox-process.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Who may call this route. Required: the app refuses to start if a route lacks it. */
    access?: Access;
    /** What staff need to be allowed. Required with access 'staff', likewise. */
    right?: StaffRight;
    /** Whose the ids are that it names; see `About`. Required of a call with any, likewise. */
    about?: About;
    /** Their names. */
    ids?: string[];
    /** Every code that it may answer; omitted: not one of the described calls. */
    refusals?: readonly RefusalCode[];
    /** A page to show instead while the database cannot work; without it, the reply is JSON. */
    whenUnavailable?: (isBusy?: boolean) => string;
  }
}

const BODY_LIMIT_BYTES = 256 * 1024;

/** `right`: null for public routes. */
export type RegisteredRoute = {
  method: string;
  url: string;
  access: Access;
  right: StaffRight | null;
  about: About | null;
};

export type AppOptions = {
  /** Null: no logging, as in tests. */
  log: FastifyBaseLogger | null;
  isHttps: boolean;
  isDev: boolean;
  /** The start-up phase; default: ready. */
  phase?: () => Phase;
  /** Addresses and networks of our own proxies, in addition to this machine's. */
  trustedProxies?: string[];
  /** Null or absent: /metrics is for this machine and staff. */
  metricsToken?: string | null;
  sandbox: { baseUrl: string } | null;
  /** Registers pages and assets; omit it to serve the API only. */
  serveSite?: (app: FastifyInstance) => Promise<void>;
  /** For tests: a refusal that its call does not declare is a 500. Otherwise it is logged. */
  isStrict?: boolean;
  /** Called for each route as it is registered, so that tests can visit all of them. */
  onRoute?: (route: RegisteredRoute) => void;
};

export async function buildApp(
  context: StaffContext,
  options: AppOptions,
): Promise<FastifyInstance> {
  const isOurs = trustProxies(options.trustedProxies ?? []);
  const app = Fastify({
    ...(options.log && { loggerInstance: options.log }),
    // Request URLs contain search words and tokens, so our own line names the route instead.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: ({ headers, socket }) => newRequestId(headers, isOurs(socket.remoteAddress)),
    // Requests already under way when the app stops are still answered; each is the last on its connection.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: refuseBadAddress,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 300 },
    // A proxy of ours reports the real client address; any other client's address is its own.
    trustProxy: ['loopback', ...(options.trustedProxies ?? [])],
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  assertAccessRules(app, options.onRoute);
  closeUnreadConnections(app);
  trackRequests(app);
  logRequests(app, context);
  const disks = watchDisks(context.backup.dataDir);
  registerErrorHandler(app, disks, options);
  // Before anything that can refuse a request, so that refusals carry these headers too.
  registerSecurityHeaders(app, {
    usesStripe: () => context.gateway.mode === 'stripe',
    isHttps: options.isHttps,
    isDev: options.isDev,
  });
  tellTime(app, context.clock);
  refuseSecondHost(app);
  requireStaff(app, context);
  askWhose(app, context, whose);
  await describeCalls(app);
  registerHealth(app, { ...context, disks }, options.phase ?? (() => 'ready'));
  registerMetricsRoutes(app, context, {
    token: options.metricsToken ?? null,
    isBehindProxies: (options.trustedProxies ?? []).length > 0,
  });
  registerReferencePage(app);
  for (const area of areas) area.routes?.(app, context);
  if (options.sandbox) registerSandboxPassthrough(app, options.sandbox);
  app.all('/api/*', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) =>
    reply.code(404).send({ message: 'This API call does not exist', code: 'not_found' }),
  );
  await options.serveSite?.(app);
  return app;
}

/** By the kitchen's clock, which pages go by; Node would tell the machine's, which MEALRUN_NOW does not move. */
function tellTime(app: FastifyInstance, clock: StaffContext['clock']): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('date', new Date(clock()).toUTCString());
    done();
  });
}

function assertAccessRules(app: FastifyInstance, tell: AppOptions['onRoute']): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access;
    if (!config || !access)
      throw new Error(`${String(method)} ${url} has no access rule. State who may call it.`);
    const right = config.right ?? null;
    if ((access === 'staff') !== (right !== null)) {
      throw new Error(`${String(method)} ${url} is for ${access}, with the right ${right}.`);
    }
    const about = config.about ?? null;
    if (/^\/api\/.*:/.test(url) && about === null)
      throw new Error(`${String(method)} ${url} has ids in its path. State what it is about.`);
    for (const each of [method].flat()) tell?.({ method: each, url, access, right, about });
  });
}
