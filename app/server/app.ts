/** Builds the HTTP server; every module's routes are registered here by name. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Access } from '#platform/calls/endpoint.ts';
import { watchDisks } from '#platform/server/disk-space.ts';
import { newRequestId, trackRequests } from '#platform/server/log-ids.ts';
import { registerAftercareRoutes } from '#areas/customers/server/aftercare-routes.ts';
import { registerFindOrderRoutes } from '#areas/customers/server/find-order-routes.ts';
import { registerCalorieAdviceRoutes } from '#areas/calculator/server/calorie-advice-routes.ts';
import { registerConfigRoutes } from '#areas/business/server/config-routes.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import {
  refuseBadAddress,
  refuseSecondHost,
  refuseUnreadable,
  registerErrorHandler,
} from '#platform/server/http/error-handler.ts';
import { describeCalls } from '#app/server/describe-calls.ts';
import { registerReferencePage } from '#app/server/reference-page.ts';
import { type Phase, registerHealth } from '#app/server/health.ts';
import { logRequests } from '#platform/server/http/request-log.ts';
import { registerSecurityHeaders } from '#platform/server/http/security-headers.ts';
import { closeUnreadConnections } from '#platform/server/http/unanswered-requests.ts';
import { trustProxies } from '#platform/server/http/trusted-proxies.ts';
import { registerDeliveryRoutes } from '#areas/delivery/server/delivery-routes.ts';
import { registerDriveRoutes } from '#areas/delivery/server/drive-routes.ts';
import { registerIncidentRoutes } from '#areas/delivery/server/incident/incident-routes.ts';
import { registerPackRoutes } from '#areas/delivery/server/pack-routes.ts';
import { registerSlotBellRoutes } from '#areas/checkout/server/bell-routes.ts';
import { registerDeliverySlotRoutes } from '#areas/places/server/delivery-slot-routes.ts';
import { registerMealImageRoutes } from '#areas/menu/server/meal-image-routes.ts';
import { registerLogoRoutes } from '#areas/menu/server/logo-routes.ts';
import { registerMealRoutes } from '#areas/menu/server/meal-routes.ts';
import { registerMenuWeekRoutes } from '#areas/recipes/server/menu-week-routes.ts';
import { registerCustomerRoutes } from '#areas/customers/server/customer-routes.ts';
import { registerDailyPrepRoutes } from '#areas/kitchen/server/daily-prep-routes.ts';
import { registerFoodSafetyRoutes } from '#areas/kitchen/server/food-safety-routes.ts';
import { registerTemperatureRoutes } from '#areas/kitchen/server/temperatures/temperature-routes.ts';
import { registerTraceabilityRoutes } from '#areas/kitchen/server/traceability-routes.ts';
import { registerProductionRoutes } from '#areas/kitchen/server/production-routes.ts';
import { registerPrintoutRoutes } from '#areas/printouts/server/printout-routes.ts';
import { registerLabelRoutes } from '#areas/printouts/server/label-routes.ts';
import { registerLiveRoutes } from '#app/server/live-routes.ts';
import { registerAdminOrderRoutes } from '#areas/orders/server/admin-order-routes.ts';
import { registerBulkOrderRoutes } from '#areas/orders/server/bulk-routes.ts';
import {
  showChangedEmail,
  showInvitation,
  showStaffMessage,
} from '#areas/messages/server/write-email.ts';
import { registerEmailRoutes } from '#areas/messages/server/email-routes.ts';
import { registerMessageTextRoutes } from '#areas/messages/server/message-text-routes.ts';
import { registerTextRoutes } from '#app/server/text-routes.ts';
import { registerFigureRoutes } from '#areas/office/server/figure-routes.ts';
import { registerMetricsRoutes } from '#areas/office/server/metrics-routes.ts';
import { registerOrderRoutes } from '#areas/checkout/server/order-routes.ts';
import { registerTopUpRoutes } from '#areas/orders/server/top-up-routes.ts';
import { registerOrderChangeRoutes } from '#areas/orders/server/change-routes.ts';
import { registerTrackingRoutes } from '#areas/orders/server/tracking-routes.ts';
import { registerOrderingRoutes } from '#areas/checkout/server/ordering-routes.ts';
import { registerPaymentsOverviewRoutes } from '#areas/payments/server/payments-overview-routes.ts';
import { registerWebhookRoutes } from '#areas/payments/server/webhook-routes.ts';
import { registerShoppingRoutes } from '#areas/kitchen/server/shopping-routes.ts';
import { registerSupplierRoutes } from '#areas/recipes/server/supplier-routes.ts';
import {
  registerFoodTableRoutes,
  registerRecipeRoutes,
} from '#areas/recipes/server/recipe-routes.ts';
import { registerRecipeAlertRoutes } from '#areas/orders/server/recipe-alert-routes.ts';
import { registerLimitRoutes } from '#areas/places/server/limit-routes.ts';
import { registerRunOutRoutes } from '#areas/orders/server/run-out-routes.ts';
import { registerPhoneOrderRoutes } from '#areas/checkout/server/phone/phone-order-routes.ts';
import { registerPaymentRoutes } from '#areas/checkout/server/payment-routes.ts';
import { registerAuditRoutes } from '#areas/office/server/audit-routes.ts';
import { registerAccentRoutes } from '#areas/business/server/accent-routes.ts';
import { registerSettingsRoutes } from '#areas/places/server/settings-routes.ts';
import { registerSuburbRoutes } from '#areas/business/server/suburb-routes.ts';
import { registerLoginRoutes } from '#areas/staff/server/sign-in/login-routes.ts';
import { registerOidcRoutes } from '#areas/staff/server/sign-in/oidc-routes.ts';
import { registerPasskeyRoutes } from '#areas/staff/server/sign-in/passkey-routes.ts';
import { registerSecurityRoutes } from '#areas/staff/server/accounts/security-routes.ts';
import type { StaffRight } from '#platform/rules/rights.ts';
import { registerSignInRoutes } from '#areas/staff/server/sign-in/sign-in-routes.ts';
import { requireStaff } from '#areas/staff/server/require-staff.ts';
import { registerFirstHourRoutes } from '#areas/office/server/first-hour-routes.ts';
import { registerTokenRoutes } from '#areas/staff/server/token-routes.ts';
import { registerOutgoingWebhookRoutes } from '#areas/staff/server/webhook-routes.ts';
import { registerExportRoutes } from '#areas/office/server/export-routes.ts';
import { registerSystemRoutes } from '#areas/office/server/system-routes.ts';
import { registerTimelineRoutes } from '#areas/orders/server/timeline-routes.ts';
import { registerTodayRoutes } from '#areas/office/server/today-routes.ts';
import { registerStaffRoutes } from '#areas/staff/server/accounts/staff-routes.ts';
import { registerWaitlistRoutes } from '#areas/waitlist/server/waitlist-routes.ts';
import { registerSandboxPassthrough } from '#platform/server/gateway/sandbox-passthrough.ts';

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
  assertAccessRules(app, options.onRoute);
  closeUnreadConnections(app);
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
