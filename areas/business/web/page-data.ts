/** The data that every page is rendered with. Browsers fetch it once for all pages, after the first paint. */
import { createContext, useContext } from 'react';
import type { ConfigReply, SampleMeal, SiteData } from '#areas/business/calls/config.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';

export type PageData = SiteData & {
  /** Whether the server recognised the visitor as staff when it sent the page, which then asks who they are. */
  isStaff: boolean;
  /** The meal of this very page, when it is not on the menu now; only while the server renders. */
  mealOffMenu?: MealReply | undefined;
};

export const PageDataContext = createContext<PageData | null>(null);

export function usePageData(): PageData {
  const data = useContext(PageDataContext);
  if (!data) throw new Error('a page is shown without its data');
  return data;
}

/** Business facts and payment mode. */
export function useConfig(): ConfigReply {
  return usePageData().config;
}

/** The menu at page load. Pages that take orders refetch it. */
export function useMenu(): readonly MealReply[] {
  return usePageData().meals;
}

/** Four meals to look at, even while the menu is empty. */
export function useSamples(): readonly SampleMeal[] {
  return usePageData().samples;
}
