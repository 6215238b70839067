/**
 * `/api/docs`: the API's reference for people, drawn in the browser from `/api/openapi.json`. It only shows: calls cannot
 * be sent from it, since anyone who is signed in could refund an order by trying out a button.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { REFERENCE_PATH } from '#platform/server/http/security-headers.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';

const PATH = REFERENCE_PATH;
const require = createRequire(import.meta.url);

const PAGE = `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>API reference | Mealrun</title>
    <link rel="stylesheet" href="${PATH}/swagger-ui.css">
    <link rel="stylesheet" href="${PATH}/page.css">
    <script src="${PATH}/swagger-ui-bundle.js" defer></script>
    <script src="${PATH}/start.js" defer></script>
  </head>
  <body>
    <main id="reference"><p class="loading">Loading the API reference…</p></main>
    <noscript><p class="loading">This page needs JavaScript. The same is in <a href="/api/openapi.json">openapi.json</a>.</p></noscript>
  </body>
</html>
`;

/** `validatorUrl` would send our address to another site. */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  operationsSorter: 'alpha',
  defaultModelsExpandDepth: 0,
  filter: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/**
 * Hosts and keys to send with are hidden, since nothing can be sent. On a phone a call's path and summary would share
 * one line, one letter wide.
 */
const STYLE = `body { margin: 0; background: #fff; }
.swagger-ui .scheme-container { display: none; }
.loading { font: 1rem/1.5 sans-serif; padding: 1rem; text-align: center; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .filter .operation-filter-input { width: 100%; box-sizing: border-box; }
  .swagger-ui .info { margin: 24px 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock-summary-path-description-wrapper { flex-direction: column; align-items: flex-start; gap: 2px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .opblock-body { overflow-x: auto; }
}
`;

type File = { name: string; contentType: string; read: () => Promise<string | Buffer> };

/** Paths are those under `/api/docs`. */
const FILES: File[] = [
  { name: '', contentType: 'text/html; charset=utf-8', read: async () => PAGE },
  { name: '/start.js', contentType: 'text/javascript; charset=utf-8', read: async () => START },
  { name: '/page.css', contentType: 'text/css; charset=utf-8', read: async () => STYLE },
  {
    name: '/swagger-ui-bundle.js',
    contentType: 'text/javascript; charset=utf-8',
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  {
    name: '/swagger-ui.css',
    contentType: 'text/css; charset=utf-8',
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')),
  },
];

/** Must be called before the routes for unknown calls. */
export function registerReferencePage(app: FastifyInstance): void {
  for (const { name, contentType, read } of FILES) {
    const options = {
      schema: { hide: true },
      config: { access: 'public' as const },
    };
    // Read when first asked for: most servers never are.
    let stored: Promise<StoredReply> | null = null;
    app.get(PATH + name, options, async (request, reply) => {
      stored ??= read().then((body) => storeReply({ status: 200, contentType, body }, 'few'));
      return sendStored(request, reply, await stored);
    });
  }
}
