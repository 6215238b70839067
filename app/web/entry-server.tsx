import { renderToString } from 'react-dom/server';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ShownComment } from '#areas/menu/calls/site-data.ts';
import type { OrderPageLink, OrderOfPage } from '#areas/order-book/calls/received-order.ts';
import { type PageData, PageDataContext } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { memoryHistory } from '#platform/web/navigation/page-history.ts';
import { Router } from '#platform/web/navigation/router.tsx';
import { ToastProvider } from '#platform/web/ui/feedback/toast.tsx';
import { allLayouts, allPages, STAFF_PAGES } from '#app/web/all-pages.ts';
import { type DocumentAssets, writeDocument } from '#app/web/document.ts';
import { headOf } from './page-head.ts';
import { isReadingPage, type Page } from '#areas/business/web/define-page.ts';
import { pages, QUERY_PROVIDER } from '#app/web/pages.ts';
import { staffHome } from '#app/web/staff-pages.ts';
import {
  findIn,
  type FoundPage,
  type Layouts,
  showPage,
  STAFF_HOME_KEY,
} from '#app/web/shown-page.tsx';
import { FILTER_FIELDS, parseMenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { menuQuery } from '#areas/menu/web/menu-data.ts';

export { drawPlate } from '#areas/menu/web/plate/draw-plate.ts';
export { plateAddress } from '#areas/menu/rules/meal-picture.ts';
export { sharePictureAddress } from '#areas/menu/web/plate/share-picture-address.ts';

/** The pages that a request can name; the one for all other requests is not among them. */
const namedPages = allPages.filter(({ isNotFound = false }) => !isNotFound);

export const pagePaths: readonly string[] = namedPages.map(({ path }) => path);

/** The pages that search engines should list, besides those of meals. */
export const indexedPaths: readonly string[] = namedPages
  .filter(({ search }) => search !== undefined)
  .map(({ path }) => path);

export const mealPath: (slug: string) => string = paths.meal;

/** What search engines should not open: of a path with parameters, what comes before them. */
export const closedPaths: readonly string[] = namedPages
  .filter(({ isClosedToRobots = false }) => isClosedToRobots)
  .map(({ path }) => path.replace(/:.*/, ''));

export type RequestedPage = {
  /** The same for all URLs that render alike. */
  key: string;
  /** A URL with this key, without anything that only the browser reads. */
  url: string;
  /** Where to redirect a path with other case or a trailing slash; null: nowhere. */
  redirect: string | null;
  modules: readonly string[];
  laterModules: readonly string[];
  /** Filtered by a visitor: there are more of these than can be kept. */
  isFiltered: boolean;
  /** For one order; null for every other page, and for the one without an order that phones keep for offline. */
  order: OrderPageLink | null;
  /** Whether search engines may list it, if they list the page at all. */
  isListed: boolean;
  forStaff?: RequestedPage;
};

const NO_MEALS: ReadonlySet<string> = new Set();
/** In the place of a parameter. */
const NONE = '-';

/**
 * The page for a path with query. There are finitely many, but for filtered ones: those of the table, and one for
 * each meal of `slugs`.
 */
export function findPage(requestUrl: string, slugs = NO_MEALS): RequestedPage {
  const { pathname, search, searchParams } = new URL(`http://site${requestUrl}`);
  const { page, params } = findIn(allPages, pathname);
  const { path: pattern, query = {}, openQuery, isNotFound = false, isAboutMeal = false } = page;
  const { token = NONE } = params;
  const order =
    page.ofOrder !== undefined && token !== NONE ? { token, reader: page.ofOrder } : null;
  const slug = isAboutMeal ? (params['slug']?.toLowerCase() ?? '') : '';
  const isMeal = slugs.has(slug);
  const read = Object.entries(query).flatMap(([name, values]) => {
    const value = values.find((known) => known === searchParams.get(name));
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const path = isNotFound ? '/404' : isMeal ? paths.meal(slug) : pattern.replaceAll(/:\w+/g, NONE);
  const listed = read.join('&');
  const open = openQuery && readOpenQuery(openQuery, searchParams);
  const asked = open?.query ?? listed;
  const url = asked === '' ? path : `${path}?${asked}`;
  const isSpelledOtherwise = (isMeal || !/[*:]/.test(pattern)) && pathname !== path;
  const found: RequestedPage = {
    key: isNotFound ? pattern : url,
    url: order ? pathname : url,
    order,
    redirect: isSpelledOtherwise ? path + search : open?.hasEmptyFields ? url : null,
    modules: modulesOf(page),
    laterModules: page.laterModules ?? [],
    isFiltered: asked !== listed,
    isListed: open?.isListed ?? true,
  };
  if (url !== staffHome.path) return found;
  return { ...found, forStaff: { ...found, key: STAFF_HOME_KEY, modules: modulesOf(staffHome) } };
}

/** What a page imports when it is shown, in the order in which it is to be fetched. */
function modulesOf(page: Page): string[] {
  const { layout, module, preloadedModules = [], isPrerendered = true } = page;
  const layouts: Layouts = allLayouts;
  const frame = layouts[layout ?? 'site']?.module;
  const table = isForStaff(page) ? STAFF_PAGES : undefined;
  const own = [table, frame, module].filter((source) => source !== undefined);
  return [...own, ...preloadedModules, ...(isPrerendered ? [] : [QUERY_PROVIDER])];
}

function isForStaff(page: Page): boolean {
  return !pages.includes(page);
}

/** `origin`: the site's public origin, without a trailing slash. */
export async function renderPage(
  page: RequestedPage,
  data: PageData & {
    /** Whether the server recognised the visitor as staff: the page then asks who they are. */
    isStaff: boolean;
    mealsOffMenu: readonly MealReply[];
    comments: ReadonlyMap<number, readonly ShownComment[]>;
    orderOfPage?: OrderOfPage | undefined;
  },
  assets: DocumentAssets,
  origin: string,
): Promise<{ status: number; html: string }> {
  const { pathname } = new URL(page.url, origin);
  const found: FoundPage =
    page.key === STAFF_HOME_KEY ? { page: staffHome, params: {} } : findIn(allPages, pathname);
  const { page: shownPage, params } = found;
  const { putsScriptsFirst, firstCalls, plainForm } = shownPage;
  const { config, texts, meals, samples, isStaff, orderOfPage } = data;
  const { slug } = params;
  const [onMenu, offMenu] = [meals, data.mealsOffMenu].map((list) =>
    shownPage.isAboutMeal ? list.find((meal) => meal.slug === slug) : undefined,
  );
  const meal = onMenu ?? offMenu;
  const comments = meal && data.comments.get(meal.id);
  // What is not in the data of all pages.
  const mealOfPage = comments ? { ...meal, comments } : offMenu;
  const shown = { config, texts, meals, samples, mealOfPage, orderOfPage };
  const first = await showPage(found, allLayouts);
  const body = renderToString(
    <PageDataContext value={shown}>
      <ToastProvider>
        <Router first={first} load={() => first} history={memoryHistory(page.url)} />
      </ToastProvider>
    </PageDataContext>,
  );
  const head = headOf(shownPage, { meal, isOnMenu: onMenu !== undefined }, shown, {
    origin,
    pathname,
  });
  const html = writeDocument({
    ...head,
    page: page.key,
    isListed: page.isListed,
    siteName: config.business.name,
    accentColour: config.business.accentColour,
    logo: config.business.logo,
    body,
    dataOfPage: { meal: mealOfPage, order: orderOfPage },
    isStaff,
    isForStaff: isForStaff(shownPage),
    usesDialogs: shownPage.ofOrder !== undefined,
    isReading: isReadingPage(shownPage) && !isStaff,
    putsScriptsFirst,
    firstCalls,
    plainForm,
    assets,
  });
  const isFound = head.isFound && orderOfPage?.order !== null;
  return { status: isFound ? 200 : 404, html };
}

// Queries with more values than a page can list beforehand: those that mean the same have one spelling.

type OpenQuery = {
  /** Known parameters only, in one sequence; empty for none. */
  query: string;
  isListed: boolean;
  /** A form without scripts sends its empty fields too: then the browser is sent on to the address without them. */
  hasEmptyFields: boolean;
};

function readOpenQuery(
  kind: NonNullable<Page['openQuery']>,
  parameters: URLSearchParams,
): OpenQuery {
  switch (kind) {
    case 'menu': {
      const filter = parseMenuFilter(parameters);
      const fields = Object.values(FILTER_FIELDS);
      return {
        query: menuQuery(filter),
        // There are as many searches as words: search engines would find the same meals over and over.
        isListed: filter.search === '',
        hasEmptyFields: fields.some((name) => parameters.getAll(name).includes('')),
      };
    }
  }
}
