/** What a route says of its page besides the element it shows. */
export type PageHandle = {
  /** Stands in the window's title before the business's name. */
  title: string;
  /** Query parameters, with the values that change what is rendered ahead; all others are for the browser only. */
  query?: Record<string, readonly string[]>;
  /** Answered with status 404. */
  isNotFound?: boolean;
};

/** "Menu · Redlands Table". */
export function documentTitle(handle: PageHandle, businessName: string): string {
  return handle.title === '' ? businessName : `${handle.title} · ${businessName}`;
}
