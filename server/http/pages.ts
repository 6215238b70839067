/** Every page of the site: rendered once per change of menu, business facts or build, then served from memory. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteData } from '#contract/config.ts';
import { registerAssets } from '#server/http/assets.ts';
import { type PageAssets, readPageAssets } from '#server/http/page-assets.ts';
import { type PlateArtist, registerPlates } from '#server/http/plates.ts';
import { registerSearchFiles } from '#server/http/search-files.ts';
import { registerSiteData, type SiteDataFiles } from '#server/http/site-data.ts';
import { sendStored, storeReply, type StoredReply } from '#server/http/stored-reply.ts';
import { writeUnavailablePage } from '#server/http/unavailable-page.ts';
import { registerWebManifest } from '#server/http/web-manifest.ts';

type PageData = SiteData & { isStaff: boolean };
type Page = {
  key: string;
  url: string;
  redirect: string | null;
  modules: readonly string[];
  laterModules: readonly string[];
};

/** The server's view of `web/app/entry-server.tsx`, which is built separately. */
type Renderer = PlateArtist & {
  pagePaths: readonly string[];
  /** Pages that search engines should list. */
  indexedPaths: readonly string[];
  /** Pages that robots should not visit. */
  closedPaths: readonly string[];
  findPage: (requestUrl: string) => Page;
  renderPage: (
    page: Page,
    data: PageData,
    assets: PageAssets & { siteData: string },
    origin: string,
  ) => Promise<{ status: number; html: string }>;
};

export type PagesOptions = {
  /** Cheap to call; `version` changes whenever the rest does. */
  loadData: () => Promise<SiteData & { version: string }>;
  /** Pages show staff that they are signed in; checked only for requests with a cookie. */
  isStaff: (request: FastifyRequest) => Promise<boolean>;
  /** The origin under which visitors reach the site. */
  publicUrl: string;
  /** Contains `browser` and `server`, as the build leaves them. */
  distDir: string;
  /** Renders straight from the sources, with hot reload. */
  dev: boolean;
};

const HTML = 'text/html; charset=utf-8';

/** Answers GET for every page, including the 404 page, and for the files pages need. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const siteData = registerSiteData(app, options.loadData);
  let business: SiteData['config']['business'] | null = null;
  async function loadData() {
    const data = await options.loadData();
    ({ business } = data.config);
    return data;
  }
  const { answer, loadArtist, stylesheet, pagePaths, indexedPaths, closedPaths } = options.dev
    ? await pagesFromSources(app, siteData, { ...options, loadData })
    : await pagesFromBuild(app, siteData, { ...options, loadData });
  registerSearchFiles(app, { publicUrl: options.publicUrl, indexedPaths, closedPaths });
  registerWebManifest(app, options.loadData);
  registerPlates(app, options.loadData, loadArtist);
  const config = {
    access: 'public' as const,
    whenUnavailable: () => writeUnavailablePage({ stylesheet, business }),
  };
  for (const url of [...pagePaths, '/*']) app.get(url, { config }, answer);
}

type Pages = Pick<Renderer, 'pagePaths' | 'indexedPaths' | 'closedPaths'> & {
  stylesheet: string;
  loadArtist: () => Promise<PlateArtist>;
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

async function pagesFromBuild(
  app: FastifyInstance,
  siteData: SiteDataFiles,
  { loadData, isStaff, publicUrl, distDir }: PagesOptions,
): Promise<Pages> {
  const renderer = (await import(
    pathToFileURL(path.join(distDir, 'server/entry-server.js')).href
  )) as Renderer;
  const assetsFor = readPageAssets(distDir);
  registerAssets(app, path.join(distDir, 'browser'));
  let version: string | null = null;
  let kept = new Map<string, Promise<StoredReply>>();

  // Most requests are for exactly these addresses, of which there are finitely many, so this skips route matching.
  const pagesByUrl = new Map<string, Page>();
  function findPage(requestUrl: string): Page {
    const known = pagesByUrl.get(requestUrl);
    if (known) return known;
    const page = renderer.findPage(requestUrl);
    if (page.url === requestUrl) pagesByUrl.set(requestUrl, page);
    return page;
  }

  async function render(page: Page, data: PageData): Promise<StoredReply> {
    const { status, html } = await renderer.renderPage(
      page,
      data,
      { ...assetsFor(page), siteData: siteData.urlOf(data) },
      publicUrl,
    );
    return storeReply({ status, contentType: HTML, body: html });
  }

  return {
    loadArtist: async () => renderer,
    stylesheet: assetsFor({ modules: [], laterModules: [] }).stylesheet,
    pagePaths: renderer.pagePaths,
    indexedPaths: renderer.indexedPaths,
    closedPaths: renderer.closedPaths,
    async answer(request, reply) {
      const { version: current, ...data } = await loadData();
      // One map per version, keyed by the finitely many kinds of page: it cannot grow without bound.
      if (version !== current) {
        version = current;
        kept = new Map();
      }
      const page = findPage(request.url);
      if (page.redirect !== null) return reply.redirect(page.redirect, 308);
      const pages = kept;
      const forStaff = await isForStaff(request, isStaff);
      const key = forStaff ? `staff ${page.key}` : page.key;
      const cacheControl = forStaff ? 'no-store' : undefined;
      const known = pages.get(key);
      if (known) return sendStored(request, reply, await known, cacheControl);
      const rendering = render(page, { ...data, isStaff: forStaff });
      pages.set(key, rendering);
      rendering.catch(() => pages.delete(key));
      return sendStored(request, reply, await rendering, cacheControl);
    },
  };
}

/** A visitor has no cookie of ours, and never waits for this. */
async function isForStaff(
  request: FastifyRequest,
  isStaff: PagesOptions['isStaff'],
): Promise<boolean> {
  return request.headers.cookie !== undefined && isStaff(request);
}

async function pagesFromSources(
  app: FastifyInstance,
  siteData: SiteDataFiles,
  { loadData, isStaff, publicUrl, distDir }: PagesOptions,
): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: path.dirname(distDir),
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) =>
    vite.middlewares(request.raw, reply.raw, done),
  );
  const load = async () => (await vite.ssrLoadModule('/web/app/entry-server.tsx')) as Renderer;
  const assets = {
    script: '/web/app/start-scripts.ts',
    entry: '/web/app/entry-browser.tsx',
    stylesheet: '/web/theme/stylesheet.css',
    fonts: [],
    modules: [],
    laterModules: [],
  };

  const { pagePaths, indexedPaths, closedPaths } = await load();

  return {
    loadArtist: load,
    stylesheet: assets.stylesheet,
    pagePaths,
    indexedPaths,
    closedPaths,
    async answer(request, reply) {
      const renderer = await load();
      const page = renderer.findPage(request.url);
      if (page.redirect !== null) return reply.redirect(page.redirect, 308);
      const data = await loadData();
      const { status, html } = await renderer.renderPage(
        page,
        { ...data, isStaff: await isForStaff(request, isStaff) },
        { ...assets, siteData: siteData.urlOf(data) },
        publicUrl,
      );
      return reply
        .code(status)
        .header('content-type', HTML)
        .header('cache-control', 'no-store')
        .send(html);
    },
  };
}
