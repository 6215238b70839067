/** What every page is rendered with. Browsers fetch it once for all pages, after they have painted the first. */
import { createContext, useContext } from 'react';
import type { ConfigReply } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';

export type PageData = {
  config: ConfigReply;
  meals: MealReply[];
  /** Whether the server knew the visitor as staff when it sent the page; it then asks who they are. */
  isStaff: boolean;
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

/** The menu as it was when the page was loaded. Where it is ordered from, it is asked for again. */
export function useMenu(): readonly MealReply[] {
  return usePageData().meals;
}
