/** The data that every page is rendered with. Browsers fetch it once for all pages, after the first paint. */
import { createContext, useContext } from 'react';
import type { ShownTexts } from '#areas/business/rules/texts/text-entry.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';

// oxlint-disable-next-line typescript/consistent-type-definitions -- the menu adds its part to it
export interface PageData {
  config: ConfigReply;
  texts: ShownTexts;
}

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
