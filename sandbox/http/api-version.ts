/** The version of Stripe's API whose shapes the sandbox speaks: the one that the installed `stripe` package is made for. */
export const STRIPE_API_VERSION = '2026-10-28.endive';
