import type { Area } from '#platform/server/area.ts';
import { registerCalorieAdviceRoutes } from '#areas/calculator/server/calorie-advice-routes.ts';

export const calculatorArea: Area = {
  name: 'calculator',
  routes(app, context) {
    registerCalorieAdviceRoutes(app, context);
  },
};
