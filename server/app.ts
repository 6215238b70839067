/** Builds the HTTP server; every module's routes are registered here by name. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Access } from '#contract/endpoint.ts';
import { watchDisks } from '#server/disk-space.ts';
import { newRequestId, trackRequests } from '#server/log-ids.ts';
import { registerAftercareRoutes } from '#server/aftercare/aftercare-routes.ts';
import { registerFindOrderRoutes } from '#server/aftercare/find-order-routes.ts';
import { registerCalorieAdviceRoutes } from '#server/calorie-advice/calorie-advice-routes.ts';
import { registerConfigRoutes } from '#server/settings/config-routes.ts';
import type { StaffContext } from '#server/staff/sign-in/sign-in.ts';
import {
  refuseBadAddress,
  refuseSecondHost,
  refuseUnreadable,
  registerErrorHandler,
} from '#server/http/error-handler.ts';
import { describeCalls } from '#server/http/description/describe-calls.ts';
import { registerReferencePage } from '#server/http/description/reference-page.ts';
import { type Phase, registerHealth } from '#server/http/health.ts';
import { logRequests } from '#server/http/request-log.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { trustProxies } from '#server/http/trusted-proxies.ts';
import { registerDeliveryRoutes } from '#server/deliveries/delivery-routes.ts';
import { registerDriveRoutes } from '#server/deliveries/drive/drive-routes.ts';
import { registerIncidentRoutes } from '#server/deliveries/incident/incident-routes.ts';
import { registerPackRoutes } from '#server/deliveries/packing/pack-routes.ts';
import { registerSlotBellRoutes } from '#server/slots/bells/bell-routes.ts';
import { registerDeliverySlotRoutes } from '#server/slots/delivery-slot-routes.ts';
import { registerMealImageRoutes } from '#server/menu/meal-image-routes.ts';
import { registerLogoRoutes } from '#server/menu/brand/logo-routes.ts';
import { registerMealRoutes } from '#server/menu/meal-routes.ts';
import { registerMenuWeekRoutes } from '#server/menu/weeks/menu-week-routes.ts';
import { registerCustomerRoutes } from '#server/customers/customer-routes.ts';
import { registerDailyPrepRoutes } from '#server/kitchen/daily-prep-routes.ts';
import { registerFoodSafetyRoutes } from '#server/kitchen/food-safety/food-safety-routes.ts';
import { registerTemperatureRoutes } from '#server/kitchen/temperatures/temperature-routes.ts';
import { registerTraceabilityRoutes } from '#server/traceability/traceability-routes.ts';
import { registerProductionRoutes } from '#server/production/production-routes.ts';
import { registerPrintoutRoutes } from '#server/kitchen/printout-routes.ts';
import { registerLabelRoutes } from '#server/kitchen/label-routes.ts';
import { registerLiveRoutes } from '#server/live/live-routes.ts';
import { registerAdminOrderRoutes } from '#server/orders/admin-order-routes.ts';
import { registerBulkOrderRoutes } from '#server/orders/bulk/bulk-routes.ts';
import { showChangedEmail, showInvitation, showStaffMessage } from '#server/emails/write-email.ts';
import { registerEmailRoutes } from '#server/emails/email-routes.ts';
import { registerMessageTextRoutes } from '#server/emails/message-text-routes.ts';
import { registerTextRoutes } from '#server/emails/text-routes.ts';
import { registerFigureRoutes } from '#server/reports/figure-routes.ts';
import { registerMetricsRoutes } from '#server/observability/metrics-routes.ts';
import { registerOrderRoutes } from '#server/settlement/order-routes.ts';
import { registerTopUpRoutes } from '#server/orders/top-up/top-up-routes.ts';
import { registerOrderChangeRoutes } from '#server/orders/changes/change-routes.ts';
import { registerTrackingRoutes } from '#server/orders/tracking/tracking-routes.ts';
import { registerOrderingRoutes } from '#server/checkout/ordering-routes.ts';
import { registerPaymentsOverviewRoutes } from '#server/books/payments-overview-routes.ts';
import { registerWebhookRoutes } from '#server/gateway-events/webhook-routes.ts';
import { registerShoppingRoutes } from '#server/shopping/shopping-routes.ts';
import { registerSupplierRoutes } from '#server/shopping/suppliers/supplier-routes.ts';
import { registerFoodTableRoutes, registerRecipeRoutes } from '#server/recipes/recipe-routes.ts';
import { registerRecipeAlertRoutes } from '#server/recipe-alerts/recipe-alert-routes.ts';
import { registerLimitRoutes } from '#server/portions/limit-routes.ts';
import { registerRunOutRoutes } from '#server/run-out/run-out-routes.ts';
import { registerPhoneOrderRoutes } from '#server/checkout/phone/phone-order-routes.ts';
import { registerPaymentRoutes } from '#server/checkout/payment-routes.ts';
import { registerAuditRoutes } from '#server/audit/audit-routes.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { registerAccentRoutes } from '#server/settings/accent-routes.ts';
import { registerSettingsRoutes } from '#server/settings/settings-routes.ts';
import { registerSuburbRoutes } from '#server/settings/suburb-routes.ts';
import { registerLoginRoutes } from '#server/staff/sign-in/login-routes.ts';
import { registerOidcRoutes } from '#server/staff/sign-in/oidc-routes.ts';
import { registerPasskeyRoutes } from '#server/staff/sign-in/passkey-routes.ts';
import { registerSecurityRoutes } from '#server/staff/accounts/security-routes.ts';
import type { StaffRight } from '#domain/staff/rights.ts';
import { registerSignInRoutes } from '#server/staff/sign-in/sign-in-routes.ts';
import { requireStaff } from '#server/staff/session/require-staff.ts';
import { registerFirstHourRoutes } from '#server/first-hour/first-hour-routes.ts';
import { registerTokenRoutes } from '#server/staff/api-tokens/token-routes.ts';
import { registerOutgoingWebhookRoutes } from '#server/webhooks/webhook-routes.ts';
import { registerExportRoutes } from '#server/export/export-routes.ts';
import { registerSystemRoutes } from '#server/system/system-routes.ts';
import { registerTimelineRoutes } from '#server/timeline/timeline-routes.ts';
import { registerTodayRoutes } from '#server/today/today-routes.ts';
import { registerStaffRoutes } from '#server/staff/accounts/staff-routes.ts';
import { registerWaitlistRoutes } from '#server/waitlist/waitlist-routes.ts';
import { registerSandboxPassthrough } from '#server/gateway/sandbox-passthrough.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Who may call this route. Required: the app refuses to start if a route lacks it. */
    access?: Access;
    /** What staff need to be allowed. Required with access 'staff', likewise. */
    right?: StaffRight;
    /** A page to show instead while the database cannot work; without it, the reply is JSON. */
    whenUnavailable?: (isBusy?: boolean) => string;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** The signed-in member of staff; looked up only on staff routes. */
    staff: StaffMember | null;
  }
}

