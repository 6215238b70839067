import { recipesRefusals } from '#areas/recipes/calls/refusals.ts';
import { foodFinders } from '#areas/recipes/server/food-finders.ts';
import { pictureKind } from '#areas/recipes/server/import/fetch-picture.ts';
import { mealImporter } from '#areas/recipes/server/import/import-meals.ts';
import { recipeImporter } from '#areas/recipes/server/import/import-recipes.ts';
import type { Area } from '#platform/server/area.ts';
import { registerMenuWeekRoutes } from '#areas/recipes/server/menu-week-routes.ts';
import {
  registerRecipeRoutes,
  registerFoodTableRoutes,
} from '#areas/recipes/server/recipe-routes.ts';
import { registerMealListRoutes } from '#areas/recipes/server/meal-list-routes.ts';
import { registerSupplierRoutes } from '#areas/recipes/server/supplier-routes.ts';
import { tellMealsAtOdds } from '#areas/recipes/server/tell-meals-at-odds.ts';
import { recipesToday } from '#areas/recipes/server/today-rows.ts';

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
