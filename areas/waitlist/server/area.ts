import type { Area } from '#platform/server/area.ts';
import { waitlistChecks } from '#areas/waitlist/server/checks.ts';
import { contactImporter } from '#areas/waitlist/server/import-contacts.ts';
import { waitlistTables } from '#areas/waitlist/server/kept-tables.ts';
import { refillMailboxes } from '#areas/waitlist/server/waitlist-queries.ts';
import { registerWaitlistRoutes } from '#areas/waitlist/server/waitlist-routes.ts';

export const waitlistArea: Area = {
  name: 'waitlist',
  checks: waitlistChecks,
  tables: waitlistTables,
  routes(app, context) {
    registerWaitlistRoutes(app, context);
  },
  importers: [contactImporter],
  jobs: [{ name: 'refill_mailboxes', every: 'hour', run: ({ db }) => refillMailboxes(db) }],
  messages: [
    {
      kinds: ['waitlist_invitation', 'waitlist_news', 'waitlist_welcome'],
      load: async () =>
        (await import('#areas/waitlist/server/write-waitlist-email.ts')).waitlistMessages,
    },
  ],
};
