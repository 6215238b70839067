import type { Area } from '#platform/server/area.ts';
import { businessTables } from '#areas/business/server/kept-tables.ts';
import { registerAccentRoutes } from '#areas/business/server/accent-routes.ts';
import { registerConfigRoutes } from '#areas/business/server/config-routes.ts';
import { registerSuburbRoutes } from '#areas/business/server/suburb-routes.ts';

export const businessArea: Area = {
  name: 'business',
  tables: businessTables,
  routes(app, context) {
    registerConfigRoutes(app, context);
    registerAccentRoutes(app);
    registerSuburbRoutes(app, context);
  },
};
