/** The picture of a meal beside a shared link: its photo, or its drawn plate on our cloth. */
import sharp from 'sharp';
import { parseMealImageUrl } from '#areas/menu/rules/meal-image.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findMealImage } from '#areas/menu/server/meal-image-queries.ts';
import { openDrawing, openUpload } from '#areas/menu/server/open-pictures.ts';

/** What all who show shared links expect: https://ogp.me. */
const WIDTH = 1200;
const HEIGHT = 630;
const PLATE = 590;
const JPEG = { quality: 82, mozjpeg: true };

/** As JPEG. A photo that we do not store ourselves is never fetched: the plate is drawn instead. */
export async function drawSharePicture(
  db: Database,
  { imageUrl }: { imageUrl: string | null },
  plate: () => string,
): Promise<Buffer> {
  const uploaded = parseMealImageUrl(imageUrl ?? '');
  const photo = uploaded && (await findMealImage(db, { ...uploaded, width: 1280, format: 'jpg' }));
  if (photo)
    return openUpload(() =>
      sharp(photo).resize({ width: WIDTH, height: HEIGHT, fit: 'cover' }).jpeg(JPEG).toBuffer(),
    );
  return openDrawing(() =>
    sharp(Buffer.from(onCloth(plate())))
      .jpeg(JPEG)
      .toBuffer(),
  );
}

/** The plate as a picture in the picture: its gradients keep their names to themselves. */
function onCloth(plate: string): string {
  const href = `data:image/svg+xml;base64,${Buffer.from(plate).toString('base64')}`;
  const [x, y] = [(WIDTH - PLATE) / 2, (HEIGHT - PLATE) / 2];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#fbf5e9"/>
    <rect x="60" y="70" width="1080" height="490" rx="90" fill="#f6b23c" transform="rotate(-3 600 315)"/>
    <image x="${x}" y="${y}" width="${PLATE}" height="${PLATE}" href="${href}"/>
  </svg>`;
}
