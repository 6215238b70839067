/** What search engines request before any page. */
import type { FastifyInstance } from 'fastify';
import { sendStored, storeReply } from '#server/http/stored-reply.ts';

const FOR_AN_HOUR = 'public, max-age=3600';
/** API calls, staff pages and pages that belong to one customer. */
const PRIVATE = [
  '/api/',
  '/sandbox/',
  '/admin',
  '/delivery-slots',
  '/checkout',
  '/order-success',
  '/track/',
  '/unsubscribe',
];

type SearchFilesOptions = { publicUrl: string; indexedPaths: readonly string[] };

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
      body: writeRobots(options.publicUrl),
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

function writeRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
