/**
 * Business facts and menu, as the browser needs them to hydrate any page: one file for all pages, named after its
 * content, so that it is downloaded once and cached until it changes.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SiteData } from '#areas/menu/calls/site-data.ts';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { logoIconUrl } from '#areas/business/rules/logo.ts';

/** How many former versions are still served, for pages rendered before the last changes. */
const KEPT = 8;

export type SiteDataFiles = {
  urlOf(data: SiteData): string;
};

export function registerSiteData(
  app: FastifyInstance,
  loadData: () => Promise<SiteData & { previewConfig: SiteData['config'] | null }>,
): SiteDataFiles {
  const files = new Map<string, Promise<StoredReply>>();

  function urlOf({ config, texts, meals, samples }: SiteData): string {
    const body = JSON.stringify({ config, texts, meals, samples });
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
    const url = `/site-data/${hash}.json`;
    if (!files.has(url))
      files.set(url, storeReply({ status: 200, contentType: 'application/json', body }));
    for (const oldest of [...files.keys()].slice(0, -KEPT)) files.delete(oldest);
    return url;
  }

  app.get('/site-data/:file', { config: { access: 'public' } }, async (request, reply) => {
    let current = request.url;
    if (!files.has(request.url)) {
      // Another process may have sent the page, to a visitor or to anyone who has a preview.
      const { previewConfig, ...data } = await loadData();
      current = urlOf(data);
      if (previewConfig) urlOf({ ...data, config: previewConfig });
    }
    if (files.has(request.url)) current = request.url;
    const stored = await files.get(current);
    if (!stored) return reply.callNotFound();
    // Requested by a page that was cached for a long time: it gets the current data, but must not cache it under this
    // name.
    const cacheControl = current === request.url ? FOR_EVER : 'no-store';
    return sendStored(request, reply, stored, cacheControl);
  });
  return { urlOf };
}

// How the site looks when installed as an app. https://www.w3.org/TR/appmanifest

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
