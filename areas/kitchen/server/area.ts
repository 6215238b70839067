import { kitchenRefusals } from '#areas/kitchen/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { purgeTemperatureReadings, registerTemperatureRoutes } from './make-record.ts';
import { findFailedFood } from '#areas/kitchen/server/failed-food.ts';
import { endStockOfTheDay } from './describe-stock.ts';
import { readWork, registerPrepSheetRoutes } from '#areas/kitchen/server/make-prep-sheet.ts';
import { kitchenTables } from '#areas/kitchen/server/kept-tables.ts';
import { registerBenchRoutes } from '#areas/kitchen/server/bench-day.ts';
import { registerFoodSafetyRoutes } from '#areas/kitchen/server/describe-food-safety.ts';
import { registerProductionRoutes } from './production-plan.ts';
import { registerShoppingRoutes } from './shopping-routes.ts';
import { registerTraceabilityRoutes } from './traceability.ts';
import { kitchenToday } from '#areas/kitchen/server/today-rows.ts';

export const kitchenArea: Area = {
  name: 'kitchen',
  refusals: kitchenRefusals,
  today: kitchenToday,
  tables: kitchenTables,
  foodBars: [findFailedFood],
  readWork,
  routes(app, context) {
    registerBenchRoutes(app, context);
    registerPrepSheetRoutes(app, context);
    registerTemperatureRoutes(app, context);
    registerFoodSafetyRoutes(app, context);
    registerTraceabilityRoutes(app, context);
    registerProductionRoutes(app, context);
    registerShoppingRoutes(app, context);
  },
  jobs: [
    { name: 'purge_temperature_readings', every: 'hour', run: purgeTemperatureReadings },
    { name: 'end_stock_of_the_day', every: 'hour', run: endStockOfTheDay },
  ],
};
