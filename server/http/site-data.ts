/**
 * Business facts and menu as the browser needs them to bring any page to life: one file for all pages, named after its
 * content, so that it is fetched once and kept until it changes.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ConfigReply } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import { FOR_EVER, sendStored, storeReply, type StoredReply } from '#server/http/stored-reply.ts';

export type SiteData = { config: ConfigReply; meals: MealReply[] };
/** `version` changes whenever the rest does. */
export type VersionedSiteData = SiteData & { version: string };

export function registerSiteData(
  app: FastifyInstance,
  loadData: () => Promise<VersionedSiteData>,
): void {
  let known: { version: string; url: string; stored: Promise<StoredReply> } | null = null;
  app.get('/site-data/:file', { config: { access: 'public' } }, async (request, reply) => {
    const { version, ...data } = await loadData();
    if (known?.version !== version)
      known = { version, url: siteDataUrl(data), stored: store(data) };
    // Asked for under an older name by a page that was kept somewhere: it gets what holds now, but must not keep it so.
    const isCurrent = request.url === known.url;
    return sendStored(request, reply, await known.stored, isCurrent ? FOR_EVER : 'no-store');
  });
}

/** Where the browser finds this data. */
export function siteDataUrl(data: SiteData): string {
  const hash = createHash('sha256').update(write(data)).digest('base64url').slice(0, 16);
  return `/site-data/${hash}.json`;
}

function store(data: SiteData): Promise<StoredReply> {
  return storeReply({ status: 200, contentType: 'application/json', body: write(data) });
}

function write({ config, meals }: SiteData): string {
  return JSON.stringify({ config, meals });
}
