/** Every page of the site: rendered once per change of menu, business facts or build, then served from memory. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShownComment, SiteData } from '#areas/menu/calls/site-data.ts';
import { registerAssets, type PageAssets, readPageAssets } from '#platform/server/http/assets.ts';
import type { OrderPageLink, OrderOfPage } from '#areas/order-book/calls/received-order.ts';
import { writeOfflinePage, writeUnavailablePage } from '#areas/business/server/unavailable-page.ts';
import type { DraftTexts, DrawDraft, PagePreview } from '#areas/messages/server/page-preview.ts';
import { callerKey } from '#platform/server/http/throttle.ts';
import { createFilteredPages } from '#app/server/filtered-pages.ts';
import { type PlateArtist, registerPlates } from '#areas/menu/server/plates.ts';
import { registerSearchFiles } from '#platform/server/http/search-files.ts';
import { type DrawSharePicture, registerSharePictures } from '#areas/menu/server/share-pictures.ts';
import { registerSiteData, type SiteDataFiles, registerWebManifest } from './site-files.ts';
import { sendStored, storeReply, type StoredReply } from '#platform/server/http/stored-reply.ts';
import { registerUnsubscribeForm } from '#app/server/unsubscribe-form.ts';

export type RenderData = SiteData & {
  /** As for anyone who sees the site before the public does; null: nobody does now. */
  previewConfig: SiteData['config'] | null;
  /** Meals that are neither on the menu nor archived. */
  mealsOffMenu: SiteData['meals'];
  /** By meal: of customers, for its own page. */
  comments: ReadonlyMap<number, readonly ShownComment[]>;
};
type PageData = RenderData & { isStaff: boolean; orderOfPage?: OrderOfPage | undefined };
type Page = {
  key: string;
  url: string;
  redirect: string | null;
  modules: readonly string[];
  laterModules: readonly string[];
  /** Filtered by a visitor: there are more of these than can be kept. */
  isFiltered: boolean;
  order: OrderPageLink | null;
  /** What staff get instead. */
  forStaff?: Page;
};

/** Each has pages of its own. `preview`: may see the site before it is open to the public. */
export type Viewer = 'visitor' | 'preview' | 'staff';

/** The server's view of `app/web/entry-server.tsx`, which is built separately. */
type Renderer = PlateArtist & {
  pagePaths: readonly string[];
  /** Pages that search engines should list, besides those of the meals on the menu. */
  indexedPaths: readonly string[];
  mealPath: (slug: string) => string;
  /** Pages that robots should not visit. */
  closedPaths: readonly string[];
  /** `slugs`: of the meals that have a page. */
  findPage: (requestUrl: string, slugs: ReadonlySet<string>) => Page;
  renderPage: (
    page: Page,
    data: PageData,
    assets: PageAssets & { siteData: string },
    origin: string,
  ) => Promise<{ status: number; html: string }>;
};

export type PagesOptions = {
  /** Cheap to call; `version` changes whenever the rest does. */
  loadData: () => Promise<RenderData & { version: string }>;
  /** What a link shows of its order; `undefined`: not now, so the page asks again when it is open. */
  loadOrder: (link: OrderPageLink, request: FastifyRequest) => Promise<OrderOfPage | undefined>;
  /** Pages show staff that they are signed in; asked only for requests with a cookie. */
  findViewer: (request: FastifyRequest) => Promise<Viewer>;
  /** The picture of a meal for shared links, as JPEG; `plate`: its drawn plate. */
  drawSharePicture: DrawSharePicture;
  /** Unsubscribes the holder of a link in our emails; false: not a link of ours. */
  stopEmails: (token: string) => Promise<boolean>;
  /** Is told how to show a page with other texts than those in force. */
  preview: PagePreview;
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
  const {
    answer,
    drawDraft,
    loadArtist,
    stylesheet,
    pagePaths,
    indexedPaths,
    mealPath,
    closedPaths,
  } = options.dev
    ? await pagesFromSources(app, siteData, { ...options, loadData })
    : await pagesFromBuild(app, siteData, { ...options, loadData });
  options.preview.draw = drawDraft;
  async function listIndexedPaths() {
    const { meals } = await options.loadData();
    return [...indexedPaths, ...meals.map(({ slug }) => mealPath(slug))];
  }
  registerSearchFiles(app, { publicUrl: options.publicUrl, listIndexedPaths, closedPaths });
  registerWebManifest(app, options.loadData);
  registerPlates(app, options.loadData, loadArtist);
  registerSharePictures(app, options.loadData, { loadArtist, draw: options.drawSharePicture });
  const config = {
    access: 'public' as const,
    whenUnavailable: (isBusy = false) => writeUnavailablePage({ stylesheet, business, isBusy }),
  };
  app.get('/offline', { config: { access: 'public' } }, async (request, reply) => {
    const { business: facts } = (await options.loadData()).config;
    const body = writeOfflinePage({ stylesheet, business: facts });
    return sendStored(request, reply, await storeReply({ status: 200, contentType: HTML, body }));
  });
  registerUnsubscribeForm(app, {
    stylesheet,
    stopEmails: options.stopEmails,
    loadBusiness: async () => (await options.loadData()).config.business,
  });
  for (const url of [...pagePaths, '/*']) app.get(url, { config }, answer);
}

