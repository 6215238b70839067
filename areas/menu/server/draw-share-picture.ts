/** The picture of a meal beside a shared link: its photo, or its rendered or drawn plate on our cloth. */
import sharp from 'sharp';
import { parseMealImageUrl } from '#areas/menu/rules/meal-image.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findMealImage } from '#areas/menu/server/meal-image-queries.ts';
import { largestRenderedPlate } from '#areas/menu/server/rendered-plates.ts';
import type { PlateWords } from '#areas/menu/rules/plate-address.ts';
import { openDrawing, openUpload } from '#areas/menu/server/open-pictures.ts';

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
