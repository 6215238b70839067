import { businessRefusals } from '#areas/business/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { businessTables } from '#areas/business/server/kept-tables.ts';
import {
  registerAccentRoutes,
  registerConfigRoutes,
  registerSuburbRoutes,
} from '#areas/business/server/config-routes.ts';

export const businessArea: Area = {
  name: 'business',
  refusals: businessRefusals,
  tables: businessTables,
  routes(app, context) {
    registerConfigRoutes(app, context);
    registerAccentRoutes(app);
    registerSuburbRoutes(app, context);
  },
};