type Pages = Pick<Renderer, 'pagePaths' | 'indexedPaths' | 'mealPath' | 'closedPaths'> & {
  stylesheet: string;
  loadArtist: () => Promise<PlateArtist>;
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  drawDraft: DrawDraft;
};

async function pagesFromBuild(
  app: FastifyInstance,
  siteData: SiteDataFiles,
  { loadData, loadOrder, findViewer, publicUrl, distDir }: PagesOptions,
): Promise<Pages> {
  const renderer = (await import(
    pathToFileURL(path.join(distDir, 'server/entry-server.js')).href
  )) as Renderer;
  const assetsFor = readPageAssets(distDir);
  registerAssets(app, path.join(distDir, 'browser'));
  let slugsVersion: string | null = null;
  let slugs: ReadonlySet<string> = new Set();

  // Most requests are for exactly these addresses, of which there are finitely many, so this skips route matching.
  const pagesByUrl = new Map<string, Page>();
  function findPage(requestUrl: string): Page {
    const known = pagesByUrl.get(requestUrl);
    if (known) return known;
    const page = renderer.findPage(requestUrl, slugs);
    if (page.url === requestUrl && !page.isFiltered && !page.order)
      pagesByUrl.set(requestUrl, page);
    return page;
  }

  const draw = (page: Page, data: PageData) =>
    renderer.renderPage(
      page,
      data,
      { ...assetsFor(page), siteData: siteData.urlOf(data) },
      publicUrl,
    );

  async function render(page: Page, data: PageData): Promise<StoredReply> {
    const { status, html } = await draw(page, data);
    const sentTo = page.isFiltered || page.order ? 'few' : 'many';
    return storeReply({ status, contentType: HTML, body: html }, sentTo);
  }

  const open = pageOpener(render);

  return {
    loadArtist: async () => renderer,
    stylesheet: assetsFor({ modules: [], laterModules: [] }).stylesheet,
    ...pathsOf(renderer),
    drawDraft: drawingDrafts(loadData, (url, data) => draw(renderer.findPage(url, NO_SLUGS), data)),
    async answer(request, reply) {
      const { version, ...data } = await loadData();
      // Another menu has other meals, and so other pages.
      if (version !== slugsVersion) {
        slugsVersion = version;
        slugs = slugsOf(data);
        pagesByUrl.clear();
      }
      const page = findPage(request.url);
      if (page.redirect !== null) return reply.redirect(page.redirect, 308);
      const viewer = await viewerOf(request, findViewer, data);
      if (page.order) {
        setPrivateHeaders(reply);
        const orderOfPage = await loadOrder(page.order, request);
        const rendered = await render(page, { ...dataFor(viewer, data), orderOfPage });
        return sendStored(request, reply, rendered, 'no-store');
      }
      const stored = await open({ version, page, data, viewer, ip: request.ip });
      return sendTo(viewer, request, reply, stored);
    },
  };
}

function pathsOf({ pagePaths, indexedPaths, mealPath, closedPaths }: Renderer) {
  return { pagePaths, indexedPaths, mealPath, closedPaths };
}

type OpenedPage = {
  version: string;
  page: Page;
  data: RenderData;
  viewer: Viewer;
  ip: string;
};

/** Returns how to open a page: one map per version, keyed by the finitely many kinds of page, and the filtered ones. */
function pageOpener(
  render: (page: Page, data: PageData) => Promise<StoredReply>,
): (opened: OpenedPage) => Promise<StoredReply> {
  let version: string | null = null;
  let kept = new Map<string, Promise<StoredReply>>();
  const filtered = createFilteredPages();
  return async ({ version: current, page: asked, data, viewer, ip }) => {
    const page = pageFor(viewer, asked);
    if (version !== current) {
      version = current;
      kept = new Map();
    }
    const key = viewer === 'visitor' ? page.key : `${viewer} ${page.key}`;
    const renderNow = () => render(page, dataFor(viewer, data));
    if (page.isFiltered) {
      const versioned = `${current} ${key}`;
      return (
        filtered.find(versioned) ?? (await filtered.render(versioned, callerKey(ip), renderNow))
      );
    }
    const known = kept.get(key);
    if (known) return known;
    const pages = kept;
    const rendering = renderNow();
    pages.set(key, rendering);
    rendering.catch(() => pages.delete(key));
    return rendering;
  };
}

