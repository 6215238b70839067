import type { Area } from '#platform/server/area.ts';
import { registerLabelRoutes } from '#areas/printouts/server/label-routes.ts';
import { registerPrintoutRoutes } from '#areas/printouts/server/printout-routes.ts';

export const printoutsArea: Area = {
  name: 'printouts',
  routes(app, context) {
    registerPrintoutRoutes(app, context);
    registerLabelRoutes(app, context);
  },
};
