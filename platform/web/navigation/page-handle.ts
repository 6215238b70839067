/** What a route says about its page besides the element it shows. */
export type PageHandle = {
  /** Comes before the business's name in the window's title; empty: the page sets it. */
  title: string;
};

/** "Menu · Derwent Kitchen". */
export function documentTitle(handle: PageHandle, businessName: string): string {
  return handle.title === '' ? businessName : `${handle.title} · ${businessName}`;
}
