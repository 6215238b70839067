import type { FastifyInstance } from 'fastify';
import { uploadMealImage } from '#areas/menu/calls/meals.ts';
import {
  parseMealImageUrl,
  MEAL_IMAGE_FORMATS,
  MEAL_IMAGE_WIDTHS,
  type MealImageFormat,
  type MealImageWidth,
  mealImageUrl,
} from '#areas/menu/rules/meal-picture.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { FOR_EVER } from '#platform/server/http/stored-reply.ts';
import { findMealImage } from './meal-queries.ts';
import { withFileUpload } from '#platform/server/http/read-request.ts';
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { mealImages } from '#areas/menu/server/tables/meals.ts';
import { openUpload } from './open-pictures.ts';

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

/** More than any phone takes; anything larger when decoded was made to exhaust our memory. */
const MOST_PIXELS = 50_000_000;
const QUALITY = { webp: 78, jpg: 80 };

/**
 * Re-encodes a picture into every size and stores them: only the visible image survives, without the location where it
 * was taken. The same picture is stored once. Throws InvalidRequest for anything that is not a picture.
 */
export async function storeMealImage(
  context: Pick<Context, 'db' | 'clock'>,
  sent: Buffer,
): Promise<{ imageUrl: string }> {
  const sizes = await openUpload(() => encode(sent));
  const hash = createHash('sha256')
    .update(Buffer.concat(sizes.map((size) => size.bytes)))
    .digest('hex')
    .slice(0, 32);
  const createdAt = new Date(context.clock());
  await context.db
    .insert(mealImages)
    .values(sizes.map((size) => ({ ...size, hash, createdAt })))
    .onConflictDoNothing();
  return { imageUrl: mealImageUrl({ hash, width: 640, format: 'webp' }) };
}

type Size = { width: MealImageWidth; format: MealImageFormat; bytes: Buffer };

async function encode(sent: Buffer): Promise<Size[]> {
  try {
    const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient();
    return await Promise.all(
      MEAL_IMAGE_WIDTHS.flatMap((width) =>
        MEAL_IMAGE_FORMATS.map(async (format) => ({
          width,
          format,
          bytes: await encodeSize(picture.clone(), width, format),
        })),
      ),
    );
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new InvalidRequest({
      image: isTooLarge
        ? 'Please choose a picture of no more than 50 megapixels'
        : 'Please choose an undamaged picture: JPEG, PNG, WebP or AVIF',
    });
  }
}

/** Pictures are never enlarged; the height of a very tall one is limited to twice its width. */
function encodeSize(
  picture: Sharp,
  width: MealImageWidth,
  format: MealImageFormat,
): Promise<Buffer> {
  const sized = picture.resize({
    width,
    height: width * 2,
    fit: 'inside',
    withoutEnlargement: true,
  });
  return format === 'webp'
    ? sized.webp({ quality: QUALITY.webp }).toBuffer()
    : sized
        .flatten({ background: '#fff' })
        .jpeg({ quality: QUALITY.jpg, mozjpeg: true })
        .toBuffer();
}
