import type { Area } from '#platform/server/area.ts';
import { registerAftercareRoutes } from '#areas/customers/server/aftercare-routes.ts';
import { registerCustomerRoutes } from '#areas/customers/server/customer-routes.ts';
import { registerFindOrderRoutes } from '#areas/customers/server/find-order-routes.ts';

export const customersArea: Area = {
  name: 'customers',
  routes(app, context) {
    registerFindOrderRoutes(app, context);
    registerAftercareRoutes(app, context);
    registerCustomerRoutes(app, context);
  },
  messages: [
    {
      kinds: [
        'problem_alert',
        'problem_decided',
        'problem_received',
        'rating_request',
        'reorder_reminder',
      ],
      load: async () =>
        (await import('#areas/customers/server/write-aftercare-email.ts')).aftercareMessages,
    },
  ],
};
