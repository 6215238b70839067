import type { FastifyInstance } from 'fastify';
import {
  confirmNews as confirmNewsCall,
  getNews as getNewsCall,
  getSubscription as getSubscriptionCall,
  joinWaitlist as joinWaitlistCall,
  listWaitlist,
  markServed as markServedCall,
  removeWaitlistEntry as removeWaitlistEntryCall,
  unsubscribe as unsubscribeCall,
} from '#areas/waitlist/calls/waitlist.ts';
import {
  listWaves,
  sendWave as sendWaveCall,
  stopWave as stopWaveCall,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { leaveBodiesUnread } from '#platform/server/http/read-request.ts';
import {
  confirmNews,
  getNews,
  getSubscription,
  unsubscribe,
  joinWaitlist,
} from './waitlist-entries.ts';
import { sendWave, stopWave, findWaves } from './send-wave.ts';
import { listWaitlistEntries } from '#areas/waitlist/server/waitlist-queries.ts';
import { eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';

export function registerWaitlistRoutes(app: FastifyInstance, context: Context): void {
  route(app, joinWaitlistCall, async ({ body, reply }) => {
    await throttleCaller(context, 'waitlist', reply.request);
    return joinWaitlist(context, body);
  });

  route(app, getNewsCall, ({ query }) => getNews(context, query.token));

  route(app, confirmNewsCall, async ({ body, reply }) => {
    await throttleCaller(context, 'waitlist', reply.request);
    return confirmNews(context, body.token);
  });

  staffRoute(app, listWaitlist, () => listWaitlistEntries(context.db));

  staffRoute(app, removeWaitlistEntryCall, ({ params, staff }) =>
    removeWaitlistEntry(context, staff, params.id),
  );

  staffRoute(app, markServedCall, ({ params, body, staff }) =>
    markServed(context, staff, { id: params.id, served: body.served }),
  );

  registerUnsubscribing(app, context);
  registerWaves(app, context);
}

function registerWaves(app: FastifyInstance, context: Context): void {
  staffRoute(app, listWaves, () => findWaves(context.db));
  staffRoute(app, sendWaveCall, ({ body, staff }) => sendWave(context, staff, body));
  staffRoute(app, stopWaveCall, ({ params, staff }) => stopWave(context, staff, params.id));
}

/** In its own scope, because email programs send a form. */
function registerUnsubscribing(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    leaveBodiesUnread(scope);
    route(scope, getSubscriptionCall, ({ query }) => getSubscription(context, query.token));
    route(scope, unsubscribeCall, ({ query }) => unsubscribe(context, query.token));
    done();
  });
}

/** Says whether we deliver to someone, whatever their suburb says; null: their suburb says it again. Throws NotFound. */
async function markServed(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, served }: { id: number; served: boolean | null },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [entry] = await tx
      .select({ servedMark: waitlistEntries.servedMark })
      .from(waitlistEntries)
      .where(eq(waitlistEntries.id, id))
      .for('update');
    if (!entry) throw new NotFound('This waitlist entry');
    if (entry.servedMark === served) return;
    await tx.update(waitlistEntries).set({ servedMark: served }).where(eq(waitlistEntries.id, id));
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.mark_served',
      entityId: id,
      before: entry,
      after: { servedMark: served },
    });
  });
}

/**
 * Permanently deletes an entry and its launch offer. The audit trail is never changed, so it records only the suburb: a
 * person who asks to be forgotten is.
 */
async function removeWaitlistEntry(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.delete(messages).where(eq(messages.waitlistEntryId, id));
    const [removed] = await tx
      .delete(waitlistEntries)
      .where(eq(waitlistEntries.id, id))
      .returning({ suburb: waitlistEntries.suburb, createdAt: waitlistEntries.createdAt });
    if (!removed) throw new NotFound('This waitlist entry');
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.remove',
      entityId: id,
      before: removed,
    });
  });
}
