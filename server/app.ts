/** The HTTP server, put together by hand: every module's routes are named here. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import swagger from '@fastify/swagger';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Access } from '#contract/endpoint.ts';
import { registerConfigRoutes } from '#server/config-routes.ts';
import type { Context } from '#server/context.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { registerHealth } from '#server/http/health.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { registerMealRoutes } from '#server/meals/meal-routes.ts';
import { registerOrderRoutes } from '#server/orders/order-routes.ts';
import { registerOrderingRoutes } from '#server/ordering/ordering-routes.ts';
import { registerPaymentRoutes } from '#server/payments/payment-routes.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { registerSandboxPassthrough } from '#server/payments/sandbox-passthrough.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Who may call this route. Required: a route without it stops the start. */
    access?: Access;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Who is signed in; looked up on routes for staff only. */
    staff: StaffMember | null;
  }
}

const BODY_LIMIT_BYTES = 256 * 1024;

export type AppOptions = {
  /** Null: silent, as in tests. */
  log: FastifyBaseLogger | null;
  isHttps: boolean;
  isDev: boolean;
  /** Set in sandbox mode only. */
  sandbox: { baseUrl: string } | null;
  /** Registers pages and assets; left out where only the calls are wanted. */
  serveSite?: (app: FastifyInstance) => Promise<void>;
};

export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.log && { loggerInstance: options.log }),
    // Addresses of requests hold search words and tokens; only failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 300 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('staff', null);
  demandAccessRules(app);
  registerErrorHandler(app);
  await registerSecurityHeaders(app, {
    usesStripe: context.gateway.mode === 'stripe',
    isHttps: options.isHttps,
    isDev: options.isDev,
  });
  await describeCalls(app);
  registerHealth(app, context);
  registerConfigRoutes(app, context);
  registerMealRoutes(app, context);
  registerOrderingRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerOrderRoutes(app, context);
  if (options.sandbox) registerSandboxPassthrough(app, options.sandbox);
  app.all('/api/*', { config: { access: 'public' } }, (_request, reply) =>
    reply.code(404).send({ message: 'There is no such call', code: 'not_found' }),
  );
  await options.serveSite?.(app);
  return app;
}

function demandAccessRules(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access) return;
    throw new Error(`${String(route.method)} ${route.url} has no access rule; say who may call it`);
  });
}

/** `GET /api/openapi.json`, made from the same declarations as the routes. */
async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Mealrun', version: '1' } },
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true }, config: { access: 'public' } }, () =>
    app.swagger(),
  );
}
