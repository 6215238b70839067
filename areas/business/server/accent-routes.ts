import type { FastifyInstance } from 'fastify';
import {
  accentProblem,
  accentStylesheet,
  parseAccentStylesheetUrl,
} from '#areas/business/rules/accent-colour.ts';
import { NotFound } from '#platform/server/errors.ts';
import { FOR_EVER } from '#platform/server/http/stored-reply.ts';

/** Documents link to it when the kitchen has a colour of its own. */
export function registerAccentRoutes(app: FastifyInstance): void {
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/colours/:file', options, async (request, reply) => {
    const colour = parseAccentStylesheetUrl(request.url);
    if (colour === null || accentProblem(colour) !== null) throw new NotFound('This stylesheet');
    return reply
      .header('cache-control', FOR_EVER)
      .header('content-type', 'text/css; charset=utf-8')
      .send(accentStylesheet(colour));
  });
}
