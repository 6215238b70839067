/** How the site looks when installed as an app. https://www.w3.org/TR/appmanifest */
import type { FastifyInstance } from 'fastify';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { logoIconUrl } from '#areas/business/rules/logo.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';

const CONTENT_TYPE = 'application/manifest+json; charset=utf-8';
const FOR_AN_HOUR = 'public, max-age=3600';
/** As in platform/web/theme/tokens.css. */
const GROUND = '#fbf5e9';

export function registerWebManifest(
  app: FastifyInstance,
  loadData: () => Promise<{ config: ConfigReply }>,
): void {
  /** For the facts as they are now. */
  let made: { body: string; stored: Promise<StoredReply> } | null = null;
  app.get('/manifest.webmanifest', { config: { access: 'public' } }, async (request, reply) => {
    const body = JSON.stringify(manifestOf((await loadData()).config.business));
    if (made?.body !== body)
      made = { body, stored: storeReply({ status: 200, contentType: CONTENT_TYPE, body }, 'few') };
    return sendStored(request, reply, await made.stored, FOR_AN_HOUR);
  });
}

type Shown = Pick<BusinessFacts, 'name' | 'tagline' | 'logo'>;

function manifestOf({ name, tagline: description, logo }: Shown) {
  const ours = (size: number, purpose: string) =>
    purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`;
  const icon = (size: 192 | 512, purpose: 'any' | 'maskable') => ({
    src: logo === null ? ours(size, purpose) : logoIconUrl(logo, size),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name,
    short_name: name,
    description,
    lang: 'en-AU',
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
    shortcuts: [
      { name: 'Order Now', url: '/order' },
      { name: 'Menu', url: '/menu' },
    ],
  };
}
