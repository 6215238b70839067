import type { FastifyInstance } from 'fastify';
import { uploadMealImage } from '#areas/menu/calls/meals.ts';
import { parseMealImageUrl } from '#areas/menu/rules/meal-image.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { FOR_EVER } from '#platform/server/http/stored-reply.ts';
import { findMealImage } from '#areas/menu/server/meal-image-queries.ts';
import { withFileUpload } from '#platform/server/http/file-upload.ts';
import { storeMealImage } from '#areas/menu/server/store-meal-image.ts';

const LARGEST_UPLOAD_MB = 8;
const CONTENT_TYPES = { webp: 'image/webp', jpg: 'image/jpeg' };

export function registerMealImageRoutes(app: FastifyInstance, context: Context): void {
  registerUpload(app, context);

  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/images/meals/:file', options, async (request, reply) => {
    const image = parseMealImageUrl(request.url);
    const bytes = image && (await findMealImage(context.db, image));
    if (!bytes) throw new NotFound('This picture');
    // The address is derived from the content, so it can be cached indefinitely.
    return reply
      .header('cache-control', FOR_EVER)
      .header('content-type', CONTENT_TYPES[image.format])
      .send(bytes);
  });
}

function registerUpload(app: FastifyInstance, context: Context): void {
  withFileUpload(app, { uploadName: 'The picture', largestMb: LARGEST_UPLOAD_MB }, (scope) => {
    staffRoute(scope, uploadMealImage, ({ reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ image: 'Please choose a picture' });
      return storeMealImage(context, body);
    });
  });
}
