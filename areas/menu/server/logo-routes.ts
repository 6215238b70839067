import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { uploadLogo } from '#areas/business/calls/settings.ts';
import { parseLogoIconUrl, parseLogoUrl } from '#areas/business/rules/logo.ts';
import type { Context } from '#platform/server/context.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { FOR_EVER } from '#platform/server/http/stored-reply.ts';
import { withFileUpload } from '#platform/server/http/file-upload.ts';
import { drawLogoIcon, storeLogo } from '#areas/menu/server/store-logo.ts';

const LARGEST_UPLOAD_MB = 4;

export function registerLogoRoutes(app: FastifyInstance, context: Context): void {
  registerUpload(app, context);

  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/images/logo/:file', options, async (request, reply) => {
    const icon = parseLogoIconUrl(request.url);
    const hash = icon?.hash ?? parseLogoUrl(request.url);
    const [logo] =
      hash === null ? [] : await context.db.select().from(logos).where(eq(logos.hash, hash));
    if (!logo) throw new NotFound('This logo');
    const bytes = icon ? await drawLogoIcon(logo.bytes, icon.size) : logo.bytes;
    return (
      reply
        .header('cache-control', FOR_EVER)
        // Emails show it too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-type', 'image/png')
        .send(bytes)
    );
  });
}

function registerUpload(app: FastifyInstance, context: Context): void {
  withFileUpload(app, { uploadName: 'The logo', largestMb: LARGEST_UPLOAD_MB }, (scope) => {
    staffRoute(scope, uploadLogo, ({ reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ logo: 'Please choose a picture' });
      return storeLogo(context, body);
    });
  });
}
