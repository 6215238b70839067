/** What search engines request before any page. */
import type { FastifyInstance } from 'fastify';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';

const FOR_AN_HOUR = 'public, max-age=3600';
const CALLS = ['/api/', '/sandbox/'];

type SearchFilesOptions = {
  publicUrl: string;
  listIndexedPaths: () => Promise<readonly string[]>;
  /** Pages that robots should not visit. */
  closedPaths: readonly string[];
};

export function registerSearchFiles(app: FastifyInstance, options: SearchFilesOptions): void {
  const config = { access: 'public' } as const;
  const robots = storeReply({
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: writeRobots(options),
  });
  app.get('/robots.txt', { config }, async (request, reply) =>
    sendStored(request, reply, await robots, FOR_AN_HOUR),
  );

  let known: { body: string; stored: Promise<StoredReply> } | null = null;
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    const body = writeSitemap(options.publicUrl, await options.listIndexedPaths());
    if (known?.body !== body) {
      const contentType = 'application/xml; charset=utf-8';
      known = { body, stored: storeReply({ status: 200, contentType, body }) };
    }
    return sendStored(request, reply, await known.stored, FOR_AN_HOUR);
  });
}

function writeSitemap(publicUrl: string, indexedPaths: readonly string[]): string {
  const urls = indexedPaths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

function writeRobots({
  publicUrl,
  closedPaths,
}: Pick<SearchFilesOptions, 'publicUrl' | 'closedPaths'>): string {
  return [
    'User-agent: *',
    ...[...CALLS, ...closedPaths].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
