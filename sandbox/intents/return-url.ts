/** Where the customer goes after the bank: an http(s) URL, or a path on the origin that serves the sandbox. */
const OWN_ORIGIN = 'http://own-origin.invalid';

/** null for anything else, such as `javascript:…`, `//elsewhere` or `/\elsewhere`. */
export function parseReturnUrl(text: string): URL | null {
  const isPath = text.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text, OWN_ORIGIN);
  return url && isPath === (url.origin === OWN_ORIGIN) ? url : null;
}

export type ReturnResult = { paymentIntentId: string; clientSecret: string; isSucceeded: boolean };

/** The return URL with the parameters that Stripe adds. Throws a TypeError if the text is not a URL. */
export function returnLocation(text: string, result: ReturnResult): string {
  const url = new URL(text, OWN_ORIGIN);
  url.searchParams.set('payment_intent', result.paymentIntentId);
  url.searchParams.set('payment_intent_client_secret', result.clientSecret);
  url.searchParams.set('redirect_status', result.isSucceeded ? 'succeeded' : 'failed');
  return url.origin === OWN_ORIGIN ? url.pathname + url.search + url.hash : url.href;
}

/** The origin besides its own that a page must be allowed to redirect to; null if there is no other. */
export function externalOrigin(text: string): string | null {
  const url = parseReturnUrl(text);
  return url && url.origin !== OWN_ORIGIN ? url.origin : null;
}
