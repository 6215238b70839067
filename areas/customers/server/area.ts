import { customersRefusals } from '#areas/customers/calls/refusals.ts';
import { customerFinder } from './list-customers.ts';
import type { Area } from '#platform/server/area.ts';
import { linkRequestWork, sendOrderLinks, registerFindOrderRoutes } from './find-order.ts';
import { purgeProblemPhotos } from '#areas/customers/server/problem-queries.ts';
import { askForRatings } from '#areas/customers/server/rating-emails.ts';
import { customersTables } from '#areas/customers/server/kept-tables.ts';
import { registerAftercareRoutes } from '#areas/customers/server/aftercare-routes.ts';
import { registerCustomerRoutes } from '#areas/customers/server/customer-routes.ts';
import { customersToday } from '#areas/customers/server/today-rows.ts';

export const customersArea: Area = {
  name: 'customers',
  refusals: customersRefusals,
  today: customersToday,
  finders: [customerFinder],
  tables: customersTables,
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
  due: [{ kind: 'link_requests', work: linkRequestWork, run: sendOrderLinks }],
  jobs: [
    { name: 'purge_problem_photos', every: 'hour', run: purgeProblemPhotos },
    { name: 'ask_for_ratings', every: 'hour', run: askForRatings },
  ],
};
