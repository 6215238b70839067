import type { FastifyInstance } from 'fastify';
import { listMeals } from '#contract/meals.ts';
import type { Context } from '#server/context.ts';
import { routeSchema } from '#server/http/route.ts';
import { sendStored, storeReply, type StoredReply } from '#server/http/stored-reply.ts';

export function registerMealRoutes(app: FastifyInstance, context: Context): void {
  let stored: { version: string; reply: Promise<StoredReply> } | null = null;

  // Not through `route`: the menu is the call made most, and is sent as bytes made once per change.
  const options = { schema: routeSchema(listMeals), config: { access: listMeals.access } };
  app.get(listMeals.path, options, async (request, reply) => {
    const { menu, version } = await context.site.current();
    if (stored?.version !== version) {
      const body = JSON.stringify(listMeals.reply.parse(menu));
      const contentType = 'application/json; charset=utf-8';
      stored = { version, reply: storeReply({ status: 200, contentType, body }) };
    }
    return sendStored(request, reply, await stored.reply);
  });
}