const BODY_LIMIT_BYTES = 256 * 1024;

/** `right`: null for public routes. */
export type RegisteredRoute = {
  method: string;
  url: string;
  access: Access;
  right: StaffRight | null;
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
  /** Set in sandbox mode only. */
  sandbox: { baseUrl: string } | null;
  /** Registers pages and assets; omit it to serve the API only. */
  serveSite?: (app: FastifyInstance) => Promise<void>;
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
  app.decorateRequest('staff', null);
  assertAccessRules(app, options.onRoute);
  trackRequests(app);
  logRequests(app, context);
  const disks = watchDisks(context.backup.dataDir);
  registerErrorHandler(app, disks);
  // Before anything that can refuse a request, so that refusals carry these headers too.
  await registerSecurityHeaders(app, {
    usesStripe: context.gateway.mode === 'stripe',
    isHttps: options.isHttps,
    isDev: options.isDev,
  });
  refuseSecondHost(app);
  requireStaff(app, context);
  await describeCalls(app);
  registerHealth(app, { ...context, disks }, options.phase ?? (() => 'ready'));
  registerMetricsRoutes(app, context, {
    token: options.metricsToken ?? null,
    isBehindProxies: (options.trustedProxies ?? []).length > 0,
  });
  registerReferencePage(app);
  registerCalls(app, context);
  if (options.sandbox) registerSandboxPassthrough(app, options.sandbox);
  app.all('/api/*', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) =>
    reply.code(404).send({ message: 'This API call does not exist', code: 'not_found' }),
  );
  await options.serveSite?.(app);
  return app;
}

