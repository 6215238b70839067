/** What search engines request before any page. */
import type { FastifyInstance } from 'fastify';
import { sendStored, storeReply } from '#server/http/stored-reply.ts';

const FOR_AN_HOUR = 'public, max-age=3600';
const CALLS = ['/api/', '/sandbox/'];

type SearchFilesOptions = {
  publicUrl: string;
  indexedPaths: readonly string[];
  /** Pages that robots should not visit. */
  closedPaths: readonly string[];
};

export function registerSearchFiles(app: FastifyInstance, options: SearchFilesOptions): void {
  const files = [
    {
      path: '/sitemap.xml',
      contentType: 'application/xml; charset=utf-8',
      body: writeSitemap(options),
    },
    {
      path: '/robots.txt',
      contentType: 'text/plain; charset=utf-8',
      body: writeRobots(options),
    },
  ];
  for (const { path, ...content } of files) {
    const stored = storeReply({ status: 200, ...content });
    app.get(path, { config: { access: 'public' } }, async (request, reply) =>
      sendStored(request, reply, await stored, FOR_AN_HOUR),
    );
  }
}

function writeSitemap({ publicUrl, indexedPaths }: SearchFilesOptions): string {
  const urls = indexedPaths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

function writeRobots({ publicUrl, closedPaths }: SearchFilesOptions): string {
  return [
    'User-agent: *',
    ...[...CALLS, ...closedPaths].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
