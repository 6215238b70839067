import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { uploadLogo } from '#areas/business/calls/settings.ts';
import { parseLogoIconUrl, parseLogoUrl } from '#areas/business/rules/logo.ts';
import type { Context } from '#platform/server/context.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';
import { withFileUpload } from '#platform/server/http/file-upload.ts';
import { drawLogoIcon, storeLogo } from '#areas/menu/server/store-logo.ts';

const LARGEST_UPLOAD_MB = 4;

export function registerLogoRoutes(app: FastifyInstance, context: Context): void {
  registerUpload(app, context);

  const known = new Map<string, StoredReply>();
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/images/logo/:file', options, async (request, reply) => {
    const { file } = request.params as { file: string };
    const stored = known.get(file) ?? (await storeFile(context, request.url));
    known.set(file, stored);
    // Emails show it too.
    return sendStored(
      request,
      reply.header('cross-origin-resource-policy', 'cross-origin'),
      stored,
      FOR_EVER,
    );
  });
}

async function storeFile(context: Context, url: string): Promise<StoredReply> {
  const icon = parseLogoIconUrl(url);
  const hash = icon?.hash ?? parseLogoUrl(url);
  const [logo] =
    hash === null ? [] : await context.db.select().from(logos).where(eq(logos.hash, hash));
  if (!logo) throw new NotFound('This logo');
  const body = icon ? await drawLogoIcon(logo.bytes, icon.size) : logo.bytes;
  return storeReply({ status: 200, contentType: 'image/png', body }, 'few');
}

function registerUpload(app: FastifyInstance, context: Context): void {
  withFileUpload(app, { uploadName: 'The logo', largestMb: LARGEST_UPLOAD_MB }, (scope) => {
    staffRoute(scope, uploadLogo, ({ reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body) || body.length === 0)
        throw new InvalidRequest({ logo: 'Please choose a picture' });
      return storeLogo(context, body);
    });
  });
}
