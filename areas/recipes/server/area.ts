import { recipesRefusals } from '#areas/recipes/calls/refusals.ts';
import { foodFinders } from '#areas/recipes/server/food-finders.ts';
import { pictureKind } from './fetch-picture.ts';
import { mealImporter } from './import-meals.ts';
import { recipeImporter } from './import-recipes.ts';
import type { Area } from '#platform/server/area.ts';
import { registerMenuWeekRoutes } from './menu-week-routes.ts';
import { registerRecipeRoutes, registerFoodTableRoutes } from './recipe-routes.ts';
import { registerMealListRoutes } from './meal-list-routes.ts';
import { registerSupplierRoutes } from './supplier-routes.ts';
import { tellMealsAtOdds, recipesToday } from './today-rows.ts';

export const recipesArea: Area = {
  name: 'recipes',
  refusals: recipesRefusals,
  today: recipesToday,
  finders: foodFinders,
  routes(app, context) {
    registerMenuWeekRoutes(app, context);
    registerRecipeRoutes(app, context);
    registerSupplierRoutes(app, context);
    registerFoodTableRoutes(app, context);
    registerMealListRoutes(app, context);
  },
  importers: [mealImporter, recipeImporter],
  due: [pictureKind],
  jobs: [{ name: 'tell_meals_at_odds', every: 'hour', run: tellMealsAtOdds }],
};
