import type { Area } from '#platform/server/area.ts';
import { registerSlotBellRoutes } from '#areas/checkout/server/bell-routes.ts';
import { registerOrderRoutes } from '#areas/checkout/server/order-routes.ts';
import { registerOrderingRoutes } from '#areas/checkout/server/ordering-routes.ts';
import { registerPaymentRoutes } from '#areas/checkout/server/payment-routes.ts';
import { registerPhoneOrderRoutes } from '#areas/checkout/server/phone/phone-order-routes.ts';

export const checkoutArea: Area = {
  name: 'checkout',
  routes(app, context) {
    registerSlotBellRoutes(app, context);
    registerOrderingRoutes(app, context);
    registerPaymentRoutes(app, context);
    registerPhoneOrderRoutes(app, context);
    registerOrderRoutes(app, context);
  },
  messages: [
    {
      kinds: [
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
};
