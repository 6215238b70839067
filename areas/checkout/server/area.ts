import { checkoutRefusals } from '#areas/checkout/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { checkoutChecks } from '#areas/checkout/server/checks.ts';
import { checkoutWork, expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { remindToOrder, registerOrderRoutes } from './order-again.ts';
import { purgeUnpaidCheckouts } from '#areas/checkout/server/end-checkout.ts';
import { remindPhoneOrders } from './write-phone-order.ts';
import { ringBells, registerSlotBellRoutes } from '#areas/checkout/server/bell-routes.ts';
import { checkoutTables } from '#areas/checkout/server/kept-tables.ts';
import {
  registerOrderingRoutes,
  registerPaymentRoutes,
} from '#areas/checkout/server/ordering-routes.ts';
import { registerPhoneOrderRoutes } from './phone-order-routes.ts';
import { registerPreviewRoutes } from '#areas/checkout/server/preview-routes.ts';
import { checkoutToday } from '#areas/checkout/server/today-rows.ts';

export const checkoutArea: Area = {
  name: 'checkout',
  refusals: checkoutRefusals,
  today: checkoutToday,
  checks: checkoutChecks,
  tables: checkoutTables,
  routes(app, context) {
    registerSlotBellRoutes(app, context);
    registerOrderingRoutes(app, context);
    registerPaymentRoutes(app, context);
    registerPhoneOrderRoutes(app, context);
    registerPreviewRoutes(app, context);
    registerOrderRoutes(app, context);
  },
  messages: [
    {
      kinds: [
        'not_ordered',
        'phone_order_cancelled',
        'phone_order_expired',
        'phone_order_link',
        'phone_order_reminder',
        'slot_bell',
      ],
      load: async () =>
        (await import('#areas/checkout/server/write-checkout-message.ts')).checkoutMessages,
    },
  ],
  due: [{ kind: 'checkouts', work: checkoutWork, run: expireCheckouts }],
  jobs: [
    { name: 'ring_bells', every: 'minute', run: ringBells },
    { name: 'remind_phone_orders', every: 'minute', run: remindPhoneOrders },
    { name: 'purge_unpaid_checkouts', every: 'hour', run: purgeUnpaidCheckouts },
    { name: 'remind_to_order', every: 'hour', run: remindToOrder },
  ],
};
