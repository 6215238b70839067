import type { FastifyInstance } from 'fastify';
import type { SiteData } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlateArtist } from '#areas/menu/server/plates.ts';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';
import sharp from 'sharp';
import { parseMealImageUrl, type PlateWords } from '#areas/menu/rules/meal-picture.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findMealImage } from './meal-queries.ts';
import { largestRenderedPlate } from '#areas/menu/server/rendered-plates.ts';
import { openDrawing, openUpload } from './open-pictures.ts';

/** `plate`: the meal's drawn plate as SVG, for one without a photo of ours and without a rendered picture. */
export type DrawSharePicture = (
  meal: Pick<MealReply, 'imageUrl' | 'name' | 'mealType' | 'ingredients'>,
  plate: () => string,
) => Promise<Buffer>;

/** Those of the menu, and a few of meals that have changed since a page was sent. */
const KEPT = 100;

export function registerSharePictures(
  app: FastifyInstance,
  loadData: () => Promise<SiteData>,
  { loadArtist, draw }: { loadArtist: () => Promise<PlateArtist>; draw: DrawSharePicture },
): void {
  const pictures = new Map<string, Promise<StoredReply>>();

  async function find(url: string): Promise<StoredReply | null> {
    const [{ meals }, artist] = await Promise.all([loadData(), loadArtist()]);
    const meal = meals.find((each) => artist.sharePictureAddress(each) === url);
    if (!meal) return null;
    // Another request may have asked for it meanwhile.
    const started = pictures.get(url) ?? start(url, () => draw(meal, () => artist.drawPlate(meal)));
    return started;
  }

  function start(url: string, drawIt: () => Promise<Buffer>): Promise<StoredReply> {
    const stored = drawIt().then((body) =>
      storeReply({ status: 200, contentType: 'image/jpeg', body }),
    );
    pictures.set(url, stored);
    stored.catch(() => pictures.delete(url));
    for (const oldest of [...pictures.keys()].slice(0, -KEPT)) pictures.delete(oldest);
    return stored;
  }

  app.get('/images/share/:file', { config: { access: 'public' } }, async (request, reply) => {
    const stored = await (pictures.get(request.url) ?? find(request.url));
    return stored ? sendStored(request, reply, stored, FOR_EVER) : reply.callNotFound();
  });
}

// The picture of a meal beside a shared link: its photo, or its rendered or drawn plate on our cloth.

/** What all who show shared links expect: https://ogp.me. */
const WIDTH = 1200;
const HEIGHT = 630;
const PLATE = 590;
const JPEG = { quality: 82, mozjpeg: true };

/** As JPEG. A photo that we do not store ourselves is never fetched: the plate is shown instead. */
export async function drawSharePicture(
  db: Database,
  meal: PlateWords & { imageUrl: string | null },
  plate: () => string,
): Promise<Buffer> {
  const uploaded = parseMealImageUrl(meal.imageUrl ?? '');
  const photo = uploaded && (await findMealImage(db, { ...uploaded, width: 1280, format: 'jpg' }));
  if (photo)
    return openUpload(() =>
      sharp(photo).resize({ width: WIDTH, height: HEIGHT, fit: 'cover' }).jpeg(JPEG).toBuffer(),
    );
  const rendered = await largestRenderedPlate(meal);
  const onTop = rendered ? await withRoundCorners(rendered) : Buffer.from(plate());
  const cloth = onCloth(onTop, rendered ? 'image/png' : 'image/svg+xml');
  return openDrawing(() => sharp(Buffer.from(cloth)).jpeg(JPEG).toBuffer());
}

function withRoundCorners(picture: Buffer): Promise<Buffer> {
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${PLATE}" height="${PLATE}"><rect width="100%" height="100%" rx="72"/></svg>`;
  return openDrawing(() =>
    sharp(picture)
      .resize(PLATE, PLATE)
      .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
      .png()
      .toBuffer(),
  );
}

/** The plate as a picture in the picture: its gradients keep their names to themselves. */
function onCloth(plate: Buffer, type: string): string {
  const href = `data:${type};base64,${plate.toString('base64')}`;
  const [x, y] = [(WIDTH - PLATE) / 2, (HEIGHT - PLATE) / 2];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#fbf5e9"/>
    <rect x="60" y="70" width="1080" height="490" rx="90" fill="#f6b23c" transform="rotate(-3 600 315)"/>
    <image x="${x}" y="${y}" width="${PLATE}" height="${PLATE}" href="${href}"/>
  </svg>`;
}
