import type { Area } from '#platform/server/area.ts';
import { DELIVERY_MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { registerEmailRoutes } from '#areas/messages/server/email-routes.ts';
import { registerMessageTextRoutes } from '#areas/messages/server/message-text-routes.ts';
import { registerTextRoutes } from '#areas/messages/server/text-routes.ts';

export const messagesArea: Area = {
  name: 'messages',
  routes(app, context) {
    registerEmailRoutes(app, context);
    registerMessageTextRoutes(app, context);
    registerTextRoutes(app, context);
  },
  messages: [
    {
      kinds: [
        'staff_invite',
        'staff_message',
        'recipe_alert',
        'supplier_order',
        'webhook_off',
        ...DELIVERY_MESSAGE_KINDS,
      ],
      load: async () => (await import('#areas/messages/server/own-messages.ts')).ownMessages,
    },
  ],
};
