import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Preview } from '#areas/business/server/sale-door.ts';
import {
  endPreviewLink,
  listPreviewLinks,
  makePreviewLink,
} from '#areas/order-book/calls/preview-links.ts';
import { readCookie } from './phone-orders.ts';
import {
  endLink,
  findPreviewLink,
  listLinks,
  storePreviewLink,
} from '#areas/order-book/server/preview-links.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';

export function registerPreviewRoutes(app: FastifyInstance, context: Context): void {
  const isHttps = context.signIn.publicUrl.startsWith('https:');
  const cookieName = isHttps ? '__Host-mealrun.preview' : 'mealrun.preview';

  app.decorateRequest(
    'findPreview',
    async function (this: FastifyRequest): Promise<Preview | null> {
      const { cookie } = this.headers;
      if (cookie === undefined) return null;
      if ((await this.findStaff()) !== null) return { by: 'staff' };
      const token = readCookie(cookie, cookieName);
      return token === null ? null : findPreviewLink(context, token);
    },
  );

  // One that does not work leads to the site as everyone sees it, which says when it opens.
  app.get<{ Params: { token: string } }>(
    '/preview/:token',
    { schema: { hide: true }, config: { access: 'public' } },
    async (request, reply) => {
      await throttleCaller(context, 'tracking', request);
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      const { token } = request.params;
      const link = await findPreviewLink(context, token);
      if (link) {
        const seconds = Math.ceil((link.endsAt.getTime() - context.clock()) / 1000);
        const secure = isHttps ? '; Secure' : '';
        reply.header(
          'set-cookie',
          // Lax: the link is opened from an email, and banks send customers back.
          `${cookieName}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
        );
      }
      return reply.redirect('/', 303);
    },
  );

  staffRoute(app, listPreviewLinks, () => listLinks(context));
  staffRoute(app, makePreviewLink, ({ body, staff }) => storePreviewLink(context, staff, body));
  staffRoute(app, endPreviewLink, ({ params, staff }) => endLink(context, staff, params.linkId));
}