function registerCalls(app: FastifyInstance, context: StaffContext): void {
  registerConfigRoutes(app, context);
  registerSettingsRoutes(app, context);
  registerAccentRoutes(app);
  registerSuburbRoutes(app, context);
  registerMealRoutes(app, context);
  registerMenuWeekRoutes(app, context);
  registerLimitRoutes(app, context);
  registerMealImageRoutes(app, context);
  registerLogoRoutes(app, context);
  registerWaitlistRoutes(app, context, showInvitation);
  registerCalorieAdviceRoutes(app, context);
  registerDeliverySlotRoutes(app, context);
  registerSlotBellRoutes(app, context);
  registerDeliveryRoutes(app, context);
  registerDriveRoutes(app, context);
  registerPackRoutes(app, context);
  registerIncidentRoutes(app, context);
  registerOrderingRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerPhoneOrderRoutes(app, context);
  registerWebhookRoutes(app, context);
  registerPaymentsOverviewRoutes(app, context);
  registerOrderRoutes(app, context);
  registerTrackingRoutes(app, context);
  registerOrderChangeRoutes(app, context);
  registerTopUpRoutes(app, context);
  registerFindOrderRoutes(app, context);
  registerAftercareRoutes(app, context);
  registerAdminOrderRoutes(app, context, showChangedEmail);
  registerBulkOrderRoutes(app, context, showStaffMessage);
  registerCustomerRoutes(app, context);
  registerLiveRoutes(app, context);
  registerLoginRoutes(app, context);
  registerOidcRoutes(app, context);
  registerSignInRoutes(app, context);
  registerSecurityRoutes(app, context);
  registerPasskeyRoutes(app, context);
  registerStaffRoutes(app, context);
  registerTokenRoutes(app, context);
  registerOutgoingWebhookRoutes(app, context);
  registerAuditRoutes(app, context);
  registerEmailRoutes(app, context);
  registerTextRoutes(app, context);
  registerMessageTextRoutes(app, context);
  registerFirstHourRoutes(app, context);
  registerSystemRoutes(app, context);
  registerTimelineRoutes(app, context);
  registerTodayRoutes(app, context);
  registerExportRoutes(app, context);
  registerFigureRoutes(app, context);
  registerKitchenCalls(app, context);
}

function registerKitchenCalls(app: FastifyInstance, context: StaffContext): void {
  registerDailyPrepRoutes(app, context);
  registerTemperatureRoutes(app, context);
  registerFoodSafetyRoutes(app, context);
  registerTraceabilityRoutes(app, context);
  registerPrintoutRoutes(app, context);
  registerProductionRoutes(app, context);
  registerShoppingRoutes(app, context);
  registerLabelRoutes(app, context);
  registerRecipeRoutes(app, context);
  registerSupplierRoutes(app, context);
  registerFoodTableRoutes(app, context);
  registerRecipeAlertRoutes(app, context);
  registerRunOutRoutes(app, context);
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
    for (const each of [method].flat()) tell?.({ method: each, url, access, right });
  });
}
