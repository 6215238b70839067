import { paymentsRefusals } from '#areas/payments/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { cardsConnection, retireOldEndpoints } from '#areas/payments/server/cards-connection.ts';
import { checkBooks } from './check-books.ts';
import {
  purgeGatewayPayloads,
  gatewayEventWork,
  retryGatewayEvents,
} from '#areas/payments/server/receive-gateway-event.ts';
import { reconcileRecent, reconcileYoung } from './reconcile.ts';
import { registerPaymentsOverviewRoutes } from '#areas/payments/server/payments-overview.ts';
import { registerWebhookRoutes } from '#areas/payments/server/webhook-routes.ts';
import { paymentsToday } from '#areas/payments/server/today-rows.ts';

export const paymentsArea: Area = {
  name: 'payments',
  refusals: paymentsRefusals,
  connections: [cardsConnection],
  today: paymentsToday,
  routes(app, context) {
    registerWebhookRoutes(app, context);
    registerPaymentsOverviewRoutes(app, context);
  },
  due: [{ kind: 'gateway_events', work: gatewayEventWork, run: retryGatewayEvents }],
  jobs: [
    { name: 'reconcile_young', every: 'minute', run: reconcileYoung },
    { name: 'reconcile_recent', every: 'hour', run: reconcileRecent },
    { name: 'purge_gateway_payloads', every: 'hour', run: purgeGatewayPayloads },
    { name: 'retire_old_endpoints', every: 'hour', run: retireOldEndpoints },
    { name: 'check_books', every: 'night', run: checkBooks },
  ],
};
