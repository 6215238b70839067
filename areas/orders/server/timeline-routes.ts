import type { FastifyInstance } from 'fastify';
import {
  addNote as addNoteCall,
  getTimeline,
  pinNote as pinNoteCall,
} from '#areas/orders/calls/order-timeline.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { addNote, pinNote } from '#areas/orders/server/order-notes.ts';
import { listTimeline } from '#areas/orders/server/order-timeline.ts';

export function registerTimelineRoutes(app: FastifyInstance, context: Context): void {
  const timelineOf = async (id: number) => ({ entries: await listTimeline(context.db, id) });

  staffRoute(app, getTimeline, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return timelineOf(params.id);
  });

  staffRoute(app, addNoteCall, async ({ params, body, staff }) => {
    await addNote(context, staff, params.id, body);
    return timelineOf(params.id);
  });

  staffRoute(app, pinNoteCall, async ({ params: { id, noteId }, body, staff }) => {
    await pinNote(context, staff, { orderId: id, noteId, ...body });
    return timelineOf(id);
  });
}
