import type { Area } from '#platform/server/area.ts';
import { registerWaitlistRoutes } from '#areas/waitlist/server/waitlist-routes.ts';

export const waitlistArea: Area = {
  name: 'waitlist',
  routes(app, context) {
    registerWaitlistRoutes(app, context);
  },
  messages: [
    {
      kinds: ['waitlist_invitation', 'waitlist_welcome'],
      load: async () =>
        (await import('#areas/waitlist/server/write-waitlist-email.ts')).waitlistMessages,
    },
  ],
};
