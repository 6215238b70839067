import type { FastifyInstance } from 'fastify';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import type { Context } from '#platform/server/context.ts';

/** Where the suburb checks on the pages send a browser without scripts: to the order or the waitlist page. */
export function registerSuburbRoutes(app: FastifyInstance, context: Pick<Context, 'site'>): void {
  app.get<{ Querystring: { suburb?: unknown } }>(
    '/suburb',
    { schema: { hide: true }, config: { access: 'public' } },
    async (request, reply) => {
      const { suburb } = request.query;
      const asked = typeof suburb === 'string' ? suburb.trim().slice(0, LONGEST_SUBURB) : '';
      return reply.header('cache-control', 'no-store').redirect(await answer(asked, context), 303);
    },
  );
}

async function answer(asked: string, context: Pick<Context, 'site'>): Promise<string> {
  if (asked === '') return '/waitlist';
  const { business } = await context.site.current();
  if (servedSuburbsFor(asked, business.suburbs).length > 0) return '/order';
  return `/waitlist?${new URLSearchParams({ suburb: asked.toWellFormed() }).toString()}`;
}
