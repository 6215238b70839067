import type { Area } from '#platform/server/area.ts';
import { registerDeliveryRoutes } from '#areas/delivery/server/delivery-routes.ts';
import { registerDriveRoutes } from '#areas/delivery/server/drive-routes.ts';
import { registerIncidentRoutes } from '#areas/delivery/server/incident/incident-routes.ts';
import { registerPackRoutes } from '#areas/delivery/server/pack-routes.ts';

export const deliveryArea: Area = {
  name: 'delivery',
  routes(app, context) {
    registerDeliveryRoutes(app, context);
    registerDriveRoutes(app, context);
    registerPackRoutes(app, context);
    registerIncidentRoutes(app, context);
  },
};
