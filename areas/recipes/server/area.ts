import type { Area } from '#platform/server/area.ts';
import { registerMenuWeekRoutes } from '#areas/recipes/server/menu-week-routes.ts';
import {
  registerRecipeRoutes,
  registerFoodTableRoutes,
} from '#areas/recipes/server/recipe-routes.ts';
import { registerSupplierRoutes } from '#areas/recipes/server/supplier-routes.ts';

export const recipesArea: Area = {
  name: 'recipes',
  routes(app, context) {
    registerMenuWeekRoutes(app, context);
    registerRecipeRoutes(app, context);
    registerSupplierRoutes(app, context);
    registerFoodTableRoutes(app, context);
  },
};
