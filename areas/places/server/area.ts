import { placesRefusals } from '#areas/places/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { placesChecks } from '#areas/places/server/checks.ts';
import { registerDeliverySlotRoutes } from './delivery-slots.ts';
import { registerLimitRoutes } from '#areas/places/server/set-limits.ts';
import { registerSettingsRoutes } from './save-settings.ts';
import { placesToday } from '#areas/places/server/today-rows.ts';

export const placesArea: Area = {
  name: 'places',
  refusals: placesRefusals,
  today: placesToday,
  checks: placesChecks,
  routes(app, context) {
    registerSettingsRoutes(app, context);
    registerLimitRoutes(app, context);
    registerDeliverySlotRoutes(app, context);
  },
};
