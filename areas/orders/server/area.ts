import { ordersRefusals } from '#areas/orders/calls/refusals.ts';
import { orderFinder } from '#areas/orders/server/order-finder.ts';
import type { Area } from '#platform/server/area.ts';
import { ordersChecks, findFoodFaults } from './checks.ts';
import { refundOverdueUndecided } from '#areas/orders/server/decide-order.ts';
import {
  captureApprovals,
  captureWork,
  endTopUps,
  topUpWork,
  registerTopUpRoutes,
} from './top-ups.ts';
import { finishChanges, orderChangeWork } from './waiting-change.ts';
import { followMarkedFood, tellOfHolds } from './food-holds.ts';
import { settleDueChoices } from '#areas/orders/server/settle-choice.ts';
import {
  registerAdminOrderRoutes,
  registerTimelineRoutes,
} from '#areas/orders/server/admin-order-routes.ts';
import { registerBulkOrderRoutes } from './order-bulk.ts';
import { registerOrderChangeRoutes } from '#areas/orders/server/change-routes.ts';
import { registerLiveRoutes } from '#areas/orders/server/live-routes.ts';
import { registerRecipeAlertRoutes } from './settle-alerts.ts';
import { registerGivenFoodRoutes } from './food-calls.ts';
import { registerRunOutRoutes } from '#areas/orders/server/run-out.ts';
import { registerTrackingRoutes } from '#areas/orders/server/tracking-routes.ts';
import { ordersToday } from '#areas/orders/server/today-rows.ts';

export const ordersArea: Area = {
  name: 'orders',
  refusals: ordersRefusals,
  today: ordersToday,
  finders: [orderFinder],
  checks: ordersChecks,
  faults: findFoodFaults,
  routes(app, context) {
    registerTrackingRoutes(app, context);
    registerOrderChangeRoutes(app, context);
    registerTopUpRoutes(app, context);
    registerAdminOrderRoutes(app, context);
    registerBulkOrderRoutes(app, context);
    registerTimelineRoutes(app, context);
    registerRecipeAlertRoutes(app, context);
    registerGivenFoodRoutes(app, context);
    registerRunOutRoutes(app, context);
    registerLiveRoutes(app, context);
  },
  messages: [
    {
      kinds: [
        'order_confirmation',
        'order_changed',
        'order_payment_due',
        'order_payment_received',
        'order_recipe_changed',
        'order_link',
        'payment_fell_through',
      ],
      load: async () => (await import('#areas/orders/server/write-order-email.ts')).orderMessages,
    },
    {
      kinds: ['food_alert', 'food_warning'],
      load: async () => (await import('#areas/orders/server/write-food-message.ts')).foodMessages,
    },
  ],
  due: [
    { kind: 'top_ups', work: topUpWork, run: endTopUps },
    { kind: 'captures', work: captureWork, run: captureApprovals },
    { kind: 'order_changes', work: orderChangeWork, run: finishChanges },
  ],
  jobs: [
    { name: 'give_back_undecided', every: 'minute', run: refundOverdueUndecided },
    { name: 'follow_food', every: 'minute', run: followMarkedFood },
    { name: 'tell_of_holds', every: 'minute', run: tellOfHolds },
    { name: 'settle_meal_choices', every: 'minute', run: settleDueChoices },
  ],
};
