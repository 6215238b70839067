import type { FastifyInstance } from 'fastify';
import type { SiteData } from '#areas/menu/calls/site-data.ts';
import { parseRenderedAddress } from '#areas/menu/rules/meal-picture.ts';
import { readRenderedPlate } from '#areas/menu/server/rendered-plates.ts';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';

type PlateWords = { name: string; mealType: string; ingredients: string; description: string };

/** The drawing is a part of the pages' build (`areas/menu/web/plate`). */
export type PlateArtist = {
  plateAddress: (words: PlateWords) => string;
  drawPlate: (words: PlateWords) => string;
  sharePictureAddress: (meal: PlateWords & { imageUrl: string | null }) => string;
};

/** How many are kept: those of the menu, and of meals that have changed since a page was sent. */
const KEPT = 500;

export function registerPlates(
  app: FastifyInstance,
  loadData: () => Promise<SiteData>,
  loadArtist: () => Promise<PlateArtist>,
): void {
  const plates = new Map<string, Promise<StoredReply>>();

  async function draw(url: string): Promise<StoredReply | null> {
    const [{ meals, samples }, artist] = await Promise.all([loadData(), loadArtist()]);
    const meal = [...meals, ...samples].find((each) => artist.plateAddress(each) === url);
    if (!meal) return null;
    const body = artist.drawPlate(meal);
    const stored = storeReply({ status: 200, contentType: 'image/svg+xml', body });
    plates.set(url, stored);
    for (const oldest of [...plates.keys()].slice(0, -KEPT)) plates.delete(oldest);
    return stored;
  }

  app.get('/images/plates/:file', { config: { access: 'public' } }, async (request, reply) => {
    const rendered = parseRenderedAddress(request.url);
    if (rendered) {
      const bytes = await readRenderedPlate(rendered.key, rendered.width);
      if (!bytes) return reply.callNotFound();
      return reply
        .header('cache-control', FOR_EVER)
        .header('content-type', 'image/webp')
        .send(bytes);
    }
    const stored = await (plates.get(request.url) ?? draw(request.url));
    return stored ? sendStored(request, reply, stored, FOR_EVER) : reply.callNotFound();
  });
}
