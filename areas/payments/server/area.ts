import type { Area } from '#platform/server/area.ts';
import { registerPaymentsOverviewRoutes } from '#areas/payments/server/payments-overview-routes.ts';
import { registerWebhookRoutes } from '#areas/payments/server/webhook-routes.ts';

export const paymentsArea: Area = {
  name: 'payments',
  routes(app, context) {
    registerWebhookRoutes(app, context);
    registerPaymentsOverviewRoutes(app, context);
  },
};
