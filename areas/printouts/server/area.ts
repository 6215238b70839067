import { printoutsRefusals } from '#areas/printouts/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { printoutsTables } from '#areas/printouts/server/kept-tables.ts';
import {
  registerLabelRoutes,
  registerPrintoutRoutes,
} from '#areas/printouts/server/printout-routes.ts';
import { findPrintoutFaults } from '#areas/printouts/server/printouts.ts';
import { printoutsToday } from '#areas/printouts/server/today-rows.ts';

export const printoutsArea: Area = {
  name: 'printouts',
  refusals: printoutsRefusals,
  today: printoutsToday,
  tables: printoutsTables,
  faults: findPrintoutFaults,
  routes(app, context) {
    registerPrintoutRoutes(app, context);
    registerLabelRoutes(app, context);
  },
};
