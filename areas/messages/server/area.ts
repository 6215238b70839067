import { messagesRefusals } from '#areas/messages/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { purgeOldEmails } from '#areas/messages/server/withdraw-messages.ts';
import { emailWork, sendMessages } from '#areas/messages/server/send-messages.ts';
import { sendTexts, textWork } from '#areas/messages/server/send-texts.ts';
import { messagesTables } from '#areas/messages/server/kept-tables.ts';
import { DELIVERY_MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { registerEmailRoutes } from '#areas/messages/server/email-routes.ts';
import {
  registerMessageTextRoutes,
  registerTextRoutes,
} from '#areas/messages/server/text-routes.ts';
import { messagesToday } from '#areas/messages/server/today-rows.ts';

export const messagesArea: Area = {
  name: 'messages',
  refusals: messagesRefusals,
  today: messagesToday,
  tables: messagesTables,
  routes(app, context) {
    registerEmailRoutes(app, context);
    registerMessageTextRoutes(app, context);
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
