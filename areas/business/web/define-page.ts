/** What an area's tables say of its pages (`web/site/pages.ts`) and of its parts of the portal (`web/portal/pages.ts`). */
import type { ComponentType, ReactNode } from 'react';
import type { SearchPage } from '#areas/business/rules/texts/search-texts.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { fillLine } from '#areas/business/rules/texts/shown-line.ts';
import type { ShownTexts } from '#areas/business/rules/texts/text-entry.ts';

/** A component in a file of its own, loaded when it is first needed. */
export type LazyComponent<Name extends string = string, Props = object> = {
  /** A plain `() => import('#…')`: the build reads it. */
  load: () => Promise<Record<NoInfer<Name>, ComponentType<Props>>>;
  /** The export of that file to show. */
  component: Name;
  /** That file, for the server only. The build fills it in. */
  module?: string;
};

/** The frame around a page. */
export type PageLayout = 'site' | 'order' | 'checkout' | 'portal' | 'signIn';

/** What stands around a page. */
export type FrameOf<Name extends string = string> = LazyComponent<Name, { children: ReactNode }>;

/** Gone from the browser's build: tools/setup/edit-calls.ts names each of these. */
type ForServer = {
  structuredData?: 'restaurant' | 'menu' | 'questions';
  /** One page for each meal, with the meal's own title, description and picture. */
  isAboutMeal?: boolean;
  /** Robots are asked not to visit it. */
  isClosedToRobots?: boolean;
  /** For browsers without scripts: a question, and a button that posts to the page's own address. */
  plainForm?: { question: string; button: string };
  /** Replies with status 404. */
  isNotFound?: boolean;
  /** Query parameters whose listed values change the prerendered page; all others are read in the browser only. */
  query?: Record<string, readonly string[]>;
  /**
   * A query with more values than can be listed, read by `open-queries.ts`: such a page is rendered when it is asked
   * for.
   */
  openQuery?: 'menu';
  /** Modules that it imports as soon as it is shown, by their path in the project. */
  preloadedModules?: readonly string[];
  /**
   * A page to use, not to read: its scripts are requested once it is painted, and fonts once it can be used
   * (`platform/web/navigation/scripts-first.ts`).
   */
  putsScriptsFirst?: boolean;
  /** Calls it makes before it can be used, requested with its scripts. */
  firstCalls?: readonly string[];
  /** Modules that it may import later. The page names them so that its offline copy is complete. */
  laterModules?: readonly string[];
  /** The most script that opening it may send, compressed; pages to read have one budget. A journey checks it. */
  maxScriptKilobytes?: number;
};

export type Page<Name extends string = string> = LazyComponent<Name> &
  ForServer & {
    /** In the notation of `platform/web/navigation/page-history.ts`. */
    path: string;
    /** Comes before the business's name in the window's title, unless the kitchen wrote its own; empty: the page sets it. */
    title: string;
    /** Search engines list it, with the title and the description that the catalogue of texts has for this page. */
    search?: SearchPage;
    /** By default the site's header and footer. */
    layout?: PageLayout;
    /** By default true. False: the server renders a skeleton, and only the browser the component. */
    isPrerendered?: boolean;
    /** Shows the order of its link, to anyone who ordered or whom the food goes to: rendered for each request, never kept. */
    ofOrder?: 'payer' | 'recipient';
    /** A page that works as soon as it is painted; other prerendered pages of the site are read, and wait for use. */
    startsAtPaint?: boolean;
  };

/** A page to read: React comes only with a use that needs it. */
export function isReadingPage({
  layout = 'site',
  isPrerendered = true,
  startsAtPaint = false,
}: Page): boolean {
  return layout === 'site' && isPrerendered && !startsAtPaint;
}

/** Checks that `load` brings `component`. */
export function definePage<Name extends string>(page: Page<Name>): Page {
  return page;
}

/** The same for a layout that only its own pages load. */
export function defineLayout<Name extends string>(layout: FrameOf<Name>): FrameOf {
  return layout;
}

/** The groups of the portal's pages, in the sidebar's sequence, with their headings; every day's pages have none. */
export const PORTAL_BLOCKS = {
  day: null,
  people: 'People',
  kitchen: 'Kitchen',
  deliveries: 'Deliveries',
  business: 'Business',
} as const;

/** A page of the portal: a row of its sidebar, for anyone who may open one of its parts. */
export type PortalPage = {
  name: string;
  label: string;
  /** Null: it stands at the sidebar's foot. */
  block: keyof typeof PORTAL_BLOCKS | null;
  /** The drawing before its label: a path in 20 by 20. */
  icon: string;
  /** Without it there is no row, though parts may be opened by their address. */
  right?: StaffRight;
  /** Words it is found by besides its label. */
  words?: readonly string[];
  /** A line of links under its title; the page opens at the first that the role may open. */
  parts: readonly PortalPart[];
};

/** A part of a page of the portal. Its component has no props; without one, another program is behind its address. */
export type PortalPart<Name extends string = string> = Partial<LazyComponent<Name>> & {
  /** Its address. Whatever else an address says is the part's own matter. */
  at: string;
  label: string;
  /** Without it, the part is neither shown nor opened. */
  right: StaffRight;
  /** Values of `tab` in older addresses, which lead here whatever else they say. */
  tabs?: readonly string[];
  /** More values of `section` in the address that it answers. */
  sections?: readonly string[];
};

/** Checks that `load` brings `component`. */
export function definePart<Name extends string>(part: PortalPart<Name>): PortalPart {
  return part;
}

/** What comes before the business's name in the window's title: the kitchen's own words, or the page's name. */
export function titleOf(
  { title, search }: Pick<Page, 'title' | 'search'>,
  { own, values }: ShownTexts,
): string {
  const mine = search === undefined ? undefined : own[`seo.${search}.title`];
  if (typeof mine !== 'string') return title;
  const { text, emptied } = fillLine(mine, values);
  return emptied.length > 0 ? title : (text ?? title);
}
