/** What a route says about its page besides the element it shows. */
export type PageHandle = {
  /** Comes before the business's name in the window's title. */
  title: string;
  /** Query parameters whose listed values change the prerendered page; all others are read in the browser only. */
  query?: Record<string, readonly string[]>;
  /** Replies with status 404. */
  isNotFound?: boolean;
};

/** "Menu · Redlands Table". */
export function documentTitle(handle: PageHandle, businessName: string): string {
  return handle.title === '' ? businessName : `${handle.title} · ${businessName}`;
}
