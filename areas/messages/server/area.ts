import { messagesRefusals } from '#areas/messages/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { purgeOldEmails } from './tell-customer.ts';
import { emailWork, sendMessages, sendTexts, textWork } from './send-messages.ts';
import { messagesTables } from '#areas/messages/server/kept-tables.ts';
import { DELIVERY_MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { registerEmailRoutes } from './sent-emails.ts';
import { registerPageTextRoutes } from '#areas/messages/server/page-text-routes.ts';
import { registerTextRoutes } from '#areas/messages/server/text-routes.ts';
import { emailConnection } from '#areas/messages/server/email-connection.ts';
import { textConnection } from '#areas/messages/server/text-connection.ts';
import { messagesToday } from '#areas/messages/server/today-rows.ts';

export const messagesArea: Area = {
  name: 'messages',
  refusals: messagesRefusals,
  connections: [emailConnection, textConnection],
  today: messagesToday,
  tables: messagesTables,
  routes(app, context) {
    registerEmailRoutes(app, context);
    registerPageTextRoutes(app, context);
    registerTextRoutes(app, context);
  },
  messages: [
    {
      kinds: [
        'meals_at_odds',
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
  due: [
    { kind: 'emails', work: emailWork, run: sendMessages },
    { kind: 'texts', work: textWork, run: sendTexts },
  ],
  jobs: [{ name: 'forget_old_mail', every: 'hour', run: purgeOldEmails }],
};
