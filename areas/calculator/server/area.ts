import { calculatorRefusals } from '#areas/calculator/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { registerCalorieAdviceRoutes } from '#areas/calculator/server/calorie-advice-routes.ts';

export const calculatorArea: Area = {
  name: 'calculator',
  refusals: calculatorRefusals,
  routes(app, context) {
    registerCalorieAdviceRoutes(app, context);
  },
};
