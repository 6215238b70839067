import { deliveryRefusals } from '#areas/delivery/calls/refusals.ts';
import { deliveryFinder } from './list-deliveries.ts';
import type { Area } from '#platform/server/area.ts';
import { purgeDeliveryPhotos } from '#areas/delivery/server/report-deliveries.ts';
import { incidentWork, settleIncidents } from '#areas/delivery/server/work-incident.ts';
import { tellOfLateDeliveries } from './tell-of-delivery.ts';
import { deliveryTables } from '#areas/delivery/server/kept-tables.ts';
import { registerDeliveryRoutes } from '#areas/delivery/server/delivery-routes.ts';
import { registerDriveRoutes, ownRun } from './drive-day.ts';
import { registerIncidentRoutes } from '#areas/delivery/server/incidents.ts';
import { registerPackRoutes } from './pack-bag.ts';
import { todaysBags } from './pack-day.ts';
import { deliveryToday } from '#areas/delivery/server/today-rows.ts';

export const deliveryArea: Area = {
  name: 'delivery',
  refusals: deliveryRefusals,
  today: deliveryToday,
  finders: [deliveryFinder],
  tables: deliveryTables,
  about: { ownRun, todaysBags },
  routes(app, context) {
    registerDeliveryRoutes(app, context);
    registerDriveRoutes(app, context);
    registerPackRoutes(app, context);
    registerIncidentRoutes(app, context);
  },
  due: [{ kind: 'incidents', work: incidentWork, run: settleIncidents }],
  jobs: [
    { name: 'tell_of_late_deliveries', every: 'three minutes', run: tellOfLateDeliveries },
    { name: 'purge_delivery_photos', every: 'hour', run: purgeDeliveryPhotos },
  ],
};
