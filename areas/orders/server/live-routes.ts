/** `GET /api/admin/live`: server-sent events that tell a portal page which order is new or changed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LiveOrderEvent, LIVE_PATH } from '#areas/order-book/calls/admin-orders.ts';
import type { Context } from '#platform/server/context.ts';
import { hasRight } from '#platform/rules/roles.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { describeRight, inMediaType, plainSchema } from '#platform/server/http/route.ts';
import { type EventStream, openEventStream } from '#platform/server/event-stream.ts';
import { getSession, isLive } from '#areas/staff/server/session.ts';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';

type Timing = {
  /** Often enough that no proxy takes the silence for a closed connection. */
  heartbeatMs: number;
  sessionCheckMs: number;
};

const RIGHT = 'followOrders';

const DEFAULT_TIMING: Timing = { heartbeatMs: 20_000, sessionCheckMs: 60_000 };

/**
 * A page that opens a stream receives `ready` and reloads its lists, so it misses nothing that happened before. A
 * stream may be ended at any time: browsers reconnect automatically.
 */
export function registerLiveRoutes(
  app: FastifyInstance,
  context: Context,
  timing = DEFAULT_TIMING,
): void {
  const streams = new Set<EventStream>();
  // Before the server waits for its connections to end: streams would never end otherwise.
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });

  const options = {
    schema: {
      ...plainSchema('Server-sent events: order-created and order-changed', {
        200: inMediaType(z.string(), 'text/event-stream'),
      }),
      description: describeRight(RIGHT),
    },
    config: { access: 'staff', right: RIGHT } as const,
    // A reply to HEAD cannot follow a stream that never ends.
    exposeHeadRoute: false,
  };
  app.get(LIVE_PATH, options, async (request, reply) => {
    const session = await getSession(context, request);
    if (!context.changes.isLive()) {
      throw new Unavailable('unavailable', 'Live updates are not available right now.');
    }
    const stream = openStream(request, reply);
    streams.add(stream);
    const stopListening = context.changes.onOrderChange((change) => {
      if (change === null) stream.end();
      else tell(stream, change);
    });
    const heartbeat = setInterval(() => stream.comment(), timing.heartbeatMs);
    const check = setInterval(() => {
      endWithSession(context, session.id, stream).catch((error: unknown) => {
        context.log.warn({ err: error }, 'a live session could not be checked');
        stream.end();
      });
    }, timing.sessionCheckMs);
    stream.onEnd(() => {
      streams.delete(stream);
      stopListening();
      clearInterval(heartbeat);
      clearInterval(check);
    });
    stream.send('ready', {});
  });
}

function openStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  // Otherwise the headers set by the usual hooks would be lost.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return openEventStream(request.raw, reply.raw);
}

function tell(stream: EventStream, change: string): void {
  const { event, ...order } = JSON.parse(change) as { event: string } & LiveOrderEvent;
  stream.send(event, LiveOrderEvent.parse(order));
}

async function endWithSession(
  context: Context,
  sessionId: string,
  stream: EventStream,
): Promise<void> {
  if (!(await isSessionStillLive(context.db, sessionId))) stream.end();
}

/** Session and role, without extending the session: an open page alone does not keep anyone signed in. */
async function isSessionStillLive(db: Database, sessionId: string): Promise<boolean> {
  const [found] = await db
    .select({ role: staff.role })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(eq(staffSessions.id, sessionId), eq(staff.isActive, true), isLive()));
  return found !== undefined && hasRight(found.role, RIGHT);
}
