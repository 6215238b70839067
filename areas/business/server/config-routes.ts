import type { FastifyInstance } from 'fastify';
import { type ConfigReply, getConfig } from '#areas/business/calls/config.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import { findSaleDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import {
  accentProblem,
  accentStylesheet,
  parseAccentStylesheetUrl,
} from '#areas/business/rules/accent-colour.ts';
import { NotFound } from '#platform/server/errors.ts';
import { FOR_EVER } from '#platform/server/http/stored-reply.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';

export function registerConfigRoutes(app: FastifyInstance, context: Context): void {
  route(app, getConfig, async ({ reply }) => {
    const door = await findSaleDoor(context, reply.request);
    return describeSite(context, door);
  });
}

/** What the browser may know about the business and about card payments; `door`: who asks. */
export async function describeSite(
  context: Pick<Context, 'site' | 'gateway' | 'wording' | 'mailer' | 'texter' | 'clock'>,
  door: SaleDoor = context.gateway,
): Promise<ConfigReply> {
  const { business } = await context.site.current();
  const sale = saleStateAt(context.clock(), business, door);
  const { mode, publishableKey } = context.gateway;
  return {
    business,
    payments: { mode, publishableKey },
    adviser: context.wording.adviser,
    sendsMail: context.mailer.mode === 'smtp',
    sendsTexts: context.texter.mode === 'service',
    sale,
    hasLaunched: sale.state !== 'before',
  };
}

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