const NO_SLUGS: ReadonlySet<string> = new Set();

/** As a visitor would see it, with what the draft changes marked. */
function withDraft(data: RenderData, draft: DraftTexts): PageData {
  const own = { ...data.texts.own };
  for (const [key, text] of Object.entries(draft))
    if (text === null) delete own[key];
    else own[key] = text;
  return { ...data, isStaff: false, texts: { ...data.texts, own, marked: Object.keys(draft) } };
}

/** In its frame nothing opens: neither scripts nor new windows are allowed there. */
function drawingDrafts(
  loadData: () => Promise<RenderData>,
  draw: (url: string, data: PageData) => Promise<{ html: string }>,
): DrawDraft {
  return async (url, texts) => {
    const { html } = await draw(url, withDraft(await loadData(), texts));
    return html.replace('<head>', '<head>\n<base target="_blank">');
  };
}

/** Its address is the key to someone's order. */
function setPrivateHeaders(reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer');
  setNoIndex(reply);
}

function setNoIndex(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex');
}

function slugsOf({ meals, mealsOffMenu }: RenderData): ReadonlySet<string> {
  return new Set([...meals, ...mealsOffMenu].map(({ slug }) => slug));
}

/** A visitor has no cookie of ours, and never waits for this. */
async function viewerOf(
  request: FastifyRequest,
  findViewer: PagesOptions['findViewer'],
  { previewConfig }: RenderData,
): Promise<Viewer> {
  if (request.headers.cookie === undefined) return 'visitor';
  const viewer = await findViewer(request);
  // Once the kitchen is open to the public, a link shows what everyone sees.
  return viewer === 'preview' && previewConfig === null ? 'visitor' : viewer;
}

function dataFor(viewer: Viewer, data: RenderData): PageData {
  const config = (viewer !== 'visitor' && data.previewConfig) || data.config;
  return { ...data, config, isStaff: viewer === 'staff' };
}

/** What is not for everyone is kept nowhere, and listed nowhere. */
function sendTo(
  viewer: Viewer,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredReply,
): FastifyReply {
  if (viewer === 'visitor') return sendStored(request, reply, stored);
  setNoIndex(reply);
  return sendStored(request, reply, stored, 'no-store');
}

function pageFor(viewer: Viewer, page: Page): Page {
  return (viewer === 'staff' && page.forStaff) || page;
}

const SOURCE_ASSETS = {
  script: '/app/web/start-scripts.ts',
  entry: '/app/web/entry-browser.tsx',
  stylesheet: '/platform/web/theme/stylesheet.css',
  readingStylesheet: '/platform/web/theme/reading.css',
  customerStylesheet: '/platform/web/theme/customers.css',
  fonts: [],
  modules: [],
  laterModules: [],
};

async function pagesFromSources(
  app: FastifyInstance,
  siteData: SiteDataFiles,
  { loadData, loadOrder, findViewer, publicUrl, distDir }: PagesOptions,
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
  const load = async () => (await vite.ssrLoadModule('/app/web/entry-server.tsx')) as Renderer;

  const { pagePaths, indexedPaths, mealPath, closedPaths } = await load();

  return {
    loadArtist: load,
    stylesheet: SOURCE_ASSETS.stylesheet,
    pagePaths,
    indexedPaths,
    mealPath,
    closedPaths,
    drawDraft: drawingDrafts(loadData, async (url, data) => {
      const renderer = await load();
      const shown = { ...SOURCE_ASSETS, siteData: siteData.urlOf(data) };
      return renderer.renderPage(renderer.findPage(url, NO_SLUGS), data, shown, publicUrl);
    }),
    async answer(request, reply) {
      const renderer = await load();
      const data = await loadData();
      const page = renderer.findPage(request.url, slugsOf(data));
      if (page.redirect !== null) return reply.redirect(page.redirect, 308);
      if (page.order) setPrivateHeaders(reply);
      const orderOfPage = page.order ? await loadOrder(page.order, request) : undefined;
      const viewer = await viewerOf(request, findViewer, data);
      if (viewer !== 'visitor') setNoIndex(reply);
      const shown = dataFor(viewer, data);
      const { status, html } = await renderer.renderPage(
        pageFor(viewer, page),
        { ...shown, orderOfPage },
        { ...SOURCE_ASSETS, siteData: siteData.urlOf(shown) },
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
