/** The version of Stripe's API that the sandbox speaks: the one the installed `stripe` package is built for. */
export const STRIPE_API_VERSION = '2026-10-28.endive';
