import type { FastifyInstance } from 'fastify';
import {
  downloadWaitlist,
  getSubscription as getSubscriptionCall,
  joinWaitlist as joinWaitlistCall,
  listWaitlist,
  removeWaitlistEntry as removeWaitlistEntryCall,
  unsubscribe as unsubscribeCall,
} from '#contract/waitlist.ts';
import type { Context } from '#server/context.ts';
import { route, staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { leaveBodiesUnread } from '#server/http/unread-body.ts';
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts';
import { removeWaitlistEntry } from '#server/waitlist/remove-waitlist-entry.ts';
import { getSubscription, unsubscribe } from '#server/waitlist/unsubscribe.ts';
import { waitlistCsv } from '#server/waitlist/waitlist-csv.ts';
import { listWaitlistEntries } from '#server/waitlist/waitlist-queries.ts';

export function registerWaitlistRoutes(app: FastifyInstance, context: Context): void {
  route(app, joinWaitlistCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'waitlist', reply.request);
    return joinWaitlist(context, body);
  });

  staffRoute(app, listWaitlist, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return listWaitlistEntries(context.db);
  });

  staffRoute(app, removeWaitlistEntryCall, ({ params, staff }) =>
    removeWaitlistEntry(context, staff, params.id),
  );

  staffRoute(app, downloadWaitlist, async ({ reply }) => {
    const { business } = await context.site.current();
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="waitlist.csv"');
    return waitlistCsv(await listWaitlistEntries(context.db), business.timeZone);
  });

  registerUnsubscribing(app, context);
}

/** In its own scope, because email programs send a form. */
function registerUnsubscribing(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    leaveBodiesUnread(scope);
    route(scope, getSubscriptionCall, ({ query, reply }) => {
      reply.header('cache-control', 'no-store');
      return getSubscription(context, query.token);
    });
    route(scope, unsubscribeCall, ({ query, reply }) => {
      reply.header('cache-control', 'no-store');
      return unsubscribe(context, query.token);
    });
    done();
  });
}
