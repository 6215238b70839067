import { menuRefusals } from '#areas/menu/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { menuTables } from '#areas/menu/server/kept-tables.ts';
import { registerFavicon, registerLogoRoutes } from './logo-routes.ts';
import { findMenuFaults } from './site.ts';
import { registerMealImageRoutes } from '#areas/menu/server/meal-image-routes.ts';
import { registerMealRoutes } from '#areas/menu/server/meal-routes.ts';

export const menuArea: Area = {
  name: 'menu',
  refusals: menuRefusals,
  tables: menuTables,
  faults: findMenuFaults,
  routes(app, context) {
    registerMealRoutes(app, context);
    registerMealImageRoutes(app, context);
    registerLogoRoutes(app, context);
    registerFavicon(app, context);
  },
};
