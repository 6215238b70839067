/**
 * The pages where customers pay, in the notation of the routes: their documents, and no others, admit the card provider's
 * hosts, and its form is shown on them alone.
 */
export const CARD_PAGES: readonly string[] = [
  '/checkout',
  '/pay/:token',
  '/track/:token',
  '/track/:token/change',
];
