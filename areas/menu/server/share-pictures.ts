/** The pictures of meals that are shown beside shared links to their pages. */
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
